import { decodeRecording, detectFormat, encodeRecording } from '@handreel/convert';
import { decodeIwer, encodeIwer } from '@handreel/convert/iwer';
import {
	createCurve,
	createRecording,
	evaluateCurve,
	getKeyTime,
	isRecordingError,
	JOINTS,
	type Recording,
} from '@handreel/core';
import { compareRecordings, resampleRecording } from '@handreel/core/edit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { asText } from '../support/as-text.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';

const codes = (issues: readonly { readonly code: string }[]): string[] => issues.map(({ code }) => code);
const names = JOINTS.filter(({ webxr }) => webxr !== null);
const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const hand = {
	handedness: 'left',
	targetRayMode: 'tracked-pointer',
	profiles: [],
	hasGrip: false,
	hasHand: true,
	hasGamepad: false,
};
const joints = (x: number): number[] => names.flatMap((_, i) => [x, i / 100, 0, 0, 0, 0, 1, 0.01]);
const viewer = [0, 1.6, 0, 0, 0, 0, 1];
// A ray at (1, 2, 3) that is turned by 90° about +y, not of unit length.
const ray = [1, 2, 3, 0, 0.5, 0, 0.5];

describe('reading IWER captures', () => {
	it('turns joints from the space of the ray into that of the recording', () => {
		const { recording, issues } = decodeIwer(
			JSON.stringify({
				schema: [[4, hand]],
				frames: [
					[1000.5, ...viewer, [4, ...ray, joints(0.1)]],
					[1010.5, ...viewer, [4, ...ray, joints(0.2)]],
				],
			}),
		);
		expect(issues).toEqual([]);
		expect(recording.duration).toBeCloseTo(0.01, 7);
		const { position, rotation } = recording.hands!.left.joints.indexTip;
		const index = names.findIndex(({ name }) => name === 'indexTip');
		// +x of the ray is −z in WebXR, which is +z in Unity.
		expect(evaluateCurve(position.x, 0)).toBeCloseTo(1, 6);
		expect(evaluateCurve(position.y, 0)).toBeCloseTo(2 + index / 100, 6);
		expect(evaluateCurve(position.z, 0)).toBeCloseTo(-3 + 0.1, 6);
		expect(evaluateCurve(position.z, 0.01)).toBeCloseTo(-3 + 0.2, 6);
		expect(evaluateCurve(rotation.y, 0)).toBeCloseTo(-Math.SQRT1_2, 6);
		expect(evaluateCurve(rotation.w, 0)).toBeCloseTo(Math.SQRT1_2, 6);
		expect(recording.hands!.left.radii).toMatchObject({ wrist: 0.01, indexTip: 0.01 });
		// WebXR has no palm.
		expect(evaluateCurve(recording.hands!.left.joints.palm.position.y, 0)).toBeCloseTo(2.105, 5);
	});

	it('keeps sources that come and go apart, and joins those that come back', () => {
		const controller = { ...hand, hasHand: false, hasGrip: true, hasGamepad: true, numButtons: 2, numAxes: 1 };
		const grip = [0, 1, 0, 0, 0, 0, 1];
		const gamepad = (value: number): unknown[] => [[value > 0.5 ? 1 : 0, 1, value], null, -value];
		const { recording } = decodeIwer(
			JSON.stringify({
				schema: [
					[0, { ...controller, profiles: ['touch'] }],
					[1, hand],
					[2, { ...controller, profiles: ['touch'] }],
				],
				frames: [
					[0, ...viewer, [0, ...ray, grip, gamepad(0.25)]],
					[10, ...viewer],
					[20, ...viewer, [1, ...ray, joints(0.1)]],
					[30, ...viewer, [2, ...ray, grip, gamepad(1)]],
				],
			}),
		);
		const { left } = recording.controllers!;
		const times = [0, 0.01, 0.02, 0.03];
		const states = (curve: NonNullable<typeof left>['tracked']): number[] =>
			times.map((t) => evaluateCurve(curve, Math.fround(t)));
		expect(states(left!.tracked)).toEqual([1, 0, 0, 1]);
		expect(states(recording.hands!.left.tracked)).toEqual([0, 0, 1, 0]);
		expect(left!.profiles).toEqual(['touch']);
		expect(states(left!.buttons[0]!.pressed)).toEqual([0, 0, 0, 1]);
		expect(left!.buttons[1]!.pressed.count).toBe(0);
		expect(left!.axes[0]!.count).toBe(2);
		expect(left!.grip.position.y.count).toBe(2);
		expect(recording.controllers!.right).toBeNull();
	});

	it('reports rows and sources that it leaves out', () => {
		const screen = { ...hand, handedness: 'none', hasHand: false };
		const frames = [
			[5, ...viewer],
			[5, ...viewer],
			[6, ...viewer, [0, ...ray]],
		];
		const { issues } = decodeIwer(JSON.stringify({ schema: [[0, screen]], frames }));
		expect(issues.map(({ message }) => message)).toEqual([
			'frames: 1 row left out: the time is not after that of the row before',
			'frames: 1 entry left out: neither left nor right',
		]);
	});

	it.each([
		['{', /^the JSON is malformed/],
		['[]', /^capture: must be an object/],
		['{"schema":[],"frames":{}}', /^frames: must be a list/],
		['{"schema":{},"frames":[]}', /^schema: must be a list/],
		['{"schema":[[0]],"frames":[]}', /^schema\[0\]: must be \[index, source\]/],
		['{"schema":[],"frames":[[1,2]]}', /^frames\[0\]: must be a list of 8/],
		['{"schema":[],"frames":[[1,2,3,4,5,6,7,"8"]]}', /^frames\[0\]: "8" is not a number/],
		['{"schema":[],"frames":[[0,0,0,0,0,0,0,1,[3]]]}', /^frames\[0\]\[8\]\[0\]: there is no source 3/],
		[
			'{"schema":[[3,{"hasGrip":true}]],"frames":[[0,0,0,0,0,0,0,1,[3,0,0,0,0,0,0,1]]]}',
			/\[8\]\[8\]: must be a list of 7/,
		],
	])('explains %s', (json, message) => {
		try {
			decodeIwer(json);
			throw new Error('it was read');
		} catch (error) {
			if (!isRecordingError(error, 'bad-iwer')) throw error;
			expect(error.message).toMatch(message);
		}
	});

	it('never throws anything but a RecordingError', async () => {
		const { text: json } = asText(encodeIwer(createFullRecording(), { frameRate: 2 }));
		const characters = fc.constantFrom('0', '-', '[', ']', ',', '"', 'null', '1e99', '{}', 'true');
		fc.assert(
			fc.property(fc.nat(json.length), fc.nat(20), characters, (at, length, text) => {
				try {
					decodeIwer(json.slice(0, at) + text + json.slice(at + length));
				} catch (error) {
					if (!isRecordingError(error)) throw error;
				}
			}),
			{ numRuns: 500, seed: 8 },
		);
	});

	it('is found by its content', async () => {
		expect(await detectFormat(utf8({ schema: [], frames: [] }))).toBe('iwer');
		expect(await detectFormat(utf8({ frames: [[0, ...viewer, 'x'.repeat(20_000)]], schema: [] }))).toBe('iwer');
		expect(await detectFormat(utf8({ frames: [] }))).toBeNull();
	});
});

