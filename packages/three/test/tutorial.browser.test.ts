// The example with the ghost in Chromium: with recorded users in a headset, and with the pointer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRecording } from '@handreel/convert';
import { writeRecording } from '@handreel/core';
import { moveRecording } from '@handreel/core/edit';
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
const page = {
	script: 'examples/tutorial/main.ts',
	html,
	files: { '/code/press.reel': 'examples/tutorial/press.reel' },
};
const { recording } = await decodeRecording(readFileSync(join(folder, 'press.reel')));

/** Repeats the ghost's own motion, moved by some meters. */
async function follow(x: number, y: number): Promise<{ score: number; button: string }> {
	const moved = moveRecording(recording, [x, y, 0, 0, 0, 0, 1]);
	// The format of the runtime has no radii and no pointing rays, which nobody looks at here.
	const user = Buffer.from(writeRecording(moved, { onIssue: () => {} })).toString('base64');
	const runtime = readFileSync(join(root, 'packages', 'webxr', 'dist', 'inject.js'), 'utf8');
	const before = [runtime, `handreel.install('${user}', { render: 'last' })`];
	const { page: open, complaints, close } = await openTestPage({ ...page, before });
	try {
		await open.getByRole('button', { name: 'Enter VR' }).click();
		await open.evaluate(async () => {
			const { driver } = handreel;
			for (let i = 0; i < 100 && driver.sessionMode === null; i++) await driver.step();
			await driver.stepTo(2);
		});
		const score = Number.parseFloat(await open.locator('#score').innerText());
		const button = await open.locator('#button').innerText();
		expect(complaints).toEqual([]);
		return { score, button };
	} finally {
		await close();
	}
}

it('scores a user of any height who follows the ghost', async () => {
	for (const height of [0, -1.6]) {
		const { score, button } = await follow(0.01, height);
		expect(score).toBeGreaterThan(80);
		expect(button).toBe('pressed 1×');
	}
}, 180_000);

it('scores no points half a meter away', async () => {
	const { score, button } = await follow(0.5, 0);
	expect(score).toBe(0);
	expect(button).toBe('not pressed');
});

it('takes the pointer without a headset', async () => {
	const { page: open, complaints, close } = await openTestPage(page);
	await open.getByText('Follow its fingertip').waitFor();
	expect(await open.getByRole('button', { name: 'Enter VR' }).count()).toBe(0);
	await open.keyboard.press('Tab');
	await open.keyboard.press('Enter');
	await open.getByRole('button', { name: 'Play' }).waitFor();
	// Where the paused ghost is: anywhere in the picture scores, because the pointer has the depth of the ghost.
	await open.mouse.move(240, 180);
	await open.waitForFunction(() => document.querySelector('#score')?.textContent !== '–');
	expect(Number.parseFloat(await open.locator('#score').innerText())).toBeGreaterThan(10);
	expect(complaints).toEqual([]);
	await close();
});
