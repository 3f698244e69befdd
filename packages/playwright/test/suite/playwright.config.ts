import { defineConfig } from '@playwright/test';

const executablePath = process.env['HANDREEL_CHROMIUM'];

export default defineConfig({
	testDir: '.',
	workers: 1,
	timeout: 60_000,
	outputDir: '../../../../.cache/playwright-suite',
	use: { launchOptions: { args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) } },
});
