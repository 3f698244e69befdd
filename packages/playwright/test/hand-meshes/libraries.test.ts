// The fixture with real libraries, in Playwright's own runner.
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { listFailures, runPlaywright } from '../support/run-playwright.ts';

vi.setConfig({ testTimeout: 240_000 });

describe('the fixture', () => {
	// Together: a runner and a browser take longer to start than most of these tests.
	it('gives hand meshes to three.js, A-Frame and Babylon.js, controllers with IWER, takes objects of Babylon.js, and uses an application of others', async () => {
		const specs = ['hand-mesh', 'iwer.spec', 'babylon', 'super-hands'];
		const results = await runPlaywright('packages/playwright/test/suite', {}, specs);
		expect(listFailures(results)).toEqual([]);
		expect(results).toHaveLength(8);
		expect(results.map(({ title }) => title)).toContain(
			'a controller takes a cube of the super-hands example and puts it down',
		);
	});
});

describe('an application of others', () => {
	it('fails the test if it is broken, and the report shows why', async () => {
		const env = { BREAK: "this.el.setAttribute('position', this.destPosition)=>void 0" };
		const [result] = await runPlaywright('packages/playwright/test/suite', env, ['super-hands']);
		expect(result?.error).toMatch(/is at \[0, 1, -1\.25\], \d+\.\d cm from \[0\.6, 1\.2, -1\.1\] at \d\.\d\d s/);
		const { body = '', path } = result!.attachments.find(({ name }) => name === 'side-view.svg')!;
		const svg = path ? readFileSync(path, 'utf8') : Buffer.from(body, 'base64').toString();
		expect(svg.match(/expected here/g)).toHaveLength(2);
	});
});
