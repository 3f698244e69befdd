// Replays into the real IWER in a real browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	createFrameSample,
	type FrameSample,
	type Recording,
	readRecording,
	type Side,
	sampleFrame,
} from '@handreel/core';
import { writeWebXRJoints } from '@handreel/core/internal';
import type { IwerDevice, IwerModule } from '@handreel/webxr/iwer';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { useBrowser } from '../support/use-browser.ts';

declare const IWER: IwerModule;
declare const handreel: {
	readonly driver: import('@handreel/webxr').ReplayDriver;
	readonly device: IwerDevice;
};

const FULL = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const LOST = 'fixtures/recorded/mrtk-2.8.3-lost.bin';
const CLAMP = 8;
const FRAME = 1 / 60;
const openPage = useBrowser();
const open = (request: Parameters<typeof openPage>[0] = {}) => openPage({ runtime: 'iwer', ...request });

const load = (file: string) => readRecording(readFileSync(join(root, file)), { require: ['hands'] });
const recordings: Readonly<Record<string, Recording>> = { [FULL]: load(FULL), [LOST]: load(LOST) };

function sampleAt(file: string, time: number): FrameSample {
	return sampleFrame(recordings[file]!, time, createFrameSample(), { space: 'webxr', defaultWrap: CLAMP });
}

/** The largest difference between two lists of numbers. */
function worst(a: ArrayLike<number>, b: ArrayLike<number>): number {
	expect(a.length).toBe(b.length);
	return Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)));
}

interface SeenFrame {
	readonly time: number;
	readonly head: readonly number[];
	readonly hands: readonly {
		readonly side: Side;
		readonly joints: readonly number[];
		readonly radii: readonly number[];
	}[];
}

