import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vitepress';

const TYPES: Readonly<Record<string, string>> = {
	html: 'text/html',
	js: 'text/javascript',
	css: 'text/css',
	svg: 'image/svg+xml',
	woff2: 'font/woff2',
};

/** Serves a built folder under a path, such as `/studio`, during development. The build copies it instead. */
export function serveBuilt(prefix: string, folder: string): Plugin {
	return {
		name: `serve-built:${prefix}`,
		configureServer(server) {
			server.middlewares.use(prefix, (request, response, next) => {
				const path = new URL(request.url ?? '/', 'http://localhost').pathname;
				const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
				if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return next();
				response.setHeader('Content-Type', TYPES[file.split('.').pop() ?? ''] ?? 'application/octet-stream');
				response.end(readFileSync(file));
			});
		},
	};
}
