// Pages to replay into: small ones that are given here, and the example.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { root } from '../../../../scripts/workspace.mjs';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** A page that starts a session at once and runs code in each frame; `frame` counts them from 1. */
export function framePage(code: string): string {
	return `<!doctype html><title>A page</title><body style="margin: 0"><script type="module">
const session = await navigator.xr.requestSession('immersive-vr', { optionalFeatures: ['hand-tracking'] });
const gl = document.createElement('canvas').getContext('webgl2', { xrCompatible: true });
session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
let frame = 0;
const onFrame = () => { frame++; session.requestAnimationFrame(onFrame); ${code} };
session.requestAnimationFrame(onFrame);
</script>`;
}

/** Serves pages under their names, and the example under /grab/; never answers under /silent. */
export class PageServer {
	readonly origin: string;
	readonly #server: Server;

	private constructor(server: Server) {
		this.#server = server;
		this.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
	}

	static async start(pages: Readonly<Record<string, string>>): Promise<PageServer> {
		const server = createServer(({ url = '/' }, response) => {
			const { pathname } = new URL(url, 'http://localhost');
			// Never answers.
			if (pathname === '/silent') return;
			const page = pages[pathname.slice(1)];
			try {
				const file = pathname.startsWith('/three/')
					? join('node_modules', 'three', 'build', pathname.slice('/three/'.length))
					: join('examples', 'grab', 'app', pathname.replace(/^\/grab\//, '') || 'index.html');
				const body = page ?? readFileSync(join(root, file));
				const other = page === undefined ? 'text/plain' : 'text/html';
				response.setHeader('content-type', TYPES[extname(pathname)] ?? TYPES[extname(file)] ?? other);
				response.end(body);
			} catch {
				response.statusCode = 404;
				response.end();
			}
		});
		await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
		return new PageServer(server);
	}

	close(): void {
		this.#server.close();
		this.#server.closeAllConnections();
	}
}
