// The example with the ghost, with recorded users in Chromium: one who follows, and one who does not.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestPage } from '../../../scripts/test-page.ts';
import { root } from '../../../scripts/workspace.mjs';

interface Driver {
	readonly sessionMode: string | null;
	step(count?: number): Promise<unknown>;
	stepTo(seconds: number): Promise<unknown>;
}
declare const handreel: { readonly driver: Driver };

const folder = join(root, 'examples', 'tutorial');
const html = readFileSync(join(folder, 'index.html'), 'utf8').replace('src="main.ts"', 'src="/code/page.js"');

async function follow(file: string): Promise<{ score: number; button: string }> {
	const user = readFileSync(join(root, 'examples', 'grab', 'tests', file)).toString('base64');
	const runtime = readFileSync(join(root, 'packages', 'webxr', 'dist', 'inject.js'), 'utf8');
	const { page, complaints, close } = await openTestPage({
		script: 'examples/tutorial/main.ts',
		html,
		before: [runtime, `handreel.install('${user}', { render: 'last' })`],
		files: { '/code/press.reel': 'examples/tutorial/press.reel' },
	});
	try {
		await page.locator('canvas').waitFor({ state: 'attached' });
		await page.click('#enter');
		await page.evaluate(async () => {
			const { driver } = handreel;
			for (let i = 0; i < 100 && driver.sessionMode === null; i++) await driver.step();
			await driver.stepTo(1.9);
		});
		const score = Number.parseFloat(await page.locator('#score').innerText());
		const button = await page.locator('#button').innerText();
		expect(complaints).toEqual([]);
		return { score, button };
	} finally {
		await close();
	}
}

it('scores a user who follows the ghost', async () => {
	const { score, button } = await follow('grab.bin');
	expect(score).toBeGreaterThan(85);
	expect(button).toBe('pressed 1×');
}, 120_000);

it('gives no points half a meter away', async () => {
	const { score, button } = await follow('miss.bin');
	expect(score).toBe(0);
	expect(button).toBe('not pressed');
}, 120_000);
