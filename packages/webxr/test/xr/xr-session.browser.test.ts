// Rules of the WebXR Device API. Each group names its section.
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();

describe('WebXR Device API, XRSystem: isSessionSupported()', () => {
	it('answers for every mode and rejects other strings', async () => {
		const page = await open({ options: { modes: ['inline', 'immersive-vr'] } });
		const answers = await page.evaluate(async () => [
			await navigator.xr.isSessionSupported('inline'),
			await navigator.xr.isSessionSupported('immersive-vr'),
			await navigator.xr.isSessionSupported('immersive-ar'),
			await kit.errorName(() => navigator.xr.isSessionSupported('immersive-hologram')),
		]);
		expect(answers).toEqual([true, true, false, 'TypeError']);
	});
});

describe('WebXR Device API, XRSystem: requestSession()', () => {
	it('rejects modes that are not supported, and a second immersive session', async () => {
		const page = await open({ options: { modes: ['inline', 'immersive-vr'] } });
		const names = await page.evaluate(async () => {
			const ar = await kit.errorName(() => navigator.xr.requestSession('immersive-ar'));
			const both = await Promise.allSettled([
				navigator.xr.requestSession('immersive-vr'),
				navigator.xr.requestSession('immersive-vr'),
			]);
			const later = await kit.errorName(() => navigator.xr.requestSession('immersive-vr'));
			const inline = await kit.errorName(() => navigator.xr.requestSession('inline'));
			return [ar, ...both.map(({ status }) => status), later, inline];
		});
		expect(names).toEqual(['NotSupportedError', 'fulfilled', 'rejected', 'InvalidStateError', null]);
	});

	it('allows another session after the first has ended', async () => {
		const page = await open();
		const modes = await page.evaluate(async () => {
			const first = await navigator.xr.requestSession('immersive-vr');
			await first.end();
			await navigator.xr.requestSession('immersive-ar');
			return handreel.driver.sessionMode;
		});
		expect(modes).toBe('immersive-ar');
	});
});

describe('WebXR Device API, Feature Dependencies', () => {
	it('grants supported features, skips other optional features, rejects other required features', async () => {
		const page = await open({ options: { refuse: ['unbounded'] } });
		const result = await page.evaluate(async () => {
			const optionalFeatures = ['hand-tracking', 'local-floor', 'teleportation', 'unbounded'];
			const session = await navigator.xr.requestSession('immersive-vr', { optionalFeatures });
			const granted = session.enabledFeatures;
			await session.end();
			const require = (name: string, mode = 'immersive-vr'): Promise<string | null> =>
				kit.errorName(() => navigator.xr.requestSession(mode, { requiredFeatures: [name] }));
			return [
				granted,
				await require('teleportation'),
				await require('unbounded'),
				await require('hand-tracking', 'inline'),
			];
		});
		expect(result).toEqual([
			['viewer', 'local', 'hand-tracking', 'local-floor'],
			'NotSupportedError',
			'NotSupportedError',
			'NotSupportedError',
		]);
	});

	it('grants viewer and local to immersive sessions by default, and viewer to inline sessions', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const immersive = await navigator.xr.requestSession('immersive-vr');
			const inline = await navigator.xr.requestSession('inline');
			const ask = (session: XRSession, type: string): Promise<string | null> =>
				kit.errorName(() => session.requestReferenceSpace(type));
			return [
				await ask(immersive, 'viewer'),
				await ask(immersive, 'local'),
				await ask(immersive, 'local-floor'),
				await ask(inline, 'viewer'),
				await ask(inline, 'local'),
				await ask(immersive, 'nowhere'),
			];
		});
		expect(result).toEqual([null, null, 'NotSupportedError', null, 'NotSupportedError', 'TypeError']);
	});
});

describe('WebXR Device API, XRSession: updateRenderState()', () => {
	it('takes effect with the next frame', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session } = await kit.start();
			const before = session.renderState.baseLayer;
			session.updateRenderState({ depthFar: 50 });
			session.updateRenderState({ depthNear: 0.5 });
			const stillOld = session.renderState.depthFar;
			await handreel.driver.step();
			const { depthNear, depthFar, baseLayer, inlineVerticalFieldOfView } = session.renderState;
			return [before, stillOld, depthNear, depthFar, baseLayer !== null, inlineVerticalFieldOfView];
		});
		expect(result).toEqual([null, 1000, 0.5, 50, true, null]);
	});

	it('refuses layers of other sessions, and a field of view for immersive sessions', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session, gl } = await kit.start();
			const inline = await navigator.xr.requestSession('inline');
			const layer = new XRWebGLLayer(inline, gl);
			return [
				await kit.errorName(() => session.updateRenderState({ baseLayer: layer })),
				await kit.errorName(() => session.updateRenderState({ inlineVerticalFieldOfView: 1 })),
				await kit.errorName(() => inline.updateRenderState({ inlineVerticalFieldOfView: 1 })),
			];
		});
		expect(result).toEqual(['InvalidStateError', 'InvalidStateError', null]);
	});
});

