import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** A server of files, and of the page that is set. */
export interface FileServer {
	readonly origin: string;
	/** The page at `/`. */
	page: string;
	readonly close: () => void;
}

/** Serves the files of a folder. Playwright's `route.fulfill` would copy large libraries through several processes. */
export async function serveFiles(folder: string): Promise<FileServer> {
	const server = createServer(({ url = '/' }, response) => {
		const { pathname } = new URL(url, 'http://localhost');
		const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
		try {
			const body = pathname === '/' ? own.page : readFileSync(path);
			response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
			response.end(body);
		} catch {
			response.statusCode = 404;
			response.end();
		}
	});
	await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
	const own: FileServer = {
		origin: `http://localhost:${(server.address() as AddressInfo).port}`,
		page: '<!doctype html>',
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
	return own;
}
