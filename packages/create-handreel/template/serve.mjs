// Serves the folder app, and three.js from node_modules: node serve.mjs [PORT]
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const [port = '4173'] = process.argv.slice(2);
const app = fileURLToPath(new URL('app/', import.meta.url));
const three = dirname(fileURLToPath(import.meta.resolve('three')));
const types = { '.html': 'text/html', '.js': 'text/javascript' };

const server = createServer(async ({ url = '/' }, response) => {
	try {
		const path = posix.normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
		const file = path.startsWith('/three/')
			? join(three, path.slice(7))
			: join(app, path === '/' ? 'index.html' : path);
		const body = await readFile(file);
		response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(body);
	} catch {
		response.writeHead(404).end('not found');
	}
});
server.listen(Number(port), 'localhost', () => console.log(`http://localhost:${port}/`));
