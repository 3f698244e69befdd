// Serves the app, with three.js from node_modules: node serve.mjs [PORT [FILE]]. FILE replaces app.js.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const [port = '4174', app = join(import.meta.dirname, 'app', 'app.js')] = process.argv.slice(2);
const three = dirname(fileURLToPath(import.meta.resolve('three')));
const types = { '.html': 'text/html', '.js': 'text/javascript' };

createServer(async ({ url = '/' }, response) => {
	const path = posix.normalize(new URL(url, 'http://localhost').pathname);
	const file = path.startsWith('/three/')
		? join(three, path.slice('/three/'.length))
		: path === '/app.js'
			? app
			: join(import.meta.dirname, 'app', path === '/' ? 'index.html' : path);
	try {
		const body = await readFile(file);
		response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
		response.end(body);
	} catch {
		response.statusCode = 404;
		response.end();
	}
}).listen(Number(port), 'localhost');
