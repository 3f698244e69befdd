import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorText } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';

/** A page that can be opened. */
export interface ServedPage {
	readonly url: string;
	/** Replaces addresses of the server in a text by those of the files. */
	readonly nameFiles: (text: string) => string;
	readonly close: () => void;
}

const LOOPBACK = '127.0.0.1';

/** Without the right type, browsers refuse modules, style sheets and WebAssembly. They recognize images and sounds. */
const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html',
	'.htm': 'text/html',
	'.xhtml': 'application/xhtml+xml',
	'.js': 'text/javascript',
	'.mjs': 'text/javascript',
	'.css': 'text/css',
	'.json': 'application/json',
	'.svg': 'image/svg+xml',
	'.wasm': 'application/wasm',
	'.txt': 'text/plain',
	'.gltf': 'model/gltf+json',
	'.glb': 'model/gltf-binary',
};

/**
 * Prepares a URL for the browser. The folder of a local file is served on the loopback interface: a page that is opened as a
 * file can read either no module or all files of the user. Hidden files, and links to files outside the folder, are not served.
 * Throws an `Error` if there is no such file.
 */
export async function servePage(url: string): Promise<ServedPage> {
	if (!url.startsWith('file:')) return { url, nameFiles: (text) => text, close: () => {} };
	const file = fileURLToPath(url);
	checkFile(file);
	const folder = realpathSync(dirname(file));
	const { pathname, search, hash } = new URL(url);
	const page = pathname.slice(pathname.lastIndexOf('/') + 1);
	let origin = '';
	const server = createServer(({ method, url: asked = '', headers }, response) => {
		const path = asked.replace(/[?#].*/s, '');
		const isAllowed = method === 'GET' && `http://${headers.host}` === origin;
		answer(response, !isAllowed ? null : path === `/${page}` ? file : findFile(folder, path));
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(0, LOOPBACK, resolve);
	});
	origin = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
	const base = new URL('.', url).href;
	return {
		url: `${origin}/${page}${search}${hash}`,
		nameFiles: (text) => text.replaceAll(`${origin}/`, base),
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

function checkFile(file: string): void {
	let reason = 'not a file';
	try {
		if (statSync(file).isFile()) return;
	} catch (error) {
		reason = errorText(error);
	}
	throw new Error(`${escapeText(file, 400)}: ${reason}`);
}

// Compares where links lead, not how the path is written.
function findFile(folder: string, path: string): string | null {
	try {
		const file = realpathSync(join(folder, decodeURIComponent(path)));
		const inside = relative(folder, file);
		const isHidden = inside.split(sep).some((part) => part.startsWith('.'));
		return isHidden || isAbsolute(inside) || !statSync(file).isFile() ? null : file;
	} catch {
		return null;
	}
}

function answer(response: ServerResponse, file: string | null): void {
	response.setHeader('Cache-Control', 'no-store');
	response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
	if (file === null) {
		response.writeHead(404).end();
		return;
	}
	const type = TYPES[extname(file).toLowerCase()];
	if (type !== undefined) response.setHeader('Content-Type', type);
	createReadStream(file)
		.on('error', () => response.destroy())
		.pipe(response);
}
