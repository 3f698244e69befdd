// Rules about hands, eyes and events. Each group names its specification and section.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHandSample, JOINTS, readRecording, sampleHand } from '@handreel/core';
import { writeWebXRJoints } from '@handreel/core/internal';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();
const LOST = 'fixtures/recorded/mrtk-2.8.3-lost.bin';
const FULL = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';

/** The events that the page receives while the recording plays to the end. */
function hearEvents(page: Page): Promise<string[]> {
	return page.evaluate(async () => {
		const { session } = await kit.start();
		const log: string[] = [];
		const hear = (type: string): void =>
			session.addEventListener(type, (event) => {
				const { inputSource, added, removed } = event as Event & {
					inputSource?: { handedness: string };
					added?: { handedness: string }[];
					removed?: { handedness: string }[];
				};
				const names = [
					...(added ?? []).map((s) => `+${s.handedness}`),
					...(removed ?? []).map((s) => `-${s.handedness}`),
				];
				log.push(`${handreel.driver.time.toFixed(3)} ${type} ${inputSource?.handedness ?? names.join(' ')}`);
			});
		for (const type of ['selectstart', 'select', 'selectend', 'inputsourceschange', 'squeezestart', 'squeeze'])
			hear(type);
		await handreel.driver.stepToEnd();
		return log;
	});
}

describe('WebXR Device API, XRInputSource: primary action', () => {
	it('fires selectstart, then select and selectend, within one frame of each recorded pinch', async () => {
		const log = await hearEvents(await open({ recording: FULL }));
		const selections = log.filter((line) => line.includes('select'));
		const { hands } = readRecording(readFileSync(join(root, FULL)), { require: ['hands'] });
		const recorded: { time: number; types: string[]; side: string }[] = [];
		for (const side of ['left', 'right'] as const) {
			const { floats, start, count, stride } = hands[side].pinching;
			for (let i = 0, last = 0; i < count; i++) {
				const [time = 0, value = 0] = floats.subarray(start + i * stride, start + i * stride + 2);
				if (value !== last) recorded.push({ time, types: value ? ['selectstart'] : ['select', 'selectend'], side });
				last = value;
			}
		}
		const expected = recorded
			.toSorted((a, b) => a.time - b.time)
			.flatMap(({ time, types, side }) => types.map((type) => ({ time, text: `${type} ${side}` })));
		expect(selections.map((line) => line.slice(6))).toEqual(expected.map(({ text }) => text));
		selections.forEach((line, i) => {
			const late = Number.parseFloat(line) - expected[i]!.time;
			expect(late).toBeGreaterThan(-0.001);
			expect(late).toBeLessThan(1 / 60 + 0.001);
		});
	});

	it('fires for a pinch that is shorter than a frame', async () => {
		const log = await hearEvents(await open({ recording: FULL, options: { frameRate: 4 } }));
		const short = log.filter((line) => line.startsWith('3.750'));
		expect(short).toEqual(['3.750 selectstart right', '3.750 select right', '3.750 selectend right']);
	});

	it('cancels a selection when the hand is lost: selectend without select', async () => {
		const gaps = [{ side: 'left', start: 1, end: 2 }] as const;
		const log = await hearEvents(await open({ recording: FULL, options: { mutations: { gaps } } }));
		expect(log.filter((line) => line.endsWith('left') && line.includes('select'))).toEqual([
			'0.817 selectstart left',
			'1.000 selectend left',
		]);
	});

	it('ends a selection before it removes the hand', async () => {
		const gaps = [{ side: 'left', start: 1, end: 2 }] as const;
		const log = await hearEvents(await open({ recording: FULL, options: { lostHandTimeout: 0, mutations: { gaps } } }));
		expect(log.slice(0, 6).map((line) => line.slice(6))).toEqual([
			'inputsourceschange +left +right',
			'selectstart left',
			'selectend left',
			'inputsourceschange -left',
			'inputsourceschange +left',
			'selectstart right',
		]);
	});

	it('never fires squeeze events', async () => {
		const log = await hearEvents(await open({ recording: FULL }));
		expect(log.length).toBeGreaterThan(0);
		expect(log.filter((line) => line.includes('squeeze'))).toEqual([]);
	});
});

