import { defineConfig } from '@playwright/test';

// Not the port of `npm start`, so that both can run.
const port = Number(process.env['PORT'] ?? 4273);
// A Chromium that is already on this machine, for example in a container.
const executablePath = process.env['HANDREEL_CHROMIUM'];

export default defineConfig({
	testDir: 'tests',
	// Time in the page stands still between the steps of a test, so there is nothing to wait for.
	expect: { timeout: 1000 },
	use: { baseURL: `http://localhost:${port}`, launchOptions: executablePath ? { executablePath } : {} },
	webServer: { command: `node serve.mjs ${port}`, port },
});
