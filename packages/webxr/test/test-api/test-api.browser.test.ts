// The WebXR Test API, and the rules of the specification that only a device under control can show.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { XRInputSource } from '../../src/xr/xr-input-source.ts';
import type { XRBoundedReferenceSpace } from '../../src/xr/xr-space.ts';
import { openTestPage } from '../support/open-test-page.ts';

let page: Page;
let context: BrowserContext;
beforeAll(async () => {
	({ page, context } = await openTestPage());
});
beforeEach(() => page.evaluate(() => testKit.test.disconnectAllDevices()));
afterAll(() => context.close());

describe('without a device', () => {
	it('there are inline sessions only, whose viewer is known relative to itself', async () => {
		const result = await page.evaluate(async () => {
			const gl = document.createElement('canvas').getContext('webgl2') as WebGL2RenderingContext & {
				makeXRCompatible(): Promise<void>;
			};
			const session = await navigator.xr.requestSession('inline');
			session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
			const space = await session.requestReferenceSpace('viewer');
			const pose = await testKit.inFrame(session, (frame) => frame.getViewerPose(space));
			await session.end();
			return [
				await navigator.xr.isSessionSupported('inline'),
				await navigator.xr.isSessionSupported('immersive-vr'),
				await testKit.errorName(() => gl.makeXRCompatible()),
				Array.from(pose!.transform.matrix).join(),
				pose!.views.length,
			];
		});
		expect(result).toEqual([true, false, 'InvalidStateError', '1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1', 1]);
	});
});

describe('sessions', () => {
	it('need a click, and end with the device', async () => {
		const result = await page.evaluate(async () => {
			const { test, init } = testKit;
			const device = await test.simulateDeviceConnection(init);
			const session = await testKit.start();
			const events: string[] = [];
			session.addEventListener('end', ({ type }) => events.push(type));
			navigator.xr.addEventListener('devicechange', ({ type }) => events.push(type));
			await device.disconnect();
			return [await testKit.early, events, await navigator.xr.isSessionSupported('immersive-vr')];
		});
		expect(result).toEqual(['SecurityError', ['end', 'devicechange'], false]);
	});

	it('that end during a selection end the selection first', async () => {
		const result = await page.evaluate(async () => {
			const { test, init } = testKit;
			const device = await test.simulateDeviceConnection(init);
			const session = await testKit.start();
			const events: string[] = [];
			for (const type of ['selectstart', 'select', 'selectend', 'end']) {
				session.addEventListener(type, () => events.push(type));
			}
			session.addEventListener('selectstart', () => void session.end());
			const pointerOrigin = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };
			const init2 = { handedness: 'right', targetRayMode: 'tracked-pointer', profiles: [] } as const;
			device.simulateInputSourceConnection({ ...init2, pointerOrigin, selectionClicked: true });
			await new Promise((resolve) => session.addEventListener('end', resolve));
			return events;
		});
		expect(result).toEqual(['selectstart', 'selectend', 'end']);
	});
});