describe('WebXR Device API, XRSession: inputsourceschange', () => {
	it('fires when hands appear and disappear; a lost hand stays until the timeout', async () => {
		const expectChanges = async (lostHandTimeout: number, expected: readonly number[]): Promise<void> => {
			const log = await hearEvents(await open({ recording: LOST, options: { lostHandTimeout } }));
			const changes = log.filter((line) => line.includes('change'));
			const names = expected.map((_, i) => (i % 2 === 0 ? '+left' : '-left'));
			expect(changes.map((line) => line.split(' ')[2])).toEqual(names);
			for (const [i, line] of changes.entries()) {
				expect(Math.abs(Number.parseFloat(line) - expected[i]!)).toBeLessThan(0.025);
			}
		};
		// Seen from 0.20 to 0.78, 1.02 to 1.07, 1.38 to 2.10 and from 2.50 on.
		await expectChanges(Number.MAX_VALUE, [0.2]);
		await expectChanges(0.29, [0.2, 1.35, 1.38, 2.38, 2.5]);
		await expectChanges(0, [0.2, 0.78, 1.02, 1.07, 1.38, 2.1, 2.5]);
	});
});

describe('WebXR Hand Input, XRHand', () => {
	it('is a map of 25 joint spaces in the order of the specification', async () => {
		const page = await open();
		const hand = await page.evaluate(async () => {
			const { session } = await kit.start();
			await handreel.driver.step();
			const hand = session.inputSources[0]!.hand!;
			const viaForEach: string[] = [];
			hand.forEach((space, name) => {
				viaForEach.push(`${name}=${space.jointName}`);
			});
			return {
				size: hand.size,
				keys: [...hand.keys()],
				entries: [...hand].map(([name, space]) => `${name}=${space.jointName}`),
				viaForEach,
				values: [...hand.values()].map(({ jointName }) => jointName),
				wrist: hand.get('wrist').jointName,
				// It has no other members of Map.
				more: ['has', 'set', 'delete'].filter((name) => name in hand),
			};
		});
		const names = JOINTS.filter(({ webxr }) => webxr !== null)
			.toSorted((a, b) => a.webxrIndex - b.webxrIndex)
			.map(({ webxr }) => webxr);
		expect(hand.size).toBe(25);
		expect(hand.keys).toEqual(names);
		expect(hand.values).toEqual(names);
		expect(hand.entries).toEqual(names.map((name) => `${name}=${name}`));
		expect(hand.viaForEach).toEqual(hand.entries);
		expect(hand.wrist).toBe('wrist');
		expect(hand.more).toEqual([]);
	});

	it('is null unless hand-tracking was granted', async () => {
		const page = await open();
		const hands = await page.evaluate(async () => {
			const { session } = await kit.start('immersive-vr', ['local']);
			await handreel.driver.step();
			return [...session.inputSources].map(({ hand, handedness, profiles, gamepad }) => [
				hand,
				handedness,
				profiles,
				gamepad,
			]);
		});
		const profiles = ['generic-hand-select', 'generic-hand'];
		expect(hands).toEqual([
			[null, 'left', profiles, null],
			[null, 'right', profiles, null],
		]);
	});
});

