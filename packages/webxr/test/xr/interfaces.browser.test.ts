// Interfaces as pages see them without an instance: libraries look for members on prototypes, patch them, and check
// inheritance.
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();

/**
 * The interfaces of the specifications as far as we have them: what each inherits from, then its members. `x` is an attribute
 * that pages can only read, `x=` one that they can write, `x()` an operation.
 */
const INTERFACES: Readonly<Record<string, readonly [parent: string, members: string]>> = {
	// WebXR Device API, XRSystem; WebXR Navigation for sessiongranted
	XRSystem: ['EventTarget', 'isSessionSupported() requestSession() offerSession() ondevicechange= onsessiongranted='],
	// XRSession
	XRSession: [
		'EventTarget',
		`visibilityState frameRate supportedFrameRates renderState inputSources trackedSources enabledFeatures
		isSystemKeyboardSupported updateRenderState() updateTargetFrameRate() requestReferenceSpace()
		requestAnimationFrame() cancelAnimationFrame() end() onend= oninputsourceschange= onselect= onselectstart=
		onselectend= onsqueeze= onsqueezestart= onsqueezeend= onvisibilitychange= onframeratechange=
		environmentBlendMode interactionMode`,
	],
	// XRRenderState. Without `layers` of WebXR Layers, by which older versions of three.js tell that XRWebGLBinding is there.
	XRRenderState: ['', 'depthNear depthFar passthroughFullyObscured inlineVerticalFieldOfView baseLayer'],
	// XRFrame; WebXR Hand Input for joints
	XRFrame: ['', 'session predictedDisplayTime getViewerPose() getPose() getJointPose() fillJointRadii() fillPoses()'],
	// XRSpace
	XRSpace: ['EventTarget', ''],
	// XRReferenceSpace
	XRReferenceSpace: ['XRSpace', 'getOffsetReferenceSpace() onreset='],
	// XRBoundedReferenceSpace
	XRBoundedReferenceSpace: ['XRReferenceSpace', 'boundsGeometry'],
	// XRView; WebXR Augmented Reality for isFirstPersonObserver
	XRView: [
		'',
		`eye index projectionMatrix transform recommendedViewportScale requestViewportScale()
		isFirstPersonObserver`,
	],
	// XRViewport
	XRViewport: ['', 'x y width height'],
	// XRRigidTransform
	XRRigidTransform: ['', 'position orientation matrix inverse'],
	// XRPose
	XRPose: ['', 'transform linearVelocity angularVelocity emulatedPosition'],
	// XRViewerPose
	XRViewerPose: ['XRPose', 'views'],
	// XRInputSource; WebXR Hand Input for hand
	XRInputSource: ['', 'handedness targetRayMode targetRaySpace gripSpace profiles skipRendering gamepad hand'],
	// XRInputSourceArray
	XRInputSourceArray: ['', 'length entries() forEach() keys() values()'],
	// XRLayer
	XRLayer: ['EventTarget', ''],
	// XRWebGLLayer
	XRWebGLLayer: [
		'XRLayer',
		'antialias ignoreDepthValues fixedFoveation= framebuffer framebufferWidth framebufferHeight getViewport()',
	],
	// XRSessionEvent
	XRSessionEvent: ['Event', 'session'],
	// XRInputSourceEvent
	XRInputSourceEvent: ['Event', 'frame inputSource'],
	// XRInputSourcesChangeEvent
	XRInputSourcesChangeEvent: ['Event', 'session added removed'],
	// XRReferenceSpaceEvent
	XRReferenceSpaceEvent: ['Event', 'referenceSpace transform'],
	// XRVisibilityMaskChangeEvent
	XRVisibilityMaskChangeEvent: ['Event', 'session eye index vertices indices'],
	// WebXR Hand Input, XRHand
	XRHand: ['', 'size get() entries() forEach() keys() values()'],
	// WebXR Hand Input, XRJointSpace
	XRJointSpace: ['XRSpace', 'jointName'],
	// WebXR Hand Input, XRJointPose
	XRJointPose: ['XRPose', 'radius'],
};

interface Seen {
	readonly parent: string;
	readonly members: readonly string[];
	/** Members that are not as Web IDL requires. */
	readonly mistakes: readonly string[];
}

// Runs in the page.
function look(): Record<string, Seen> {
	const scope = globalThis as unknown as Record<string, { readonly prototype: object; readonly length: number }>;
	const result: Record<string, Seen> = {};
	for (const name of Object.getOwnPropertyNames(scope).filter((one) => /^XR[A-Z]/.test(one))) {
		const { prototype } = scope[name]!;
		const members: string[] = [];
		const mistakes: string[] = [];
		const check = (isRight: boolean, mistake: string): void => {
			if (!isRight) mistakes.push(mistake);
		};
		const global = Object.getOwnPropertyDescriptor(scope, name)!;
		check(!global.enumerable && global.configurable === true && global.writable === true, 'global');
		const isMade = /Event$|XRWebGLLayer/.test(name);
		check(scope[name]!.length === (isMade ? 2 : 0), 'length');
		for (const [key, member] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
			if (key === 'constructor') {
				check(!member.enumerable && member.writable === true && member.value === scope[name], 'constructor');
				continue;
			}
			check(member.enumerable === true && member.configurable === true, `${key} is hidden or fixed`);
			if (member.get === undefined) {
				members.push(`${key}()`);
				check(member.writable === true && member.value.name === key, `${key} cannot be replaced or has no name`);
				continue;
			}
			members.push(member.set === undefined ? key : `${key}=`);
		}
		const tag = Object.getOwnPropertyDescriptor(prototype, Symbol.toStringTag)!;
		check(tag.value === name && !tag.enumerable && !tag.writable && tag.configurable === true, 'toStringTag');
		const above = Object.getPrototypeOf(prototype).constructor;
		check(above === Object || Object.getPrototypeOf(scope[name]) === above, 'statics are not inherited');
		result[name] = { parent: above === Object ? '' : above.name, members: members.sort(), mistakes };
	}
	return result;
}

