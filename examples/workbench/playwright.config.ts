import { defineConfig } from '@playwright/test';

const port = Number(process.env['WORKBENCH_PORT'] ?? 4174);
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
