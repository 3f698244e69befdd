import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
	html: 'text/html; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	svg: 'image/svg+xml',
	json: 'application/json',
	woff2: 'font/woff2',
	png: 'image/png',
};

/** A static host, as plain as there is. */
export interface StaticHost {
	readonly origin: string;
	/** Requests that found nothing. */
	readonly missing: readonly string[];
	close(): Promise<void>;
}

/** Serves a folder at a path of the loopback interface. Everything outside of the path is missing. */
export async function serveFolder(folder: string, base: string): Promise<StaticHost> {
	const missing: string[] = [];
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://localhost');
		const path = join(
			folder,
			decodeURIComponent(pathname.slice(base.length)),
			pathname.endsWith('/') ? 'index.html' : '',
		);
		if (!pathname.startsWith(base) || !path.startsWith(folder) || !existsSync(path) || !statSync(path).isFile()) {
			missing.push(pathname);
			response.writeHead(404).end();
			return;
		}
		const type = TYPES[path.split('.').pop() ?? ''] ?? 'application/octet-stream';
		response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=600' }).end(readFileSync(path));
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return {
		origin: `http://127.0.0.1:${port}`,
		missing,
		close: () =>
			new Promise((done) => {
				server.close(() => done());
				server.closeAllConnections();
			}),
	};
}