let seen: Record<string, Seen>;
beforeAll(async () => {
	const page = await open();
	seen = await page.evaluate(look);
});

describe('Web IDL, Interfaces', () => {
	it('are those of the runtime, and no interfaces of the browser', () => {
		expect(Object.keys(seen).sort()).toEqual(Object.keys(INTERFACES).sort());
	});

	it.each(Object.entries(INTERFACES))('%s has its members on its prototype', (name, [parent, members]) => {
		expect(seen[name]).toEqual({ parent, members: members.split(/\s+/).filter(Boolean).sort(), mistakes: [] });
	});

	it('XRWebGLLayer has its static operation, and iterables iterate', async () => {
		const page = await open();
		const result = await page.evaluate(() => {
			const scope = globalThis as unknown as Record<string, { prototype: Record<symbol, unknown> }>;
			const { enumerable, writable } = Object.getOwnPropertyDescriptor(
				XRWebGLLayer,
				'getNativeFramebufferScaleFactor',
			)!;
			const iterators = ['XRHand', 'XRInputSourceArray'].map((name) =>
				Object.getOwnPropertyDescriptor(scope[name]!.prototype, Symbol.iterator),
			);
			return [enumerable, writable, iterators.map((iterator) => [typeof iterator?.value, iterator?.enumerable])];
		});
		expect(result).toEqual([
			true,
			true,
			[
				['function', false],
				['function', false],
			],
		]);
	});
});

describe('Web IDL, Attributes', () => {
	it('are on prototypes only, so that pages can wrap them for every object', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session, space } = await kit.start('immersive-vr', ['hand-tracking', 'local', 'bounded-floor']);
			const events: Event[] = [];
			for (const type of ['inputsourceschange', 'selectstart', 'end']) {
				session.addEventListener(type, (event) => events.push(event));
			}
			await handreel.driver.stepTo(1.2);
			const objects = await kit.inFrame(session, (frame) => {
				const source = session.inputSources[0]!;
				const joint = source.hand!.get('wrist');
				const pose = frame.getViewerPose(space)!;
				const view = pose.views[0]!;
				const { baseLayer } = session.renderState;
				const viewport = baseLayer!.getViewport(view);
				const jointPose = frame.getJointPose(joint, space);
				return [frame, source, source.hand, joint, pose, view, viewport, baseLayer, jointPose, view.transform];
			});
			const bounds = await session.requestReferenceSpace('bounded-floor');
			await session.end();
			const all = [navigator.xr, session, space, bounds, session.renderState, ...objects, ...events] as object[];
			// `isTrusted` is an own property of every event.
			const own = all.flatMap((object) => Object.keys(object).filter((key) => key !== 'isTrusted'));
			return [all.length, events.map((event) => String(event)), own];
		});
		const names = ['XRInputSourcesChangeEvent', 'XRInputSourceEvent', 'XRSessionEvent'];
		expect(result).toEqual([18, names.map((name) => `[object ${name}]`), []]);
	});

	it('navigator.xr is an attribute of Navigator that pages can replace but not set', async () => {
		const page = await open();
		const result = await page.evaluate(() => {
			const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(Navigator.prototype, 'xr')!;
			const facts = [get?.call(navigator) === navigator.xr, set === undefined, enumerable, configurable];
			return [...facts, Object.hasOwn(navigator, 'xr')];
		});
		expect(result).toEqual([true, true, true, true, false]);
	});
});

describe('Web IDL, Dictionary types', () => {
	it('pages can create events, with all required members only', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session } = await kit.start();
			type Make = new (type: string, init: object) => Event & Record<string, unknown>;
			const { XRSessionEvent, XRInputSourceEvent, XRInputSourcesChangeEvent } = globalThis as unknown as Record<
				string,
				Make
			>;
			const errors = await Promise.all(
				[XRSessionEvent!, XRInputSourceEvent!, XRInputSourcesChangeEvent!].map((make) =>
					kit.errorName(() => new make('test', {})),
				),
			);
			class OwnEvent extends (XRSessionEvent!) {}
			const event = new OwnEvent('test', { session, bubbles: true });
			return [errors, event['session'] === session, event.bubbles, event instanceof XRSessionEvent!];
		});
		expect(result).toEqual([['TypeError', 'TypeError', 'TypeError'], true, true, true]);
	});
});

describe('Web IDL, Enumerations', () => {
	it('XRHand.get() refuses other names than joints', async () => {
		const page = await open();
		const name = await page.evaluate(async () => {
			const { session } = await kit.start();
			await handreel.driver.step();
			return kit.errorName(() => session.inputSources[0]!.hand!.get('elbow'));
		});
		expect(name).toBe('TypeError');
	});
});
