import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';

// A free port. Workers load this file, too, and inherit the variable.
process.env['WORKBENCH_PORT'] ??= String(await findFreePort());
const port = Number(process.env['WORKBENCH_PORT']);
const executablePath = process.env['HANDREEL_CHROMIUM'];

export default defineConfig({
	testDir: 'tests',
	workers: 1,
	timeout: 60_000,
	// Time stands still between frames, so there is nothing to wait for.
	expect: { timeout: 1000 },
	use: {
		baseURL: `http://localhost:${port}`,
		viewport: { width: 640, height: 320 },
		launchOptions: { args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) },
	},
	webServer: {
		command: `node serve.mjs ${port} ${process.env['WORKBENCH_APP'] ?? ''}`,
		port,
	},
});

async function findFreePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
	const { port = 0 } = server.address() as { port?: number };
	await new Promise((resolve) => server.close(resolve));
	return port;
}
