// The fixture with real libraries, in Playwright's own runner.
import { expect, it, vi } from 'vitest';
import { listFailures, runPlaywright } from '../support/run-playwright.ts';

vi.setConfig({ testTimeout: 240_000 });

it('gives hand meshes to three.js, A-Frame and Babylon.js, and controllers with IWER', async () => {
	const results = await runPlaywright('packages/playwright/test/suite', {}, ['hand-mesh', 'iwer.spec']);
	expect(listFailures(results)).toEqual([]);
	expect(results).toHaveLength(6);
});
