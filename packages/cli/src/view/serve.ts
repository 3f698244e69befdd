import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basename, join, relative, resolve, sep } from 'node:path';
import { createGzip } from 'node:zlib';
import { CONTENT_SECURITY_POLICY } from '@handreel/studio/content-security-policy';
import { errorText } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import type { Library } from './library.ts';

/** What to serve. */
export interface ServeOptions {
	/** The folder of the built studio. Links in it are not served. */
	readonly folder: string;
	/** Recordings that the studio opens. */
	readonly files: readonly string[];
	/** A folder of recordings that the studio lists. */
	readonly library?: Library;
	/** The port; of several ports, the first that is free. Default: 0, any free port. */
	readonly port?: number | readonly number[];
}

/** A running server. */
export interface StudioServer {
	/** The URL of the page, with the recordings that it opens. */
	readonly url: string;
	readonly port: number;
	close(): Promise<void>;
}

/**
 * The ports that `handreel view` tries. Browsers keep sessions and offline copies per port, so it should be the same each
 * time. Any free port is the last resort.
 */
export const USUAL_PORTS: readonly number[] = [47474, 47475, 47476, 47477, 47478, 0];

/** Accepts connections from this machine only. */
const LOOPBACK = '127.0.0.1';

/** Where the library is, relative to the page. */
const LIBRARY = 'library/';

const TYPES: Readonly<Record<string, string>> = {
	html: 'text/html; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	svg: 'image/svg+xml',
	txt: 'text/plain; charset=utf-8',
	woff2: 'font/woff2',
	glb: 'model/gltf-binary',
	webmanifest: 'application/manifest+json',
};

/** Extensions of files that become much smaller. */
const COMPRESSED: ReadonlySet<string> = new Set(['html', 'js', 'css', 'svg', 'txt', 'webmanifest', 'glb']);

