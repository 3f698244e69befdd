// A recording that is too large to be sent in one piece.
import { createFrameSample, writeRecording } from '@handreel/core';
import { Recorder } from '@handreel/core/record';
import { expect, test } from '@handreel/playwright';
import { replayIntoPage } from '@handreel/playwright/page';

const SECONDS = 85;

function makeRecording(): Uint8Array {
	const recorder = new Recorder({ maxDuration: SECONDS + 1 });
	const frame = createFrameSample();
	frame.headPresent = true;
	for (const hand of [frame.hands.left, frame.hands.right]) {
		hand.tracked = true;
		hand.present.fill(1);
	}
	recorder.start();
	for (let i = 0; i <= SECONDS * 60; i++) {
		frame.time = i / 60;
		frame.head.set([0, 1.6, 0, 0, 0, 0, 1]);
		for (const hand of [frame.hands.left, frame.hands.right]) {
			// All joints and frames differ, so no key is redundant.
			for (let at = 0; at < hand.joints.length; at += 7) {
				hand.joints.set([Math.sin(i + at), 1, i / 1000, Math.sin(i), 0, 0, Math.cos(i)], at);
			}
		}
		recorder.capture(frame);
	}
	return writeRecording(recorder.toRecording({ keepAllKeys: true }));
}

test('reaches the page completely', async ({ page }) => {
	const bytes = makeRecording();
	expect(bytes.length).toBeGreaterThan(13e6);
	const xr = await replayIntoPage(page, bytes);
	await page.route('http://localhost:9/', (route) =>
		route.fulfill({
			contentType: 'text/html',
			body: `<!doctype html><script type="module">
				await navigator.xr.requestSession('immersive-vr');
				document.title = typeof handreelParts;
			</script>`,
		}),
	);
	await page.goto('http://localhost:9/');
	await xr.enter();
	await xr.seek(SECONDS);
	const size = await page.evaluate('handreel.driver.duration');
	expect([size, xr.time, await page.title()]).toEqual([SECONDS, SECONDS, 'undefined']);
});
