// A registry of npm packages on this machine, so that the release check installs the packages as users do, without a network.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * Serves the given versions of each package. The first is the latest.
 *
 * @param {readonly import('./pack.mjs').Tarball[]} tarballs
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveRegistry(tarballs) {
	/** @type {Map<string, import('./pack.mjs').Tarball[]>} */
	const byName = new Map();
	for (const tarball of tarballs) byName.set(tarball.name, [...(byName.get(tarball.name) ?? []), tarball]);
	const server = createServer((request, response) => {
		const [name = '', file] = decodeURIComponent(request.url ?? '')
			.slice(1)
			.split('/-/');
		const versions = byName.get(name);
		const asked = versions?.find(({ version }) => file === `${version}.tgz`);
		if (versions === undefined || (file !== undefined && asked === undefined)) {
			response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":"not found"}');
			return;
		}
		if (asked !== undefined) response.end(readFileSync(asked.path));
		else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(describe(name, versions, url)));
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

function describe(name, tarballs, url) {
	const versions = tarballs.map(({ version, manifest, path }) => {
		const dist = {
			tarball: `${url}${name}/-/${version}.tgz`,
			integrity: `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`,
		};
		return [version, { ...manifest, dist }];
	});
	return { name, 'dist-tags': { latest: tarballs[0].version }, versions: Object.fromEntries(versions) };
}
