// What libraries draw through layers is what they draw without them, pixel by pixel.
import { createCurve, createRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { enterPage } from '../support/enter-page.ts';
import { pose } from '../support/made-recording.ts';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();
/** A person who looks ahead and moves to the side. */
const recording = encodeReel(
	createRecording({
		head: { ...pose(0, 0, 0), position: { ...pose(0, 0, 0).position, x: createCurve([0, 0, 2, 0.2]) } },
	}),
);

interface Seen {
	readonly picture: PNG;
	/** Draw calls in a frame. */
	readonly draws: number;
	/** How many views a page attached to framebuffers at once. */
	readonly views: number;
}

// Runs in the page before its scripts.
function countCalls(): void {
	const counts = { draws: 0, views: 0 };
	const { prototype } = WebGL2RenderingContext;
	for (const name of ['drawArrays', 'drawElements'] as const) {
		const native = prototype[name] as (...args: unknown[]) => void;
		Object.assign(prototype, {
			[name](this: object, ...args: unknown[]) {
				counts.draws++;
				native.apply(this, args);
			},
		});
	}
	const getExtension = prototype.getExtension as (name: string) => object | null;
	Object.assign(prototype, {
		getExtension(this: object, name: string) {
			const extension = getExtension.call(this, name) as Record<string, (...args: number[]) => void> | null;
			const attach = extension?.['framebufferTextureMultiviewOVR'];
			if (extension && attach && !Object.hasOwn(extension, 'framebufferTextureMultiviewOVR')) {
				extension['framebufferTextureMultiviewOVR'] = function call(...args) {
					counts.views = Math.max(counts.views, args[5]!);
					attach.apply(this, args);
				};
			}
			return extension;
		},
	});
	Object.assign(globalThis, { counts });
}

async function draw(name: string, layers: boolean, render: 'all' | 'last' = 'all'): Promise<Seen> {
	const url = `/packages/webxr/test/pages/layers-${name}`;
	const page = await open({ url, recording, options: { layers, render }, prepare: countCalls });
	await page.setViewportSize({ width: 320, height: 200 });
	const errors: string[] = [];
	page.on('pageerror', ({ message }) => errors.push(message));
	page.on('console', (message) => {
		if (/GL_INVALID|INVALID_/.test(message.text())) errors.push(message.text());
	});
	await enterPage(page);
	await page.evaluate(() => handreel.driver.stepTo(0.5));
	const [draws, views] = await page.evaluate(async () => {
		const { counts } = globalThis as unknown as { counts: { draws: number; views: number } };
		counts.draws = 0;
		await handreel.driver.step();
		return [counts.draws, counts.views] as const;
	});
	expect(errors).toEqual([]);
	return { picture: PNG.sync.read(await page.locator('canvas').screenshot()), draws, views };
}

/** Columns of an eye in which a color is, from the left of the eye. */
function findColor({ width, height, data }: PNG, eye: number, [r, g, b]: readonly number[]): readonly [number, number] {
	const columns: number[] = [];
	for (let x = 0; x < width / 2; x++) {
		for (let y = 0; y < height; y++) {
			const at = (y * width + x + (eye * width) / 2) * 4;
			if (data[at] === r && data[at + 1] === g && data[at + 2] === b) columns.push(x);
		}
	}
	return [Math.min(...columns), Math.max(...columns)];
}

const GREEN = [0x00, 0xcc, 0x66];

/** The page, and whether it draws both eyes at once with layers. */
const PAGES: readonly (readonly [name: string, isMultiview: boolean])[] = [
	['three.html?antialias', false],
	['three.html?renderer=webgpu', false],
	['three.html?renderer=webgpu&multiview', true],
	['babylon.html?layers&multiview', true],
];

describe.each(PAGES)('%s', (name, isMultiview) => {
	it('draws the same with and without layers, for both eyes', async () => {
		const without = await draw(name, false);
		const through = await draw(name, true);
		const [left, right] = [0, 1].map((eye) => findColor(through.picture, eye, GREEN));
		// Near things are farther left for the right eye.
		expect(left![1]).toBeGreaterThan(left![0] + 10);
		expect(left![0] - right![0]).toBeGreaterThan(3);
		expect(Buffer.compare(through.picture.data, without.picture.data)).toBe(0);
		expect(through.views).toBe(isMultiview ? 2 : 0);
		// One draw for both eyes, besides the drawing onto the canvas.
		if (isMultiview) expect(through.draws).toBeLessThan(without.draws);
	});
});

describe('layers of three.js that are placed in space', () => {
	it('are where three.js draws them without layers', async () => {
		const name = 'three.html?renderer=webgpu&panel';
		const { picture: without } = await draw(name, false);
		const { picture: through } = await draw(name, true);
		const differing = Array.from({ length: without.data.length / 4 }, (_, i) => i * 4).filter((at) =>
			[0, 1, 2].some((channel) => Math.abs(without.data[at + channel]! - through.data[at + channel]!) > 4),
		);
		// Edges may be one pixel off.
		expect(differing.length).toBeLessThan(0.01 * without.width * without.height);
		for (const eye of [0, 1]) expect(findColor(through, eye, [0xc0, 0x20, 0x60])[0]).toBeLessThan(80);
	});
});