describe('WebXR Hand Input, XRFrame: getJointPose(), fillPoses(), fillJointRadii()', () => {
	it('return every joint of every frame as recorded', async () => {
		const page = await open({ recording: FULL });
		const frames = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			return kit.inFrames(session, 60, (frame) => {
				const matrices = new Float32Array(25 * 16);
				const hands = [...session.inputSources].map(({ hand, handedness }) => {
					const isFilled = frame.fillPoses(hand!.values(), space, matrices);
					const joints = [...hand!.values()].map((joint, i) => {
						const { position: p, orientation: q } = frame.getJointPose(joint, space)!.transform;
						const fromMatrix = [...matrices.subarray(i * 16 + 12, i * 16 + 15)];
						return { pose: [p.x, p.y, p.z, q.x, q.y, q.z, q.w], fromMatrix };
					});
					return { handedness, isFilled, joints };
				});
				return { time: handreel.driver.time, hands };
			});
		});
		const recording = readRecording(readFileSync(join(root, FULL)));
		let worst = 0;
		for (const { time, hands } of frames) {
			for (const { handedness, isFilled, joints } of hands) {
				expect(isFilled).toBe(true);
				const sample = sampleHand(recording, handedness as 'left', time, createHandSample(), { space: 'webxr' });
				const expected = writeWebXRJoints(sample, new Float32Array(175));
				joints.forEach(({ pose, fromMatrix }, i) => {
					const sign = Math.sign(pose[6]! * expected[i * 7 + 6]!);
					pose.forEach((value, k) => {
						worst = Math.max(worst, Math.abs(value * (k < 3 ? 1 : sign) - expected[i * 7 + k]!));
					});
					fromMatrix.forEach((value, k) => {
						worst = Math.max(worst, Math.abs(value - expected[i * 7 + k]!));
					});
				});
			}
		}
		expect(frames).toHaveLength(60);
		expect(worst).toBeLessThan(1e-6);
	});

	it('return null, NaN and false while a hand is lost', async () => {
		const page = await open({
			recording: FULL,
			options: { mutations: { gaps: [{ side: 'right', start: 0.1, end: 0.2 }] } },
		});
		const result = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			await handreel.driver.stepTo(0.14);
			return kit.inFrame(session, (frame) =>
				[...session.inputSources].map(({ hand, gripSpace, targetRaySpace, handedness }) => {
					const matrices = new Float32Array(25 * 16).fill(7);
					const radii = new Float32Array(25).fill(7);
					return [
						handedness,
						frame.getJointPose(hand!.get('wrist')!, space) === null,
						frame.getPose(gripSpace!, space) === null,
						frame.getPose(targetRaySpace, space) === null,
						frame.fillPoses(hand!.values(), space, matrices),
						matrices.every(Number.isNaN),
						frame.fillJointRadii(hand!.values(), radii),
						radii.every(Number.isNaN),
					];
				}),
			);
		});
		expect(result).toEqual([
			['left', false, false, false, true, false, true, false],
			['right', true, true, true, false, true, false, true],
		]);
	});

	it('refuse arrays that are too short and frames that are over', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			await handreel.driver.step();
			const joints = [...session.inputSources[0]!.hand!.values()];
			let kept: XRFrame | undefined;
			const names = await kit.inFrame(session, (frame) => {
				kept = frame;
				return Promise.all([
					kit.errorName(() => frame.fillPoses(joints, space, new Float32Array(25 * 16 - 1))),
					kit.errorName(() => frame.fillJointRadii(joints, new Float32Array(24))),
					kit.errorName(() => frame.fillJointRadii(joints, new Float32Array(26))),
				]);
			});
			return [...(await names), await kit.errorName(() => kept?.getJointPose(joints[0]!, space))];
		});
		expect(result).toEqual(['TypeError', 'TypeError', null, 'InvalidStateError']);
	});
});

