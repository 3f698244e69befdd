// Rules of Web IDL that pages can observe. Each group names its section.
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();

describe('Web IDL, Interface object and Class strings', () => {
	it('names interfaces as in the specification, even in the minified script', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			await handreel.driver.step();
			const source = session.inputSources[0]!;
			const objects = [navigator.xr, session, space, session.renderState, session.inputSources, source, source.hand];
			return [...objects, new XRRigidTransform(), session.renderState.baseLayer].map((object) => [
				(object as object).constructor.name,
				String(object),
			]);
		});
		const names = ['System', 'Session', 'ReferenceSpace', 'RenderState', 'InputSourceArray', 'InputSource', 'Hand'];
		const expected = [...names, 'RigidTransform', 'WebGLLayer'].map((name) => [`XR${name}`, `[object XR${name}]`]);
		expect(result).toEqual(expected);
	});

	it('lets pages call public constructors only', async () => {
		const page = await open();
		const result = await page.evaluate(() => {
			const scope = globalThis as unknown as Record<string, new () => unknown>;
			return Object.getOwnPropertyNames(scope)
				.filter((name) => /^XR[A-Z]/.test(name))
				.map((name) => {
					try {
						new (scope[name] as new () => unknown)();
						return `${name} is made`;
					} catch (error) {
						const { name: type, message } = error as Error;
						return message === 'Illegal constructor' ? message : `${name}: ${type}`;
					}
				})
				.filter((text) => text !== 'Illegal constructor')
				.sort();
		});
		expect(result).toEqual([
			'XRInputSourceEvent: TypeError',
			'XRInputSourcesChangeEvent: TypeError',
			'XRReferenceSpaceEvent: TypeError',
			'XRRigidTransform is made',
			'XRSessionEvent: TypeError',
			'XRVisibilityMaskChangeEvent: TypeError',
			'XRWebGLLayer: TypeError',
		]);
	});
});

describe('HTML, Event handlers', () => {
	it('keeps the place of a replaced handler, and calls no handler after null', async () => {
		const page = await open();
		const log = await page.evaluate(async () => {
			const { session } = await kit.start();
			const log: string[] = [];
			session.onselect = () => log.push('first');
			session.addEventListener('select', () => log.push('listener'));
			session.onselect = function replaced(this: unknown) {
				log.push(`second ${this === session}`);
			};
			session.dispatchEvent(new Event('select'));
			session.onselect = null;
			session.dispatchEvent(new Event('select'));
			return [...log, session.onselect];
		});
		expect(log).toEqual(['second true', 'listener', 'listener', null]);
	});
});

describe('Web IDL, dictionary types', () => {
	it('accepts null for a dictionary, any iterable for a sequence, and undefined for missing members', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session } = await kit.start();
			const inline = await navigator.xr.requestSession('inline', null);
			const local = await navigator.xr.requestSession('inline', { optionalFeatures: new Set(['local']) });
			session.updateRenderState({ depthNear: 0.5, depthFar: 20 });
			session.updateRenderState({ depthNear: undefined, depthFar: 30 } as object);
			session.updateRenderState(null);
			await handreel.driver.step();
			const { depthNear, depthFar, baseLayer } = session.renderState;
			return [inline.enabledFeatures, local.enabledFeatures, depthNear, depthFar, baseLayer !== null];
		});
		expect(result).toEqual([['viewer'], ['viewer', 'local'], 0.5, 30, true]);
	});

	it('refuses numbers that are not finite', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session } = await kit.start();
			return Promise.all([
				kit.errorName(() => session.updateRenderState({ depthNear: Number.NaN })),
				kit.errorName(() => session.updateRenderState({ depthFar: Number.POSITIVE_INFINITY })),
			]);
		});
		expect(result).toEqual(['TypeError', 'TypeError']);
	});
});

describe('WebXR Device API, XRInputSourceArray', () => {
	it('is one live object per session, with exactly the methods that it has in browsers', async () => {
		const page = await open({ options: { mutations: { gaps: [{ start: 0, end: 0.1 }] } } });
		const result = await page.evaluate(async () => {
			const { session } = await kit.start();
			const sources = session.inputSources;
			const look = (): unknown[] => [sources.length, Object.keys(sources), [...sources].map((s) => s.handedness)];
			await handreel.driver.step();
			const before = look();
			await handreel.driver.stepTo(0.2);
			const after = look();
			const first = sources[0];
			const viaForEach: string[] = [];
			sources.forEach(({ handedness }) => {
				viaForEach.push(handedness);
			});
			await handreel.driver.stepTo(0.5);
			const isSame = [session.inputSources === sources, sources[0] === first, session.trackedSources.length === 0];
			const methods = ['entries', 'keys', 'values', 'map', 'find', 'includes'].map((name) => name in sources);
			return [before, after, viaForEach, isSame, methods];
		});
		const sides = ['left', 'right'];
		expect(result).toEqual([
			[0, [], []],
			[2, ['0', '1'], sides],
			sides,
			[true, true, true],
			[true, true, true, false, false, false],
		]);
	});
});

describe('WebXR Device API, XRWebGLLayer', () => {
	it('getViewport() accepts only views of the active frame', async () => {
		const page = await open();
		const name = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			const [view] = await kit.inFrame(session, (frame) => frame.getViewerPose(space)!.views);
			return kit.errorName(() => session.renderState.baseLayer!.getViewport(view!));
		});
		expect(name).toBe('InvalidStateError');
	});

	it('fixedFoveation stays null because it is not supported, and depth values are ignored', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session, gl } = await kit.start();
			const layer = new XRWebGLLayer(session, gl, null);
			layer.fixedFoveation = 0.5;
			return [layer.fixedFoveation, layer.ignoreDepthValues];
		});
		expect(result).toEqual([null, true]);
	});
});

describe('WebXR Hand Input, XRFrame: getJointPose(), and WebXR Device API, XRFrame: getViewerPose()', () => {
	it('refuse spaces of other types', async () => {
		const page = await open();
		const names = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			return kit.inFrame(session, (frame) =>
				Promise.all([
					kit.errorName(() => frame.getJointPose(space as never, space)),
					kit.errorName(() => frame.fillJointRadii([space as never], new Float32Array(1))),
					kit.errorName(() => frame.getViewerPose(session.inputSources[0]!.targetRaySpace as never)),
				]),
			);
		});
		expect(names).toEqual(['TypeError', 'TypeError', 'TypeError']);
	});
});
