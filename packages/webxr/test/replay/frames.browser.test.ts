// Frames of the same origin inside the page: one driver for all of them.
import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();

async function addFrame(page: Page, allow = ''): Promise<Frame> {
	await page.evaluate(async (policy) => {
		const frame = document.createElement('iframe');
		frame.src = '/';
		frame.allow = policy;
		document.body.append(frame);
		await new Promise((resolve) => frame.addEventListener('load', resolve));
	}, allow);
	return page.frames()[1]!;
}

describe.each(['own', 'iwer'] as const)('a frame, in the runtime %s', (runtime) => {
	it('has its own sessions, which the driver of the page steps', async () => {
		const page = await open({ runtime });
		const frame = await addFrame(page);
		await frame.evaluate(async () => {
			const { session, space } = await kit.start();
			const seen: unknown[] = [];
			Object.assign(globalThis, { seen });
			session.requestAnimationFrame(function onFrame(time: number, frame: XRFrame) {
				session.requestAnimationFrame(onFrame);
				const { projectionMatrix, transform } = frame.getViewerPose(space)!.views[0]!;
				const areOurs = [
					session instanceof EventTarget,
					projectionMatrix instanceof Float32Array,
					transform.matrix instanceof Float32Array,
				];
				seen.push([time === performance.now(), ...areOurs, session.inputSources.length]);
			});
		});
		const state = await page.evaluate(async () => {
			await handreel.driver.stepTo(1.2);
			const { time, sessionMode, events, frames } = handreel.driver;
			return { time, sessionMode, frames, types: events.map(({ type }) => type) };
		});
		expect(state).toMatchObject({ time: 1.2, sessionMode: 'immersive-vr', frames: 73 });
		expect(state.types).toEqual(expect.arrayContaining(['sessionstart', 'inputsourceschange', 'selectstart']));
		expect(await frame.evaluate('handreel.driver')).toBe(null);
		expect(await frame.evaluate('seen.at(-1)')).toEqual([true, true, true, true, 2]);
	});

	it('ends its session and drops its callbacks when it is removed', async () => {
		const page = await open({ runtime });
		const frame = await addFrame(page);
		await frame.evaluate(async () => {
			await kit.start();
			setTimeout(() => parent.document.body.append('too late'), 100);
			requestAnimationFrame(() => parent.document.body.append('too late'));
		});
		const result = await page.evaluate(async () => {
			document.querySelector('iframe')!.remove();
			await handreel.driver.step(10);
			const { sessionMode, events } = handreel.driver;
			return [sessionMode, events.map(({ type }) => type), document.body.textContent];
		});
		expect(result).toEqual([null, ['sessionstart', 'end'], '']);
	});
});

describe('the clock of a page and its frames', () => {
	it('is shared, and runs timers in the order in which they are due', async () => {
		const page = await open();
		const frame = await addFrame(page);
		await page.evaluate(() => handreel.driver.step(3));
		const set = (name: string): void => {
			const log = (text: string): void => {
				top!.document.title += ` ${name}${text}`;
			};
			for (const delay of name === 'page' ? [10, 30] : [20, 40]) setTimeout(() => log(String(delay)), delay);
			requestAnimationFrame((time) =>
				log(`:${time === top!.performance.now() && Date.now() === (top as typeof globalThis & Window).Date.now()}`),
			);
		};
		await page.evaluate(set, 'page');
		await frame.evaluate(set, 'frame');
		await page.evaluate(() => handreel.driver.step(3));
		expect((await page.title()).trim().split(' ')).toEqual([
			'page10',
			'page:true',
			'frame:true',
			'frame20',
			'page30',
			'frame40',
		]);
	});
});

describe('WebXR Device API, Permissions Policy', () => {
	it('a frame without xr-spatial-tracking has no immersive sessions, and gets an error', async () => {
		const page = await open();
		const frame = await addFrame(page, "xr-spatial-tracking 'none'");
		const names = await frame.evaluate(() =>
			Promise.all([
				kit.errorName(() => navigator.xr.isSessionSupported('immersive-vr')),
				kit.errorName(() => navigator.xr.requestSession('immersive-vr')),
				kit.errorName(() => navigator.xr.requestSession('inline')),
				kit.errorName(() => navigator.xr.requestSession('inline', { requiredFeatures: ['local'] })),
				navigator.xr.isSessionSupported('inline'),
			]),
		);
		expect(names).toEqual(['SecurityError', 'NotSupportedError', null, 'NotSupportedError', true]);
		const compatible = await frame.evaluate(() => {
			const canvas = document.createElement('canvas');
			const gl = canvas.getContext('webgl', {
				xrCompatible: true,
			} as WebGLContextAttributes) as WebGLRenderingContext & {
				makeXRCompatible(): Promise<void>;
			};
			const { xrCompatible } = gl.getContextAttributes() as { xrCompatible?: boolean };
			return Promise.all([xrCompatible, kit.errorName(() => gl.makeXRCompatible())]);
		});
		expect(compatible).toEqual([false, 'SecurityError']);
	});
});
