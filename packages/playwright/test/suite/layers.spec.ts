// What both eyes see in pages of three.js and Babylon.js, with layers and multiview.
import { join } from 'node:path';
import { createCurve, createRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { expect, test } from '@handreel/playwright';
import { replayIntoPage, type XRReplay } from '@handreel/playwright/page';
import type { Page } from '@playwright/test';
import { serveFiles } from '../support/serve-files.ts';

const still = (value: number) => createCurve([0, value]);
const zero = { x: still(0), y: still(0), z: still(0) };
/** A person who looks ahead, from the origin. */
const recording = encodeReel(createRecording({ head: { position: zero, rotation: { ...zero, w: still(1) } } }));

let server: Awaited<ReturnType<typeof serveFiles>>;
test.beforeAll(async () => {
	server = await serveFiles(join(import.meta.dirname, '..', '..', '..', '..'));
});
test.afterAll(() => server.close());

async function enter(page: Page, name: string, layers: boolean): Promise<XRReplay> {
	const xr = await replayIntoPage(page, recording, { layers, render: 'last' });
	await page.goto(`${server.origin}/packages/webxr/test/pages/layers-${name}`);
	await xr.enter({ by: '#enter:enabled' });
	// Babylon.js places the person in its first frames.
	await xr.step(5);
	return xr;
}

const RIGHT: readonly (readonly [name: string, layers: boolean])[] = [
	['three.html?antialias', false],
	['three.html?renderer=webgpu&multiview', true],
	['babylon.html?layers&multiview', true],
];
for (const [name, layers] of RIGHT) {
	test(`both eyes are equal in ${name} ${layers ? 'with' : 'without'} layers`, async ({ page }) => {
		const xr = await enter(page, name, layers);
		const { time } = xr;
		const before = await page.screenshot();
		await expect(xr).toHaveEqualEyes({ within: 0 });
		// The check leaves time, events and picture as they were.
		expect((await page.screenshot()).equals(before)).toBe(true);
		await xr.step();
		expect(xr.time - time).toBeCloseTo(1 / 60, 6);
	});
}

const BROKEN: readonly (readonly [name: string, layers: boolean, reason: RegExp])[] = [
	['three.html?missing', true, /^the eyes differ in \d\.\d % of the pixels .*: columns \d+ to \d+, rows \d+ to \d+/],
	['three.html?renderer=webgpu&multiview&same', true, /the page draws one view twice/],
	['babylon.html?missing', false, /^the eyes differ in/],
];
for (const [name, layers, reason] of BROKEN) {
	test(`a difference of the eyes is found in ${name} ${layers ? 'with' : 'without'} layers`, async ({ page }) => {
		const xr = await enter(page, name, layers);
		await expect(xr).not.toHaveEqualEyes();
		const error: Error = await expect(xr)
			.toHaveEqualEyes()
			.then(
				() => new Error('the eyes count as equal'),
				(thrown: Error) => thrown,
			);
		expect(error.message).toMatch(reason);
		const picture = test.info().attachments.find(({ name: title }) => title === 'eyes.png');
		expect(picture?.body?.subarray(1, 4).toString()).toBe('PNG');
	});
}

test('a page that draws nothing has no equal eyes', async ({ page }) => {
	const xr = await enter(page, 'three.html?empty', true);
	await expect(expect(xr).toHaveEqualEyes()).rejects.toThrow('the page has drawn nothing');
});
