import {
	createFrameSample,
	type FrameSample,
	getJointPose,
	type JointName,
	readRecording,
	SIDES,
	type Side,
	sampleFrame,
	writeRecording,
} from '@handreel/core';
import { diagnoseRecording } from '@handreel/core/diagnose';
import { listReaches } from '@handreel/core/measure';
import { Performer, type PerformerOptions } from '@handreel/core/perform';
import { encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { invertQuaternion, rotateVector } from '../../src/math/quaternion.ts';
import { playEverything } from '../support/performed-scripts.ts';

const frameAt = (performer: Performer, time: number): FrameSample =>
	performer.sampleAt(time, createFrameSample(), { space: 'webxr' });
const still: PerformerOptions = { space: 'webxr', tremor: 0 };
const tip = (frame: FrameSample, side: Side, joint: JointName): number[] =>
	Array.from(getJointPose(frame.hands[side], joint)?.position ?? []);
const pinchPoint = (frame: FrameSample, side: Side): number[] =>
	tip(frame, side, 'thumbTip').map((value, i) => (value + tip(frame, side, 'indexTip')[i]!) / 2);
const near = (point: readonly number[], tolerance = 3): unknown[] =>
	point.map((value) => expect.closeTo(value, tolerance));

describe('a performer', () => {
	it('brings the fingertips to the target and moves them on', () => {
		const performer = new Performer(still);
		performer.right.reach([0.2, 1.1, -0.4]).pinch().mark('held').moveTo([0, 1.25, -0.45]).mark('there').release();
		const [held, there] = performer.markers;
		expect(pinchPoint(frameAt(performer, held!.time), 'right')).toEqual(near([0.2, 1.1, -0.4]));
		expect(pinchPoint(frameAt(performer, there!.time), 'right')).toEqual(near([0, 1.25, -0.45]));
		expect(frameAt(performer, held!.time).hands.right).toMatchObject({
			tracked: true,
			pinching: true,
			pinchStrength: 1,
		});
		expect(frameAt(performer, performer.duration).hands.right.pinching).toBe(false);
	});

	it('does not turn a hand that holds something', () => {
		const performer = new Performer(still);
		performer.left.pinch([-0.2, 1.1, -0.4]).mark('held').moveTo([-0.3, 1.4, -0.3]);
		const [held] = performer.markers;
		const [before, after] = [held!.time, performer.duration].map((time) =>
			Array.from(getJointPose(frameAt(performer, time).hands.left, 'wrist')!.rotation),
		);
		expect(after).toEqual(before);
	});

	it('pokes with the index finger, grabs with the palm', () => {
		const performer = new Performer(still);
		performer.right.poke([0.1, 1.3, -0.4]);
		let nearest = Number.POSITIVE_INFINITY;
		for (let time = 0; time < performer.duration; time += 0.01) {
			const [x = 0, y = 0, z = 0] = tip(frameAt(performer, time), 'right', 'indexTip');
			nearest = Math.min(nearest, Math.hypot(x - 0.1, y - 1.3, z + 0.4));
		}
		expect(nearest).toBeLessThan(0.003);
		performer.right.grab([0.3, 1.1, -0.3]);
		const palm = tip(frameAt(performer, performer.duration), 'right', 'palm');
		expect(Math.hypot(palm[0]! - 0.3, palm[1]! - 1.1, palm[2]! + 0.3)).toBeLessThan(0.04);
	});

	it.each(['hands', 'controllers'] as const)('points rays of %s at targets', (input) => {
		for (const target of [
			[0, 1.6, -2],
			[1.5, 0.4, -2],
			[-1, 2.5, -1.5],
		]) {
			for (const side of SIDES) {
				const performer = new Performer({ ...still, input });
				performer[side].pointAt(target).wait(0.1);
				const frame = frameAt(performer, performer.duration);
				const { aim } = input === 'hands' ? frame.hands[side] : frame.controllers[side];
				const along = rotateVector(aim, [0, 0, -1], [] as number[], 3);
				const length = Math.hypot(...target.map((value, i) => value - aim[i]!));
				expect(target.map((value, i) => (value - aim[i]!) / length)).toEqual(near(along, 4));
			}
		}
	});

	it.each([
		[['meta-quest-touch-plus', 'oculus-touch-v3', 'generic-trigger-squeeze-thumbstick'], 36.5, 7.1],
		[['oculus-touch-v2', 'oculus-touch'], 42, 0],
		[['oculus-touch'], 38.7, 0],
		[['pico-4', 'generic-trigger-squeeze-thumbstick'], 60, 0],
	] as const)('holds the ray of %s %d° below the grip and %d° inward', (profiles, below, inward) => {
		const performer = new Performer({ ...still, input: 'controllers', profiles });
		const { controllers } = frameAt(performer, 0);
		for (const side of SIDES) {
			const { grip, aim } = controllers[side];
			const along = rotateVector(aim, [0, 0, -1], [] as number[], 3);
			const [x = 0, y = 0, z = 0] = rotateVector(invertQuaternion(grip, [] as number[], 3), along, [] as number[]);
			const degrees = (radians: number): number => (radians * 180) / Math.PI;
			expect(degrees(Math.asin(-y))).toBeCloseTo(below, 0);
			expect(degrees(Math.asin(side === 'left' ? x : -x))).toBeCloseTo(inward, 0);
			expect(z).toBeLessThan(0);
		}
	});

	it('touches a surface for less time than a click may take, also before the fingertip has reached it', () => {
		const performer = new Performer(still);
		performer.right.poke([0.1, 1.3, -0.4]);
		let seconds = 0;
		for (let time = 0; time < performer.duration; time += 1 / 90) {
			// The surface is at right angles to the poke, and touched within 3 cm.
			const [x = 0, , z = 0] = tip(frameAt(performer, time), 'right', 'indexTip');
			if (Math.hypot(x - 0.1, z + 0.4) < 0.03) seconds += 1 / 90;
		}
		expect(seconds).toBeGreaterThan(0.1);
		expect(seconds).toBeLessThan(0.3);
	});

	it('moves around a pivot at a constant distance', () => {
		const performer = new Performer(still);
		const pivot = [0.1, 1, -0.4];
		performer.right.pinch([0.1, 1.2, -0.4]).mark('held').moveTo([0.1, 1, -0.2], { around: pivot });
		for (let time = performer.markers[0]!.time; time < performer.duration; time += 0.02) {
			const point = pinchPoint(frameAt(performer, time), 'right');
			expect(Math.hypot(...point.map((value, i) => value - pivot[i]!))).toBeCloseTo(0.2, 3);
		}
		expect(pinchPoint(frameAt(performer, performer.duration), 'right')).toEqual(near([0.1, 1, -0.2]));
	});

	it('looks before the hand moves', () => {
		const performer = new Performer(still);
		performer.right.wait(0.5).reach([0.3, 1, -0.4]);
		const moved = (pick: (frame: FrameSample) => number[]): number => {
			const first = pick(frameAt(performer, 0.4));
			for (let time = 0.5; ; time += 0.005) {
				const now = pick(frameAt(performer, time));
				if (now.some((value, i) => Math.abs(value - first[i]!) > 1e-3)) return time;
			}
		};
		const gaze = moved((frame) => [...frame.gaze]);
		const head = moved((frame) => [...frame.head.subarray(3)]);
		const hand = moved((frame) => tip(frame, 'right', 'wrist'));
		expect(gaze).toBeLessThan(head);
		expect(head).toBeLessThan(hand);
		const { gaze: ray } = frameAt(performer, performer.duration);
		const to = [0.3 - ray[0]!, 1 - ray[1]!, -0.4 - ray[2]!];
		expect(to.map((value) => value / Math.hypot(...to))).toEqual(near([...ray.subarray(3)], 5));
	});

	it('walks with its hands, and turns to face a point', () => {
		const performer = new Performer(still);
		const offset = (frame: FrameSample): number =>
			Math.hypot(...tip(frame, 'right', 'wrist').map((value, i) => value - frame.head[i]!));
		const before = offset(frameAt(performer, 0));
		performer.walkTo([2, 0, -1], { facing: [2, 1.5, -5] });
		const frame = frameAt(performer, performer.duration);
		expect([frame.head[0]!, frame.head[2]!]).toEqual(near([2, -1], 1));
		expect(offset(frame)).toBeCloseTo(before, 1);
		expect(rotateVector(frame.head, [0, 0, -1], [] as number[], 3)).toEqual(near([0, 0, -1], 1));
		performer.right.reach([2.2, 1.1, -1.4]);
		expect(tip(frameAt(performer, performer.duration), 'right', 'wrist')[0]).toBeCloseTo(2.2, 1);
	});

	it('moves both sides at the same time, or one after the other', () => {
		const performer = new Performer();
		performer.right.reach([0.2, 1.1, 0.4]);
		expect(performer.left.time).toBe(0);
		performer.left.after(performer.right).reach([-0.2, 1.1, 0.4]);
		expect(performer.left.time).toBeGreaterThan(performer.right.time);
		performer.sync();
		expect(performer.right.time).toBe(performer.left.time);
		performer.wait(1).mark('end');
		expect(performer.markers).toEqual([{ name: 'end', time: performer.duration }]);
	});

	it('drives controllers: trigger, squeeze, buttons, stick', () => {
		const performer = new Performer({ ...still, input: 'controllers' });
		const { right } = performer;
		const sample = (): FrameSample['controllers']['right'] => frameAt(performer, right.time).controllers.right;
		right.reach([0.2, 1.1, -0.4]).pinch();
		expect([...sample().grip.subarray(0, 3)]).toEqual(near([0.2, 1.1, -0.4]));
		expect([...sample().pressed.subarray(0, 2)]).toEqual([1, 0]);
		right.release().grab();
		expect([...sample().pressed.subarray(0, 2)]).toEqual([0, 1]);
		right.release().down(4).stick(0.5, -1);
		expect([...sample().pressed.subarray(0, 6)]).toEqual([0, 0, 0, 0, 1, 0]);
		expect([...sample().axes.subarray(0, 4)]).toEqual([0, 0, 0.5, -1]);
		right.up(4).press('trigger').stick(0, 0);
		expect([...sample().pressed.subarray(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
		right.putDown();
		expect(frameAt(performer, right.time).hands.right.tracked).toBe(true);
		const { controllers } = performer.toRecording();
		expect(controllers?.right?.profiles[0]).toBe('oculus-touch-v3');
	});

	it('exchanges the hands of a left-handed performer, not the targets', () => {
		const performer = new Performer({ ...still, leftHanded: true });
		performer.right.pinch([0.1, 1.1, -0.4]);
		expect(performer.right.side).toBe('left');
		expect(pinchPoint(frameAt(performer, performer.duration), 'left')).toEqual(near([0.1, 1.1, -0.4]));
	});

	it('changes nothing before the end of the plan when it continues', () => {
		const performer = new Performer({ noise: 0.0003 });
		performer.right.reach([0.2, 1.1, 0.4]);
		const time = performer.duration - 0.01;
		const before = structuredClone(performer.sampleAt(time, createFrameSample()));
		performer.sync();
		performer.right.pinch().rest();
		performer.left.reach([-0.2, 1.2, 0.3]);
		performer.walkTo([1, 0, 1]);
		expect(performer.sampleAt(time, createFrameSample())).toEqual(before);
	});
});

describe('performed recordings', () => {
	it.each([{}, { noise: 0.0003, seed: 5 }, { handSize: 1.15, speed: 1.3, eyeHeight: 1.75 }])(
		'look like tracked hands: %j',
		(options) => {
			const performer = new Performer(options);
			playEverything(performer);
			expect(diagnoseRecording(performer.toRecording())).toEqual([]);
		},
	);

	it('have one peak of speed per reach, between 0.3 and 2 m/s', () => {
		const targets = [
			[0.3, 1.1, 0.5],
			[-0.1, 1.4, 0.4],
			[0.5, 1, 0.2],
			[0.2, 1.5, 0.5],
		];
		const performer = new Performer();
		for (const target of targets) performer.right.reach(target).wait(0.3);
		const reaches = listReaches(performer.toRecording()).filter(({ side }) => side === 'right');
		expect(reaches).toHaveLength(targets.length);
		for (const { peakSpeed, speedRatio } of reaches) {
			expect(peakSpeed).toBeGreaterThan(0.3);
			expect(peakSpeed).toBeLessThan(2);
			expect(speedRatio).toBeCloseTo(1.875, 0.6);
		}
		const durations = reaches.toSorted((a, b) => a.distance - b.distance).map(({ duration }) => duration);
		expect(durations[0]).toBeLessThan(durations.at(-1)!);
	});

	it('are the same bytes for the same script, and other bytes for another seed', () => {
		const perform = (options: PerformerOptions): string => {
			const performer = new Performer({ noise: 0.0003, ...options });
			playEverything(performer);
			return Buffer.from(encodeReel(performer.toRecording())).toString('base64');
		};
		const first = perform({ seed: 3 });
		expect(perform({ seed: 4 }) === first).toBe(false);
		expect(perform({ seed: 3 }) === first).toBe(true);
	});

	it('keep their origin, radii and markers, and survive MRTK files', () => {
		const performer = new Performer();
		performer.right.mark('start').reach([0.2, 1.1, 0.4]).pinch().mark('held').release();
		const recording = performer.toRecording();
		expect(recording.info).toMatchObject({ application: 'handreel perform', frameRate: 90 });
		expect(recording.hands?.right.radii?.indexTip).toBeCloseTo(0.0066, 6);
		expect(recording.markers.map(({ name }) => name)).toEqual(['start', 'held']);
		expect(readRecording(writeRecording(recording, { onIssue: () => {} })).duration).toBeCloseTo(performer.duration, 1);
		const thin = performer.toRecording({ keepAllKeys: false });
		expect(thin.hands!.right.joints.wrist.position.x.count).toBeLessThan(
			recording.hands!.right.joints.wrist.position.x.count,
		);
	});

	it.each([
		['webxr', [0.2, 1.1, -0.4], [1, 0, -2]],
		['ros', [0.4, -0.2, 1.1], [2, -1, 0]],
		['blender', [-0.2, -0.4, 1.1], [-1, -2, 0]],
	] as const)('are the same with points in the space %s', (space, target, place) => {
		const unity = new Performer();
		unity.right.reach([0.2, 1.1, 0.4]);
		unity.walkTo([1, 0, 2]);
		const other = new Performer({ space });
		other.right.reach(target);
		other.walkTo(place);
		const [a, b] = [unity, other].map((performer) => Buffer.from(encodeReel(performer.toRecording())));
		expect(a!.equals(b!)).toBe(true);
	});

	it.each(['webxr', 'ros', 'blender'] as const)('are sampled in the space %s as their recording is', (space) => {
		const performer = new Performer({ tremor: 0 });
		performer.right.reach([0.2, 1.1, 0.4]);
		const time = 45 / performer.settings.frameRate;
		const performed = performer.sampleAt(time, createFrameSample(), { space });
		const recorded = sampleFrame(performer.toRecording(), time, createFrameSample(), { space });
		const pick = ({ head, gaze, hands }: FrameSample): number[] => [...head, ...gaze, ...hands.right.joints.slice(7)];
		for (const [i, value] of pick(recorded).entries()) expect(value).toBeCloseTo(pick(performed)[i]!, 5);
	});
});