describe('WebXR Device API, XRInputSource: gripSpace and targetRaySpace', () => {
	it('rotate the grip as specified; the ray starts in front of the palm and points away from the user', async () => {
		const page = await open({ recording: FULL });
		const hands = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			return kit.inFrame(session, (frame) =>
				[...session.inputSources].map(({ hand, handedness, gripSpace, targetRaySpace }) => {
					const joint = (name: string): DOMMatrix =>
						DOMMatrix.fromFloat32Array(frame.getJointPose(hand!.get(name)!, space)!.transform.matrix);
					const pose = (from: Parameters<XRFrame['getPose']>[0]): DOMMatrix =>
						DOMMatrix.fromFloat32Array(frame.getPose(from, space)!.transform.matrix);
					const axis = (m: DOMMatrix, i: number): number[] => [...m.toFloat64Array().slice(i * 4, i * 4 + 3)];
					const dot = (a: number[], b: number[]): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
					const [grip, ray, palm] = [pose(gripSpace!), pose(targetRaySpace), joint('middle-finger-metacarpal')];
					const head = frame.getViewerPose(space)!.transform.position;
					const knuckle = axis(joint('index-finger-phalanx-proximal'), 3);
					const toThumb = axis(joint('thumb-phalanx-distal'), 3).map((value, i) => value - axis(palm, 3)[i]!);
					const away = knuckle.map((value, i) => value - [head.x, head.y, head.z][i]!);
					return {
						handedness,
						back: dot(axis(grip, 0), axis(palm, 1)),
						arm: dot(axis(grip, 1), axis(palm, 2)),
						thumb:
							dot(
								axis(grip, 2).map((value) => -value),
								toThumb,
							) > 0,
						start: Math.hypot(...axis(ray, 3).map((value, i) => value - axis(joint('wrist'), 3)[i]!)),
						isAway:
							dot(
								axis(ray, 2).map((value) => -value),
								away,
							) > 0,
					};
				}),
			);
		});
		for (const { handedness, back, arm, thumb, start, isAway } of hands) {
			expect(back * (handedness === 'right' ? 1 : -1)).toBeGreaterThan(0.9);
			expect(arm).toBeGreaterThan(0.9);
			expect({ thumb, isAway }).toEqual({ thumb: true, isAway: true });
			expect(start).toBeCloseTo(Math.hypot(0.022, 0.059, 0.11), 5);
		}
		expect(hands).toHaveLength(2);
	});
});

describe('WebXR Device API, XRTargetRayMode: gaze', () => {
	it('is an input source without grip and hand if the page requests it and the recording has it', async () => {
		const sources = async (recording: string, features: string[]): Promise<unknown> => {
			const page = await open({ recording });
			return page.evaluate(async (optionalFeatures) => {
				const session = await navigator.xr.requestSession('immersive-vr', { optionalFeatures });
				await handreel.driver.step();
				return [...session.inputSources].map(({ targetRayMode, handedness, gripSpace, hand }) => [
					targetRayMode,
					handedness,
					gripSpace,
					hand,
				]);
			}, features);
		};
		expect(await sources('fixtures/recorded/mrtk-2.8.3-gaze-only.bin', ['eye-tracking'])).toEqual([
			['gaze', 'none', null, null],
		]);
		expect(await sources('fixtures/recorded/mrtk-2.8.3-gaze-only.bin', [])).toEqual([]);
		expect(await sources('fixtures/recorded/mrtk-2.8.3-camera-only.bin', ['eye-tracking'])).toEqual([]);
	});

	it('points in the recorded direction', async () => {
		const file = 'fixtures/recorded/mrtk-2.8.3-gaze-only.bin';
		const page = await open({ recording: file });
		const ray = await page.evaluate(async () => {
			const { session, space } = await kit.start('immersive-vr', ['local', 'eye-tracking']);
			return kit.inFrame(session, (frame) => {
				const { matrix } = frame.getPose(session.inputSources[0]!.targetRaySpace, space)!.transform;
				return [...matrix.subarray(12, 15), ...matrix.subarray(8, 11)];
			});
		});
		const { origin, direction } = readRecording(readFileSync(join(root, file)), { require: ['gaze'] }).gaze;
		const first = ({ floats, start }: typeof origin.x): number => floats[start + 1]!;
		const expected = [
			first(origin.x),
			first(origin.y),
			-first(origin.z),
			-first(direction.x),
			-first(direction.y),
			first(direction.z),
		];
		for (const [i, value] of ray.entries()) expect(value).toBeCloseTo(expected[i]!, 5);
	});
});
