// A registry of npm packages on this machine, so that the release check installs the packages as users do, without a network.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * Serves the newest and only version of each package.
 *
 * @param {readonly import('./pack.mjs').Tarball[]} tarballs
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveRegistry(tarballs) {
	const byName = new Map(tarballs.map((tarball) => [tarball.name, tarball]));
	const server = createServer((request, response) => {
		const [name = '', file] = decodeURIComponent(request.url ?? '')
			.slice(1)
			.split('/-/');
		const tarball = byName.get(name);
		if (tarball === undefined) {
			response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":"not found"}');
			return;
		}
		const content = readFileSync(tarball.path);
		if (file !== undefined) response.end(content);
		else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(describe(tarball, content, url)));
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = server.address();
	const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
	return {
		url,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

function describe({ name, version, manifest }, content, url) {
	const dist = {
		tarball: `${url}${name}/-/${version}.tgz`,
		integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
	};
	return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
