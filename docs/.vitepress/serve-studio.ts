import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitepress';

const folder = fileURLToPath(new URL('../../apps/studio/dist/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
	html: 'text/html',
	js: 'text/javascript',
	css: 'text/css',
	svg: 'image/svg+xml',
	woff2: 'font/woff2',
};

/** Serves the built studio at `studio/` during development. The build copies it instead. */
export function serveStudio(): Plugin {
	return {
		name: 'serve-studio',
		configureServer(server) {
			server.middlewares.use('/studio', (request, response, next) => {
				const path = new URL(request.url ?? '/', 'http://localhost').pathname;
				const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
				if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return next();
				response.setHeader('Content-Type', TYPES[file.split('.').pop() ?? ''] ?? 'application/octet-stream');
				response.end(readFileSync(file));
			});
		},
	};
}
