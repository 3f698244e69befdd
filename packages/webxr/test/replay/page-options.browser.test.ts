// Options that decide what pages can do.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplayOptions } from '@handreel/webxr';
import { describe, expect, it } from 'vitest';
import { openContext } from '../../../../scripts/test-browser.ts';
import { root } from '../../../../scripts/workspace.mjs';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();

describe('allowInsecure', () => {
	// Pages on other hosts than this machine have no secure context over http.
	const look = async (options: ReplayOptions): Promise<unknown> => {
		const context = await openContext();
		try {
			await context.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
			await context.addInitScript({ path: join(root, 'packages/webxr/dist/inject.js') });
			const base64 = readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-full-5s.bin')).toString('base64');
			await context.addInitScript(`handreel.install('${base64}', ${JSON.stringify(options)})`);
			const page = await context.newPage();
			await page.goto('http://insecure.test/');
			return await page.evaluate(() => [
				isSecureContext,
				'xr' in navigator,
				Object.getOwnPropertyNames(globalThis).filter((name) => /^XR[A-Z]/.test(name)).length > 20,
			]);
		} finally {
			await context.close();
		}
	};

	it('adds navigator.xr to pages without a secure context, which have none by default', async () => {
		expect(await look({})).toEqual([false, false, false]);
		expect(await look({ allowInsecure: true })).toEqual([false, true, true]);
	});
});

describe('requireUserActivation', () => {
	it('refuses immersive sessions and features without a click', async () => {
		// Playwright runs its own calls with the rights of a click, so the page asks by itself first.
		const prepare = (): void => {
			const refuse = (mode: string, requiredFeatures: string[] = []): Promise<string | null> =>
				navigator.xr.requestSession(mode, { requiredFeatures }).then(
					() => null,
					(error: Error) => error.name,
				);
			const ask = (): Promise<(string | null)[]> =>
				Promise.all([refuse('inline'), refuse('inline', ['local']), refuse('immersive-vr')]);
			addEventListener('DOMContentLoaded', () => Object.assign(globalThis, { ask, early: ask() }));
		};
		const page = await open({ options: { requireUserActivation: true }, prepare });
		expect(await page.evaluate('early')).toEqual([null, 'SecurityError', 'SecurityError']);
		expect(await page.evaluate('ask()')).toEqual([null, null, null]);
	});
});

describe('environmentBlendMode and interactionMode', () => {
	it('are what AR sessions report', async () => {
		const page = await open({ options: { environmentBlendMode: 'alpha-blend', interactionMode: 'screen-space' } });
		const modes = await page.evaluate(async () => {
			const result: string[] = [];
			for (const mode of ['immersive-ar', 'immersive-vr', 'inline']) {
				const session = await navigator.xr.requestSession(mode);
				result.push(session.environmentBlendMode, session.interactionMode);
				await session.end();
			}
			return result;
		});
		expect(modes).toEqual(['alpha-blend', 'screen-space', 'opaque', 'screen-space', 'opaque', 'screen-space']);
	});
});

describe('framebuffer', () => {
	it("'opaque' draws to its own framebuffer, and copies it to the canvas", async () => {
		const page = await open({ options: { framebuffer: 'opaque' } });
		const result = await page.evaluate(async () => {
			const { session, gl } = await kit.start();
			const layer = session.renderState.baseLayer ?? new XRWebGLLayer(session, gl);
			const pixel = new Uint8Array(4);
			const canvasPixel = new Uint8Array(4);
			await kit.inFrame(session, () => {
				const target = session.renderState.baseLayer!;
				gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
				gl.clearColor(0, 1, 0, 1);
				gl.clear(gl.COLOR_BUFFER_BIT);
				gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
				// Callbacks of the window run after the session has copied its picture.
				requestAnimationFrame(() => {
					gl.bindFramebuffer(gl.FRAMEBUFFER, null);
					gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, canvasPixel);
				});
			});
			const { drawingBufferWidth, drawingBufferHeight } = gl;
			return {
				hasFramebuffer: layer.framebuffer !== null,
				isSized: layer.framebufferWidth === drawingBufferWidth && layer.framebufferHeight === drawingBufferHeight,
				colors: [Array.from(pixel), Array.from(canvasPixel)],
			};
		});
		expect(result).toEqual({
			hasFramebuffer: true,
			isSized: true,
			colors: [
				[0, 255, 0, 255],
				[0, 255, 0, 255],
			],
		});
	});
});