describe('IWER captures and back', () => {
	it.each(listFixtures())('hold the hands of $name', async ({ recording }) => {
		const { bytes, issues } = await encodeRecording(recording, 'iwer');
		const { recording: back } = await decodeRecording(bytes);
		for (const side of ['left', 'right'] as const) {
			const x = back.hands?.[side].joints.indexTip.position.x;
			const given = recording.hands?.[side].joints.indexTip.position.x;
			if (x === undefined || given === undefined) continue;
			for (let i = 0; i < x.count; i++) {
				const expected = evaluateCurve(given, getKeyTime(x, i));
				// Times of captures start at 0.
				if (recording.duration > 0 && !hasNegativeTimes(recording) && Math.abs(expected) < 100)
					expect(Math.abs(x.floats[2 * i + 1]! - expected)).toBeLessThan(2e-5);
			}
		}
		if (recording.gaze !== null) expect(codes(issues)).toContain('section-lost');
	});

	it('keep everything but keys within a hundredth of a millimeter', () => {
		const source = createFullRecording();
		const tracked = createCurve([0, 1], { kind: 'boolean' });
		// A hand that is lost between two rows has no keys up to the moment of the loss.
		const hands = { left: { ...source.hands!.left, tracked }, right: { ...source.hands!.right, tracked } };
		const full = resampleRecording(createRecording({ ...source, hands }), { frameRate: 32 });
		const { recording: back } = decodeIwer(asText(encodeIwer(full)).text);
		const comparison = compareRecordings(full, back);
		const shown = comparison.channels.filter(({ path }) =>
			/^(head|controllers|hands\.\w+\.(aim|joints\.(?!palm|none)))/.test(path),
		);
		expect(shown.length).toBeGreaterThan(50);
		const limits = { meters: 2e-5, degrees: 0.005, value: 1e-5 };
		expect(shown.filter(({ max, unit }) => !(max < limits[unit]))).toEqual([]);
		expect(back.hands!.left.radii).toMatchObject(full.hands!.left.radii!);
		expect(back.controllers!.left!.profiles).toEqual(full.controllers!.left!.profiles);
		// A row at each frame, and at each change of a state.
		expect(back.controllers!.right!.buttons[0]!.value.count).toBeGreaterThanOrEqual(65);
		expect(evaluateCurve(back.hands!.left.pinchStrength!, 1)).toBeCloseTo(
			evaluateCurve(full.hands!.left.pinchStrength!, 1),
			4,
		);
	});

	it('explains what it cannot hold', () => {
		expect(encodeIwer(createFullRecording()).issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
			'section-lost gaze',
			'markers-lost markers[0]',
			'keys-lost hands.left.joints.palm',
			'keys-lost hands.right.joints.palm',
			'values-lost poses',
		]);
		const { recording } = findFixture('mrtk-2.8.3-hands-only.bin');
		expect(encodeIwer(recording).issues.map(({ path }) => path)).toEqual([
			'hands.left.joints.palm',
			'hands.left.aim',
			'hands.left.radii',
			'hands.right.joints.palm',
			'hands.right.aim',
			'hands.right.radii',
			'head',
			'poses',
		]);
		expect(() => encodeIwer(recording, { frameRate: -1 })).toThrow(RangeError);
	});
});

function hasNegativeTimes({ head, hands }: Recording): boolean {
	const first = [head?.position.x, hands?.left.joints.wrist.position.x, hands?.left.tracked];
	return first.some((curve) => curve !== undefined && curve.count > 0 && getKeyTime(curve, 0) !== 0);
}