describe('input sources', () => {
	it('are new objects whenever an input appears or its description changes', async () => {
		const result = await page.evaluate(async () => {
			const { test, init } = testKit;
			const device = await test.simulateDeviceConnection(init);
			const session = await testKit.start();
			const local = await session.requestReferenceSpace('local');
			const origin = { position: [0, 1, 0], orientation: [0, 0, 0, 1] };
			const input = device.simulateInputSourceConnection({
				handedness: 'right',
				targetRayMode: 'tracked-pointer',
				pointerOrigin: origin,
				gripOrigin: origin,
				profiles: [],
			});
			const seen: XRInputSource[] = [];
			const look = () =>
				testKit.inFrame(session, (frame) => {
					const [source] = session.inputSources;
					if (source !== undefined && !seen.includes(source)) seen.push(source);
					const poses = [source?.targetRaySpace, source?.gripSpace].map(
						(space) => space && frame.getPose(space, local),
					);
					return [seen.length, session.inputSources.length, ...poses.map((pose) => pose?.emulatedPosition)];
				});
			const steps = [await look()];
			input.setGripOrigin(origin, true);
			steps.push(await look());
			input.disconnect();
			steps.push(await look());
			input.reconnect();
			steps.push(await look());
			input.setHandedness('left');
			steps.push(await look());
			input.setSupportedButtons([{ buttonType: 'grip', pressed: true, touched: true, pressedValue: 0.75 }]);
			steps.push(await look());
			const { gamepad } = seen.at(-1)!;
			const values = gamepad!.buttons.map(({ value }) => value);
			await session.end();
			return { steps, values, connected: gamepad!.connected, hands: seen.map(({ handedness }) => handedness) };
		});
		expect(result.steps).toEqual([
			[1, 1, false, false],
			[1, 1, false, true],
			[1, 0, undefined, undefined],
			[2, 1, false, true],
			[3, 1, false, true],
			[4, 1, false, true],
		]);
		expect(result).toMatchObject({ values: [0, 0.75], connected: false, hands: ['right', 'right', 'left', 'left'] });
	});
});

describe('reference spaces', () => {
	it('keep their relations while tracking is lost, and follow bounds, floor and resets', async () => {
		const result = await page.evaluate(async () => {
			const { test, init } = testKit;
			const device = await test.simulateDeviceConnection(init);
			const session = await testKit.start(['local-floor', 'bounded-floor']);
			const [viewer, local, floor, bounded] = await Promise.all(
				['viewer', 'local', 'local-floor', 'bounded-floor'].map((type) => session.requestReferenceSpace(type)),
			);
			const resets: string[] = [];
			viewer!.addEventListener('reset', () => resets.push('viewer'));
			local!.addEventListener('reset', () => resets.push('local'));
			const ahead = viewer!.getOffsetReferenceSpace(new XRRigidTransform({ z: -1 }));
			device.setViewerOrigin({ position: [1, 1, 1], orientation: [0, 0, 0, 1] }, true);
			const emulated = await testKit.inFrame(session, (frame) => [
				frame.getPose(viewer!, local!)?.emulatedPosition,
				frame.getViewerPose(local!)?.emulatedPosition,
				frame.getPose(ahead, viewer!)?.emulatedPosition,
			]);
			device.clearViewerOrigin();
			device.setFloorOrigin({ position: [0, -2, 0], orientation: [0, 0, 0, 1] });
			device.setBoundsGeometry([
				{ x: 1, z: -1 },
				{ x: 1, z: 1 },
				{ x: -1, z: 1 },
			]);
			device.simulateResetPose();
			const lost = await testKit.inFrame(session, (frame) => [
				frame.getViewerPose(local!) === null,
				frame.getPose(ahead, viewer!)?.transform.position.z,
				frame.getPose(local!, floor!)?.transform.position.y,
				(bounded as XRBoundedReferenceSpace).boundsGeometry.map(({ x, z }) => [x, z]),
			]);
			await session.end();
			return { emulated, lost, resets };
		});
		expect(result).toEqual({
			emulated: [true, true, false],
			lost: [
				true,
				-1,
				2,
				[
					[1, -1],
					[1, 1],
					[-1, 1],
				],
			],
			resets: ['local'],
		});
	});
});

