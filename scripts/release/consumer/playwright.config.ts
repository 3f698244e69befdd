import { defineConfig } from '@playwright/test';

const executablePath = process.env['HANDREEL_CHROMIUM'];

export default defineConfig({
	testIgnore: 'out/**',
	workers: 1,
	reporter: 'line',
	use: { launchOptions: { args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) } },
});