describe('WebXR Device API, XRSession: animation frames', () => {
	it('runs each callback once, callbacks added in a frame in the next frame, and canceled callbacks not at all', async () => {
		const page = await open();
		const log = await page.evaluate(async () => {
			const { session } = await kit.start();
			const log: string[] = [];
			session.requestAnimationFrame(() => {
				log.push('first');
				session.cancelAnimationFrame(second);
				session.requestAnimationFrame(() => log.push('next frame'));
			});
			const second = session.requestAnimationFrame(() => log.push('canceled'));
			await handreel.driver.step();
			log.push('–');
			await handreel.driver.step(3);
			return log;
		});
		expect(log).toEqual(['first', '–', 'next frame']);
	});

	it('runs no callbacks without a layer', async () => {
		const page = await open();
		const count = await page.evaluate(async () => {
			const session = await navigator.xr.requestSession('immersive-vr');
			let count = 0;
			session.requestAnimationFrame(() => count++);
			await handreel.driver.step(3);
			return count;
		});
		expect(count).toBe(0);
	});

	it('continues when a callback throws, and reports the error', async () => {
		const page = await open();
		const errors: string[] = [];
		page.on('pageerror', ({ message }) => errors.push(message));
		const result = await page.evaluate(async () => {
			const { session } = await kit.start();
			let isReached = false;
			session.requestAnimationFrame(() => {
				throw new Error('broken app');
			});
			session.requestAnimationFrame(() => {
				isReached = true;
			});
			await handreel.driver.step();
			return [isReached, handreel.driver.errors.map(({ error }) => String(error))];
		});
		expect(result).toEqual([true, ['Error: broken app']]);
		expect(errors).toEqual(['broken app']);
	});
});

describe('WebXR Device API, XRSession: end()', () => {
	it('fires end, stops frames, empties inputSources and refuses later calls', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session, space, gl } = await kit.start();
			const log: unknown[] = [];
			session.onend = () => log.push('end');
			const frames: XRFrame[] = await kit.inFrames(session, 2, (frame) => frame);
			session.requestAnimationFrame(() => log.push('frame'));
			const sources = session.inputSources.length;
			await session.end();
			await handreel.driver.step();
			return [
				log,
				sources,
				session.inputSources.length,
				session.requestAnimationFrame(() => {}),
				await kit.errorName(() => session.end()),
				await kit.errorName(() => session.updateRenderState({ depthFar: 2 })),
				await kit.errorName(() => new XRWebGLLayer(session, gl)),
				await kit.errorName(() => frames[0]?.getViewerPose(space)),
			];
		});
		const state = 'InvalidStateError';
		expect(result).toEqual([['end'], 2, 0, 0, state, state, state, state]);
	});
});

describe('WebXR Device API, XRSession: visibilityState', () => {
	it('fires visibilitychange; hidden sessions get no frames, blurred sessions get no input', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { driver } = handreel;
			const { session, space } = await kit.start();
			const log: unknown[] = [];
			session.onvisibilitychange = () => log.push(session.visibilityState);
			const lookAt = (frame: XRFrame): boolean[] => [
				frame.getViewerPose(space) !== null,
				frame.getPose(session.inputSources[0]!.targetRaySpace, space) !== null,
				frame.getJointPose(session.inputSources[0]!.hand!.get('wrist')!, space) !== null,
			];
			log.push(await kit.inFrame(session, lookAt));
			driver.setVisibility('visible-blurred');
			log.push(await kit.inFrame(session, lookAt));
			driver.setVisibility('hidden');
			log.push((await kit.inFrames(session, 1, lookAt)).length);
			driver.setVisibility('visible');
			driver.setVisibility('visible');
			return log;
		});
		expect(result).toEqual([[true, true, true], 'visible-blurred', [true, false, false], 'hidden', 0, 'visible']);
	});

	it('cancels a selection when the session is blurred', async () => {
		const page = await open();
		const events = await page.evaluate(async () => {
			const { driver } = handreel;
			await kit.start();
			await driver.stepTo(1);
			driver.setVisibility('visible-blurred');
			await driver.step();
			return driver.events.map(({ type }) => type);
		});
		expect(events).toEqual(['sessionstart', 'inputsourceschange', 'selectstart', 'visibilitychange', 'selectend']);
	});
});

describe('WebXR Device API, XRWebGLLayer', () => {
	it('requires a context that is compatible with XR for immersive sessions', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const session = await navigator.xr.requestSession('immersive-vr');
			const gl = document.createElement('canvas').getContext('webgl2') as WebGL2RenderingContext;
			const isCompatible = (): boolean =>
				(gl.getContextAttributes() as WebGLContextAttributes & { xrCompatible: boolean }).xrCompatible;
			const before = [isCompatible(), await kit.errorName(() => new XRWebGLLayer(session, gl))];
			await (gl as unknown as { makeXRCompatible(): Promise<void> }).makeXRCompatible();
			return [before, [isCompatible(), await kit.errorName(() => new XRWebGLLayer(session, gl))]];
		});
		expect(result).toEqual([
			[false, 'InvalidStateError'],
			[true, null],
		]);
	});

	it('puts two views side by side, and a single view on the whole canvas', async () => {
		const viewports: unknown[] = [];
		for (const views of ['stereo', 'mono'] as const) {
			const page = await open({ options: { views } });
			const result = await page.evaluate(async () => {
				const { session, space } = await kit.start();
				return kit.inFrame(session, (frame) => {
					const layer = session.renderState.baseLayer!;
					return frame.getViewerPose(space)!.views.map((view) => {
						const { x, y, width, height } = layer.getViewport(view)!;
						return [view.eye, x, y, width, height];
					});
				});
			});
			viewports.push(result);
		}
		expect(viewports).toEqual([
			[
				['left', 0, 0, 150, 150],
				['right', 150, 0, 150, 150],
			],
			[['none', 0, 0, 300, 150]],
		]);
	});
});