describe('an opaque framebuffer', () => {
	it('has the size of the views, is drawn to in frames only, and cannot be changed', async () => {
		const result = await page.evaluate(async () => {
			const { test, init } = testKit;
			await test.simulateDeviceConnection(init);
			const session = await testKit.start();
			const canvas = document.createElement('canvas');
			const gl = canvas.getContext('webgl2', {
				xrCompatible: true,
			} as WebGLContextAttributes) as WebGL2RenderingContext;
			const half = new XRWebGLLayer(session, gl, { framebufferScaleFactor: 0.5 });
			const layer = new XRWebGLLayer(session, gl);
			const space = await session.requestReferenceSpace('viewer');
			session.updateRenderState({ baseLayer: layer });
			const fill = (red: number): number => {
				gl.bindFramebuffer(gl.FRAMEBUFFER, layer.framebuffer);
				gl.clearColor(red, 0, 0, 1);
				gl.clear(gl.COLOR_BUFFER_BIT);
				return gl.getError();
			};
			const pixel = new Uint8Array(4);
			const outside = fill(1);
			gl.deleteFramebuffer(layer.framebuffer);
			const deleted = gl.getError();
			const inside = await testKit.inFrame(session, (frame) => {
				const { views } = frame.getViewerPose(space)!;
				views[0]!.requestViewportScale(0.5);
				const areas = views.map((view) => layer.getViewport(view)!).map(({ x, width, height }) => [x, width, height]);
				const error = fill(0.5);
				gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
				return { error, areas };
			});
			const kept = gl.getParameter(gl.COLOR_CLEAR_VALUE)[0];
			await session.end();
			const names: Record<number, string> = {
				[gl.NO_ERROR]: 'none',
				[gl.INVALID_OPERATION]: 'operation',
				[gl.INVALID_FRAMEBUFFER_OPERATION]: 'framebuffer',
			};
			return {
				sizes: [half, layer].map(({ framebufferWidth, framebufferHeight }) => [framebufferWidth, framebufferHeight]),
				errors: [outside, deleted, inside.error].map((error) => names[error]),
				areas: inside.areas,
				pixel: Array.from(pixel),
				kept,
			};
		});
		expect(result).toEqual({
			sizes: [
				[40, 15],
				[80, 30],
			],
			errors: ['framebuffer', 'operation', 'none'],
			areas: [
				[0, 20, 15],
				[40, 40, 30],
			],
			pixel: [128, 0, 0, 255],
			kept: 0.5,
		});
	});
});

describe('a hand of the extension', () => {
	it('has the joints that were set, loses its tracking, and is a hand only for sessions that ask for it', async () => {
		const result = await page.evaluate(async () => {
			const { test, init } = testKit;
			const device = await test.simulateDeviceConnection(init);
			const session = await testKit.start(['hand-tracking', 'local']);
			const space = await session.requestReferenceSpace('local');
			const origin = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };
			const at = (x: number) => [
				{ jointName: 'wrist', pose: { position: [x, 1, 0], orientation: [0, 0, 0, 1] }, radius: 0.03 },
				{ jointName: 'index-finger-tip', pose: { position: [x, 1, -0.2], orientation: [0, 0, 0, 1] } },
			];
			const controller = device.simulateInputSourceConnection({
				handedness: 'right',
				targetRayMode: 'tracked-pointer',
				pointerOrigin: origin,
				profiles: ['generic-hand'],
				handJoints: at(0.25),
			});
			const look = (): Promise<unknown> =>
				testKit.inFrame(session, (frame) => {
					const [source] = [...session.inputSources];
					const read = (name: string): unknown => {
						const pose = frame.getJointPose(source!.hand!.get(name), space);
						return pose && [pose.transform.position.x, pose.transform.position.z, pose.radius];
					};
					return [read('wrist'), read('thumb-tip'), (read('index-finger-tip') as number[] | null)?.[1] ?? null];
				});
			const seen = [await look()];
			controller.setHandJoints(at(0.5));
			seen.push(await look());
			controller.setHandJoints(null);
			seen.push(await look());
			const wrong = await testKit.errorName(() => controller.setHandJoints([{ jointName: 'nose', pose: origin }]));
			return [...seen, wrong];
		});
		expect(result).toEqual([
			[[0.25, 0, expect.closeTo(0.03, 5)], null, expect.closeTo(-0.2, 5)],
			[[0.5, 0, expect.closeTo(0.03, 5)], null, expect.closeTo(-0.2, 5)],
			[null, null, null],
			'TypeError',
		]);
	});
});
