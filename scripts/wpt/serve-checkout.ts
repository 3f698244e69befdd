import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, posix } from 'node:path';
import { readHeaders } from './headers.ts';
import { PAGE_SCRIPTS } from './page-scripts.ts';
import { substitute } from './substitute.ts';
import { findWrappedScript, wrapScript } from './wrappers.ts';

const TYPES: Readonly<Record<string, string>> = {
	'.css': 'text/css',
	'.html': 'text/html',
	'.idl': 'text/plain',
	'.js': 'text/javascript',
	'.json': 'application/json',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
};

/** The host name of pages without a secure context. Chromium resolves it to this machine. */
export const HOST = 'web-platform.test';

/** Paths that the suite's own server has under another name. */
const ALIASES: Readonly<Record<string, string>> = { '/resources/WebIDLParser.js': '/resources/webidl2/lib/webidl2.js' };

/** A response of the server. */
export interface Served {
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly body: string | Buffer;
}

/** Returns the response for an address, or `null` if the checkout has no such file. */
export function serveFile(checkout: string, address: URL, port: number): Served | null {
	const given = posix.normalize(decodeURIComponent(address.pathname));
	const path = ALIASES[given] ?? given;
	const own = PAGE_SCRIPTS[path];
	const file = join(checkout, path);
	if (own !== undefined) return { headers: [['content-type', TYPES['.js']!]], body: own };
	const script = findWrappedScript(path);
	if (script !== null && !existsSync(file) && existsSync(join(checkout, script))) {
		const body = wrapScript(script, readFileSync(join(checkout, script), 'utf8'));
		return { headers: [['content-type', TYPES['.html']!]], body };
	}
	if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
	const values = { host: HOST, httpPort: port, httpsPort: port, query: address.searchParams };
	const headers: [string, string][] = [['content-type', TYPES[extname(path)] ?? 'application/octet-stream']];
	for (const suffix of ['.headers', '.sub.headers']) {
		if (!existsSync(file + suffix)) continue;
		const text = readFileSync(file + suffix, 'utf8');
		headers.push(...readHeaders(suffix === '.headers' ? text : substitute(text, values)));
	}
	const body = readFileSync(file);
	return { headers, body: /\.sub\./.test(path) ? substitute(body.toString('utf8'), values) : body };
}

/** Serves a checkout on a free port of the loopback interface. */
export async function serveCheckout(checkout: string): Promise<Server> {
	const server = createServer((request, response) => {
		const { port } = server.address() as AddressInfo;
		try {
			const served = serveFile(checkout, new URL(request.url ?? '/', `http://localhost:${port}`), port);
			response.statusCode = served === null ? 404 : 200;
			for (const [name, value] of served?.headers ?? []) response.setHeader(name, value);
			response.end(served?.body);
		} catch (error) {
			response.statusCode = 500;
			response.end(String(error));
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}
