// The page of the guide, as a reader would copy it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestPage } from '../../../scripts/test-page.ts';
import { root } from '../../../scripts/workspace.mjs';

/** Lets the test read pictures after they are shown. */
const KEEP = `const { getContext } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (type, options) {
	return getContext.call(this, type, { ...options, preserveDrawingBuffer: true });
};`;

it('the page of the guide shows hands, with what the oldest three.js has', async () => {
	const guide = readFileSync(join(root, 'docs/pages/guide/show-hands.md'), 'utf8');
	const code = /## three\.js\n\n```ts check\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
	// Core has it since three.js 0.179, and the peer range begins with 0.160.
	expect(code).not.toContain('Timer');
	mkdirSync(join(root, '.cache', 'guide'), { recursive: true });
	writeFileSync(join(root, '.cache', 'guide', 'page.ts'), code);
	const { page, complaints, close } = await openTestPage({
		script: '.cache/guide/page.ts',
		html: '<!doctype html><title>guide</title><body style="margin:0"><script type="module" src="/code/page.js"></script>',
		before: [KEEP],
		files: { '/grab.bin': 'fixtures/recorded/mrtk-2.8.3-full-5s.bin' },
	});
	try {
		await page.waitForFunction(() => {
			const canvas = document.querySelector('canvas');
			if (canvas === null) return false;
			const copy = new OffscreenCanvas(canvas.width, canvas.height);
			const context = copy.getContext('2d', { willReadFrequently: true })!;
			context.drawImage(canvas, 0, 0);
			const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
			let lit = 0;
			for (let i = 0; i < data.length; i += 4) if (data[i]! + data[i + 1]! + data[i + 2]! > 60) lit++;
			return lit > 0.004 * canvas.width * canvas.height;
		});
		expect(complaints).toEqual([]);
	} finally {
		await close();
	}
});
