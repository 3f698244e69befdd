import { join } from 'node:path';
import { defineConfig, type PlaywrightTestConfig, type Project } from '@playwright/test';
import grab from '../../../../examples/grab/playwright.config.ts';
import workbench from '../../../../examples/workbench/playwright.config.ts';

const { HANDREEL_CHROMIUM: executablePath, GRAB_APP, WORKBENCH_APP } = process.env;
const examples = join(import.meta.dirname, '..', '..', '..', '..', 'examples');

/** Tests of an example, which its own configuration would run in the same way. */
function listTests(name: string, { use = {}, timeout = 0, expect = {} }: PlaywrightTestConfig): Project {
	return { name: `broken ${name}`, testDir: join(examples, name, 'tests'), use, timeout, expect };
}

function listServers(name: string, { webServer = [] }: PlaywrightTestConfig) {
	return [webServer].flat().map((server) => ({ ...server, cwd: join(examples, name) }));
}

// Set by fixture.browser.test.ts: broken apps. One runner for all, because a runner takes longer to start than most tests run.
const hasBroken = GRAB_APP !== undefined && WORKBENCH_APP !== undefined;

export default defineConfig({
	testDir: '.',
	workers: 1,
	timeout: 60_000,
	outputDir: '../../../../.cache/playwright-suite',
	use: { launchOptions: { args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) } },
	webServer: hasBroken ? [...listServers('grab', grab), ...listServers('workbench', workbench)] : [],
	projects: [
		{ name: 'suite' },
		...(hasBroken
			? [
					{ ...listTests('grab', grab), grepInvert: /same events and pictures/ },
					{ ...listTests('workbench', workbench), grep: /pulls the drawer/ },
					{
						name: 'broken super-hands',
						testMatch: 'super-hands.spec.ts',
						grepInvert: /use the hand model/,
						metadata: { replace: ["this.el.setAttribute('position', this.destPosition)", 'void 0'] },
					},
				]
			: []),
	],
});
