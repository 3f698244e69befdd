import { describe, expect, it } from 'vitest';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();

describe('drawing', () => {
	it('can be skipped, or limited to the last frame', async () => {
		const draws: Record<string, number[]> = {};
		for (const render of ['all', 'last', 'none'] as const) {
			const page = await open({ options: { render } });
			draws[render] = await page.evaluate(async () => {
				const { session, gl } = await kit.start();
				return kit.inFrames(session, 3, () => {
					gl.clearColor(0, 0, 0, 0);
					gl.disable(gl.SCISSOR_TEST);
					gl.clear(gl.COLOR_BUFFER_BIT);
					gl.clearColor(1, 0, 0, 1);
					gl.clear(gl.COLOR_BUFFER_BIT);
					const pixel = new Uint8Array(4);
					gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
					return pixel[0]!;
				});
			});
		}
		expect(draws).toEqual({ all: [255, 255, 255], last: [0, 0, 255], none: [0, 0, 0] });
	});

	it('is never skipped in framebuffers of the page, whose content later frames may use', async () => {
		const page = await open({ options: { render: 'none' } });
		const pixels = await page.evaluate(async () => {
			const { session, gl } = await kit.start();
			const framebuffer = gl.createFramebuffer();
			const texture = gl.createTexture();
			gl.bindTexture(gl.TEXTURE_2D, texture);
			gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
			gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
			gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
			gl.clearColor(1, 0, 0, 1);
			const names: string[] = [];
			for (const name in gl) names.push(name);
			const hasAll = ['clear', 'drawElements', 'bindFramebuffer'].every((name) => names.includes(name));
			const pixels = await kit.inFrame(session, () =>
				[framebuffer, null].map((target) => {
					gl.bindFramebuffer(gl.FRAMEBUFFER, target);
					gl.clear(gl.COLOR_BUFFER_BIT);
					const pixel = new Uint8Array(4);
					gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
					return pixel[0];
				}),
			);
			return [...pixels, hasAll];
		});
		expect(pixels).toEqual([255, 0, true]);
	});
});