const HEADERS: Readonly<Record<string, string>> = {
	// `frame-ancestors` has no effect in a `<meta>` element.
	'Content-Security-Policy': [...CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"].join('; '),
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cache-Control': 'no-store',
};

/**
 * Serves the studio and the given recordings on the loopback interface.
 *
 * Paths are looked up in lists and never resolved on disk, which rules out path traversal. Requests with another host
 * name are refused, which rules out DNS rebinding. Rejects if the folder has no `index.html`, a file is missing or all
 * given ports are in use.
 */
export async function serveStudio({ folder, files, library, port = 0 }: ServeOptions): Promise<StudioServer> {
	const served = await listStudio(folder);
	const paths: string[] = [];
	for (const [i, file] of files.entries()) {
		await checkFile(file);
		const path = `recordings/${i}/${basename(file)}`;
		served.set(`/${path}`, resolve(file));
		paths.push(path);
	}
	const find = (path: string): string | undefined => served.get(path) ?? findInLibrary(library, path);
	const server = createServer((request, response) => {
		const { host } = request.headers;
		const isOurs = host === `${LOOPBACK}:${portOf(server)}` || host === `localhost:${portOf(server)}`;
		if (isOurs) answer(request, response, find, request.url ?? '/');
		else refuse(response, 421);
	});
	await listen(server, typeof port === 'number' ? [port] : port);
	const links = paths.map((path) => `open=${path.split('/').map(encodeURIComponent).join('/')}`);
	if (library !== undefined) links.push(`library=${LIBRARY}${library.catalog}`);
	const open = links.join('&');
	return {
		url: `http://${LOOPBACK}:${portOf(server)}/${open === '' ? '' : `#${open}`}`,
		port: portOf(server),
		close: () =>
			new Promise((done, fail) => {
				server.close((error) => (error === undefined ? done() : fail(error)));
				server.closeAllConnections();
			}),
	};
}

/**
 * Creates a function that answers requests for files of the studio, for another server, which decides who may ask. `path` is
 * that of the file. Rejects if the folder has no `index.html`.
 */
export async function createStudioHandler(
	folder: string,
): Promise<(request: IncomingMessage, response: ServerResponse, path: string) => void> {
	const served = await listStudio(folder);
	return (request, response, url) => answer(request, response, (path) => served.get(path), url);
}

function findInLibrary(library: Library | undefined, path: string): string | undefined {
	return path.startsWith(`/${LIBRARY}`) ? library?.find(path.slice(LIBRARY.length + 1)) : undefined;
}

async function listStudio(folder: string): Promise<Map<string, string>> {
	const served = await listFolder(resolve(folder));
	const index = served.get('/index.html');
	if (index === undefined) throw new Error(`${folder} has no index.html; build the studio first`);
	return served.set('/', index);
}

// Listens on the first port that is free.
async function listen(server: Server, ports: readonly number[]): Promise<void> {
	for (const [i, port] of ports.entries()) {
		const error = await new Promise<NodeJS.ErrnoException | null>((done) => {
			server.once('error', done);
			server.listen(port, LOOPBACK, () => {
				server.off('error', done);
				done(null);
			});
		});
		if (error === null) return;
		if (error.code !== 'EADDRINUSE' || i === ports.length - 1) throw explainPort(port, error);
	}
}

async function checkFile(file: string): Promise<void> {
	const name = escapeText(file, 400);
	const stats = await stat(file).catch((error: unknown) => {
		throw new Error(`${name}: ${errorText(error)}`, { cause: error });
	});
	if (stats.isDirectory()) throw new Error(`${name}: this folder contains no recordings`);
	if (!stats.isFile()) throw new Error(`${name}: not a file`);
}

function explainPort(port: number, error: NodeJS.ErrnoException): Error {
	if (error.code === 'EADDRINUSE')
		return new Error(`port ${port} is in use; choose another port, or omit --port`, { cause: error });
	return new Error(`port ${port}: ${errorText(error)}`, { cause: error });
}

function portOf(server: Server): number {
	const address = server.address();
	return typeof address === 'object' && address !== null ? address.port : 0;
}

// The files of a folder by URL path. Links are skipped, because they may point anywhere.
async function listFolder(folder: string): Promise<Map<string, string>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return new Map(
		entries
			.filter((entry) => entry.isFile())
			.map((entry) => {
				const file = join(entry.parentPath ?? entry.path, entry.name);
				return [`/${relative(folder, file).split(sep).join('/')}`, file];
			}),
	);
}

function answer(
	request: IncomingMessage,
	response: ServerResponse,
	find: (path: string) => string | undefined,
	url: string,
): void {
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	const isReading = request.method === 'GET' || request.method === 'HEAD';
	const file = find(decodePath(url));
	if (!isReading || file === undefined) {
		refuse(response, isReading ? 404 : 405);
		return;
	}
	const extension = file.slice(file.lastIndexOf('.') + 1);
	response.setHeader('Content-Type', TYPES[extension] ?? 'application/octet-stream');
	const isCompressed = COMPRESSED.has(extension) && /\bgzip\b/.test(String(request.headers['accept-encoding']));
	if (COMPRESSED.has(extension)) response.setHeader('Vary', 'Accept-Encoding');
	if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
	if (request.method === 'HEAD') {
		response.end();
		return;
	}
	const stream = createReadStream(file);
	stream.on('error', () => {
		if (response.headersSent) response.destroy();
		else refuse(response, 404);
	});
	response.on('close', () => stream.destroy());
	if (isCompressed) stream.pipe(createGzip()).pipe(response);
	else stream.pipe(response);
}

// Paths that cannot be decoded are not in the list.
function decodePath(url: string): string {
	try {
		return decodeURIComponent(url.split('?', 1)[0] ?? '');
	} catch {
		return '';
	}
}

function refuse(response: ServerResponse, status: number): void {
	const reasons: Readonly<Record<number, string>> = {
		404: 'Not found',
		405: 'Only GET and HEAD are allowed',
		421: 'Wrong host name',
	};
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	response.removeHeader('Content-Encoding');
	response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
	response.end(`${reasons[status] ?? status}\n`);
}