describe('a page in IWER', () => {
	it.each([
		['local', 0],
		['local-floor', 0.25],
		['unbounded', 0.25],
	] as const)('reads the recorded head and joints in %s', async (type, floorY) => {
		const page = await open({ recording: FULL, options: { floorY } });
		const json = await page.evaluate(async (name) => {
			const { session } = await kit.start('immersive-vr', ['local', 'local-floor', 'unbounded', 'hand-tracking']);
			const space = await session.requestReferenceSpace(name);
			const read = ({ transform: { position: p } }: { transform: { position: DOMPointReadOnly } }) => [p.x, p.y, p.z];
			const seen = await kit.inFrames(session, 120, (frame) => ({
				time: handreel.driver.time,
				head: read(frame.getViewerPose(space)!),
				hands: [...session.inputSources].map(({ handedness, hand }) => ({
					side: handedness as Side,
					joints: [...hand!.values()].flatMap((joint) => read(frame.getJointPose(joint, space)!)),
					radii: [...hand!.values()].map((joint) => frame.getJointPose(joint, space)!.radius),
				})),
			}));
			return JSON.stringify(seen);
		}, type);
		// As JSON: Playwright takes seconds to copy that many values one by one.
		const frames: SeenFrame[] = JSON.parse(json);
		const shift = type === 'local-floor' ? floorY : 0;
		const joints = new Float32Array(175);
		expect(frames.at(-1)!.time).toBeCloseTo(119 * FRAME, 6);
		for (const { time, head: seen, hands } of frames) {
			const { head, hands: recorded } = sampleAt(FULL, Math.fround(time));
			expect(worst(seen, [head[0]!, head[1]! - shift, head[2]!])).toBeLessThan(1e-6);
			expect(hands.map(({ side }) => side).sort()).toEqual(['left', 'right']);
			for (const { side, joints: seen, radii } of hands) {
				writeWebXRJoints(recorded[side], joints);
				const expected = Array.from({ length: 75 }, (_, i) => {
					return joints[Math.floor(i / 3) * 7 + (i % 3)]! - (i % 3 === 1 ? shift : 0);
				});
				expect(worst(seen, expected)).toBeLessThan(1e-6);
				expect(Math.min(...radii)).toBeGreaterThan(0.005);
			}
		}
	});

	it('receives the same events as in the built-in runtime, at the same times', async () => {
		for (const recording of [FULL, LOST]) {
			const [own, emulated] = await Promise.all(
				(['own', 'iwer'] as const).map(async (runtime) => {
					const page = await open({ recording, runtime, options: { render: 'none' } });
					return page.evaluate(async () => {
						const { session } = await kit.start('immersive-vr', ['local', 'hand-tracking']);
						const heard: string[] = [];
						for (const type of ['selectstart', 'select', 'selectend']) {
							session.addEventListener(type, (event) => {
								const { handedness } = (event as Event & { inputSource: { handedness: string } }).inputSource;
								heard.push(`${type} ${handedness} ${handreel.driver.time}`);
							});
						}
						session.addEventListener('inputsourceschange', (event) => {
							const { added, removed } = event as Event & Record<'added' | 'removed', { handedness: string }[]>;
							const names = (list: { handedness: string }[]) => list.map(({ handedness }) => handedness).join();
							heard.push(`+${names(added)} -${names(removed)} ${handreel.driver.time}`);
						});
						await handreel.driver.stepToEnd();
						return { heard, logged: handreel.driver.events };
					});
				}),
			);
			expect(emulated).toEqual(own);
			const selections = emulated!.heard.filter((text) => text.startsWith('select'));
			expect(selections.length).toBeGreaterThan(recording === FULL ? 2 : -1);
			expect(emulated!.heard.length).toBeGreaterThan(0);
		}
	});

	it('receives the same events when the driver jumps into and out of a pinch', async () => {
		const [own, emulated] = await Promise.all(
			(['own', 'iwer'] as const).map(async (runtime) => {
				const page = await open({ recording: FULL, runtime, options: { render: 'none' } });
				return page.evaluate(async () => {
					await kit.start('immersive-vr', ['local', 'hand-tracking']);
					const { driver } = handreel;
					await driver.stepToEnd();
					const start = driver.events.find(({ type }) => type === 'selectstart')!.time;
					await driver.seek(start + 1 / 30);
					await driver.step(2);
					await driver.seek(0);
					await driver.step(2);
					return driver.events.slice(driver.events.findLastIndex(({ type }) => type === 'select') + 2);
				});
			}),
		);
		expect(emulated).toEqual(own);
		expect(emulated!.map(({ type }) => type)).toEqual(['selectstart', 'selectend']);
	});

	it('receives selectend without select when the session is blurred', async () => {
		const page = await open({ recording: FULL, options: { render: 'none' } });
		const heard = await page.evaluate(async () => {
			await kit.start('immersive-vr', ['local', 'hand-tracking']);
			const { driver } = handreel;
			while (driver.events.at(-1)?.type !== 'selectstart') await driver.step();
			const before = driver.events.length;
			driver.setVisibility('visible-blurred');
			await driver.step(2);
			return driver.events.slice(before);
		});
		expect(heard.map(({ type }) => type)).toEqual(['selectend', 'visibilitychange', 'inputsourceschange']);
		expect(heard[1]).toMatchObject({ visibility: 'visible-blurred' });
	});

	it('gets null poses of a lost hand, and NaN from functions that fill arrays', async () => {
		const gaps = [{ side: 'left' as const, start: 0.1, end: 0.3 }];
		const page = await open({ recording: FULL, options: { mutations: { gaps } } });
		const [before, during, after] = await page.evaluate(async () => {
			const { session, space } = await kit.start('immersive-vr', ['local', 'hand-tracking']);
			const look = (frame: XRFrame) => {
				const source = [...session.inputSources].find(({ handedness }) => handedness === 'left')!;
				const joints = [...source.hand!.values()];
				const [poses, radii] = [new Float32Array(16 * 25), new Float32Array(25)];
				return {
					joint: frame.getJointPose(joints[0]!, space) !== null,
					ray: frame.getPose(source.targetRaySpace, space) !== null,
					grip: frame.getPose(source.gripSpace!, space) !== null,
					areFilled: [frame.fillPoses(joints, space, poses), frame.fillJointRadii(joints, radii)],
					areNumbers: [poses.some(Number.isNaN), radii.some(Number.isNaN)].map((isBad) => !isBad),
				};
			};
			const first = await kit.inFrames(session, 3, look);
			await handreel.driver.stepTo(0.2);
			const lost = await kit.inFrame(session, look);
			await handreel.driver.stepTo(0.4);
			return [first[2]!, lost, await kit.inFrame(session, look)];
		});
		const known = { joint: true, ray: true, grip: true, areFilled: [true, true], areNumbers: [true, true] };
		expect(before).toEqual(known);
		expect(during).toEqual({
			joint: false,
			ray: false,
			grip: false,
			areFilled: [false, false],
			areNumbers: [false, false],
		});
		expect(after).toEqual(known);
	});

	it('can use offset reference spaces', async () => {
		const page = await open({ recording: FULL });
		const [plain, offset] = await page.evaluate(async () => {
			const { session, space } = await kit.start('immersive-vr', ['local', 'hand-tracking']);
			const moved = space.getOffsetReferenceSpace(new XRRigidTransform({ x: 1, y: 2, z: 3 }));
			return kit.inFrame(session, (frame) =>
				[space, moved].map((base) => {
					const { x, y, z } = frame.getViewerPose(base)!.transform.position;
					return [x, y, z];
				}),
			);
		});
		expect(worst(offset!, [plain![0]! - 1, plain![1]! - 2, plain![2]! - 3])).toBeLessThan(1e-6);
	});

	it('has planes and hit tests of an environment, with rays of the recorded hand', async () => {
		const page = await open({ recording: FULL, options: { floorY: -1 } });
		const seen = await page.evaluate(async () => {
			// A room that is a wall 4 m ahead: IWER takes any module of this shape.
			class Wall {
				readonly version = '1';
				readonly environmentCanvas = document.createElement('canvas');
				readonly trackedMeshes = new Set();
				readonly trackedPlanes = new Set([
					new IWER.NativePlane(new IWER.XRRigidTransform(), [new DOMPointReadOnly(1, 0, 1)], 'wall' as never),
				]);
				render(): void {}
				computeHitTestResults(ray: ArrayLike<number>): Float32Array[] {
					const t = (-4 - ray[14]!) / -ray[10]!;
					const at = [ray[12]! - t * ray[8]!, ray[13]! - t * ray[9]!, -4];
					return t > 0 ? [new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...at, 1])] : [];
				}
			}
			handreel.device.installSEM(Wall as never);
			const features = ['local', 'local-floor', 'hand-tracking', 'hit-test', 'plane-detection'];
			const { session } = await kit.start('immersive-ar', features);
			const space = await session.requestReferenceSpace('local-floor');
			await handreel.driver.step(2);
			const right = [...session.inputSources].find(({ handedness }) => handedness === 'right')!;
			const { requestHitTestSource } = session as unknown as { requestHitTestSource(init: object): Promise<object> };
			const source = await requestHitTestSource.call(session, { space: right.targetRaySpace });
			return kit.inFrame(session, (frame) => {
				const { getHitTestResults, detectedPlanes } = frame as unknown as {
					getHitTestResults(
						source: object,
					): { getPose(space: object): { transform: { position: DOMPointReadOnly } } }[];
					detectedPlanes: Set<{ orientation: string }>;
				};
				const { position, matrix } = frame.getPose(right.targetRaySpace, space)!.transform;
				const hit = getHitTestResults.call(frame, source)[0]!.getPose(space).transform.position;
				return {
					planes: [...detectedPlanes].map(({ orientation }) => orientation),
					origin: [position.x, position.y, position.z],
					ray: [8, 9, 10].map((i) => -matrix[i]!),
					hit: [hit.x, hit.y, hit.z],
				};
			});
		});
		expect(seen.planes).toEqual(['vertical']);
		const t = (-4 - seen.origin[2]!) / seen.ray[2]!;
		expect(t).toBeGreaterThan(0);
		const expected = seen.origin.map((value, i) => value + t * seen.ray[i]!);
		expect(worst(seen.hit, expected)).toBeLessThan(1e-5);
	});

	it('can switch to controllers and back to recorded hands', async () => {
		const page = await open({ recording: FULL });
		const seen = await page.evaluate(async () => {
			const { session } = await kit.start('immersive-vr', ['local', 'hand-tracking']);
			const { driver, device } = handreel;
			const squeezes: string[] = [];
			session.addEventListener('squeezestart', () => squeezes.push('squeezestart'));
			const kinds = () => [...session.inputSources].map(({ hand }) => (hand ? 'hand' : 'controller'));
			await driver.step(2);
			const first = kinds();
			device.primaryInputMode = 'controller';
			await driver.step();
			device.controllers.right!.updateButtonValue('squeeze', 1);
			await driver.step();
			const second = kinds();
			device.primaryInputMode = 'hand';
			await driver.step();
			return { first, second, third: kinds(), squeezes, logged: driver.events.map(({ type }) => type) };
		});
		expect(seen.first).toEqual(['hand', 'hand']);
		expect(seen.second).toEqual(['controller', 'controller']);
		expect(seen.third).toEqual(['hand', 'hand']);
		expect(seen.squeezes).toEqual(['squeezestart']);
		expect(seen.logged).toContain('squeezestart');
	});

	it('has the recorded eyes as a gaze input', async () => {
		const recording = 'fixtures/recorded/mrtk-2.8.3-gaze-only.bin';
		const read = async (runtime: 'own' | 'iwer') => {
			const page = await open({ recording, runtime });
			return page.evaluate(async () => {
				const { session, space } = await kit.start('immersive-vr', ['local', 'eye-tracking']);
				const frames = await kit.inFrames(session, 10, (frame) =>
					[...session.inputSources].map(({ targetRayMode, targetRaySpace }) => ({
						targetRayMode,
						matrix: Array.from(frame.getPose(targetRaySpace, space)!.transform.matrix),
					})),
				);
				return frames.at(-1)!;
			});
		};
		const [own, emulated] = [await read('own'), await read('iwer')];
		expect(emulated.map(({ targetRayMode }) => targetRayMode)).toEqual(['gaze']);
		expect(worst(emulated[0]!.matrix, own[0]!.matrix)).toBeLessThan(1e-6);
	});

	it('reports errors of its callbacks, and can be ended and uninstalled', async () => {
		const page = await open({ recording: FULL });
		const thrown: string[] = [];
		page.on('pageerror', ({ message }) => thrown.push(message));
		const result = await page.evaluate(async () => {
			const agent = navigator.userAgent;
			const before = Object.getOwnPropertyDescriptor(IWER.XRFrame.prototype, 'getPose')!.value;
			const { driver } = handreel;
			const { session } = await kit.start();
			session.requestAnimationFrame(() => {
				throw new Error('boom');
			});
			await driver.step();
			const { errors, sessionMode } = driver;
			await driver.endSession();
			const ended = driver.sessionMode;
			driver.uninstall();
			return {
				errors: errors.map(({ error }) => String(error)),
				sessionMode,
				ended,
				isRestored: IWER.XRFrame.prototype.getPose !== before && !Object.hasOwn(navigator, 'xr'),
				agents: [agent, navigator.userAgent].map((text) => text.includes('Quest')),
			};
		});
		expect(result).toEqual({
			errors: ['Error: boom'],
			sessionMode: 'immersive-vr',
			ended: null,
			isRestored: true,
			agents: [true, false],
		});
		expect(thrown).toEqual(['boom']);
	});
});
