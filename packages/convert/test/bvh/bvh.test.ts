import { decodeRecording, detectFormat, encodeRecording } from '@handreel/convert';
import { type BvhOptions, decodeBvh, encodeBvh, encodeBvhChunks } from '@handreel/convert/bvh';
import {
	createCurve,
	createFrameSample,
	createRecording,
	evaluateCurve,
	getKeyValue,
	type HandParts,
	isRecordingError,
	JOINT_NAMES,
	JOINTS,
	POSE_STRIDE,
	type Recording,
	SIDES,
	sampleFrame,
} from '@handreel/core';
import { hasKeys } from '@handreel/core/internal';
import fc from 'fast-check';
import { AnimationMixer, Vector3 } from 'three';
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { asText } from '../support/as-text.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';
import { playBvh } from '../support/play-bvh.ts';

const { recording: mrtk } = findFixture('mrtk-2.8.3-n100.bin');
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const FRAME_RATE = 20;

// Meters between the joints of a file and those of the recording: the largest distance, by an independent player.
function measure(
	recording: Recording,
	options: BvhOptions,
	mode: 'replace' | 'add' = 'replace',
): { all: number; tops: number; turns: number } {
	const file = playBvh(asText(encodeBvh(recording, { frameRate: FRAME_RATE, ...options })).text);
	let [all, tops, turns] = [0, 0, 0];
	for (let i = 0; i < file.frameCount; i++) {
		const places = file.placesAt(i, mode);
		const frame = sampleFrame(recording, i / FRAME_RATE, createFrameSample(), { space: 'webxr' });
		const check = (name: string, pose: ArrayLike<number>): void => {
			const { position, matrix } = places.get(name)!;
			const distance = Math.hypot(...position.map((value, axis) => value / 100 - pose[axis]!));
			all = Math.max(all, distance);
			if (/^head$|wrist$/.test(name)) tops = Math.max(tops, distance);
			// The third column is the direction of z: 2 (xz + wy), 2 (yz − wx), 1 − 2 (x² + y²).
			const [x, y, z, w] = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
			const forward = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
			turns = Math.max(turns, Math.hypot(...forward.map((value, axis) => value - matrix[axis * 4 + 2]!)));
		};
		check('head', frame.head);
		for (const side of SIDES) {
			if (!frame.hands[side].tracked) continue;
			JOINT_NAMES.forEach((name, joint) => {
				if (name === 'none' || !hasKeys(recording.hands![side].joints[name])) return;
				check(`${side}_${name}`, frame.hands[side].joints.subarray(joint * POSE_STRIDE, joint * POSE_STRIDE + 7));
			});
		}
	}
	return { all, tops, turns };
}

describe('writing BVH', () => {
	it.each([
		['a recording of MRTK', mrtk],
		['a recording with everything', createFullRecording()],
	])('turns all joints of %s as recorded, and reports how far they are off', (_, recording) => {
		const { all, tops, turns } = measure(recording, {});
		const { deviation } = encodeBvh(recording, { frameRate: FRAME_RATE });
		expect(turns).toBeLessThan(1e-5);
		expect(tops).toBeLessThan(1e-6);
		expect(all).toBeCloseTo(deviation.maxMeters, 5);
		expect(deviation.medianMeters).toBeLessThanOrEqual(deviation.maxMeters);
	});

	it('puts all joints at their places with exact, for the program that was asked for', () => {
		expect(measure(createFullRecording(), { exact: 'blender' }).all).toBeLessThan(1e-6);
		expect(measure(createFullRecording(), { exact: 'three' }, 'add').all).toBeLessThan(1e-6);
		expect(() => encodeBvh(mrtk, { exact: 'maya' as 'three' })).toThrow('exact: "maya" is not one of blender, three');
		expect(() => encodeBvh(mrtk, { frameRate: 0 })).toThrow(RangeError);
	});

	it('writes meters on request, which are read back as such', () => {
		const inMeters = (exact?: 'three'): Recording => {
			const { text: bvh } = asText(
				encodeBvh(mrtk, { frameRate: FRAME_RATE, unit: 'm', ...(exact === undefined ? {} : { exact }) }),
			);
			return decodeBvh(bvh).recording;
		};
		const [plain, adding] = [inMeters(), inMeters('three')];
		const other = decodeBvh(asText(encodeBvh(mrtk, { frameRate: FRAME_RATE })).text).recording;
		const heightOf = (some: Recording, time: number): number =>
			evaluateCurve(some.hands!.right.joints.wrist.position.y, time);
		for (const time of [0, 0.5, 1]) {
			const expected = heightOf(other, time);
			expect(Math.abs(expected - heightOf(mrtk, time))).toBeLessThan(0.02);
			for (const some of [plain, adding]) expect(Math.abs(heightOf(some, time) - expected)).toBeLessThan(1e-6);
		}
		expect(asText(encodeBvh(mrtk, { unit: 'm' })).text).toContain('OFFSET 0 0 -0.01\n');
		expect(() => encodeBvh(mrtk, { unit: 'in' as 'm' })).toThrow('unit: "in" is not one of m, cm');
	});

	it('names the frame rate and the unit, which importers ask for', () => {
		const messageOf = (options: BvhOptions): string | undefined =>
			encodeBvh(mrtk, options).issues.find(({ path }) => path === 'frames')?.message;
		expect(messageOf({})).toBe('frames: sampled at 60 frames per second, in centimeters (scale 0.01)');
		expect(messageOf({ frameRate: 72, unit: 'm' })).toBe('frames: sampled at 72 frames per second, in meters');
	});

	it('mentions lost hands only where a hand is lost', () => {
		const x = createCurve([0, 0, 2, 1]);
		const hand = (...states: number[]): HandParts => ({
			tracked: createCurve(states, { kind: 'boolean' }),
			joints: { wrist: { position: { x } } },
		});
		const hands = { left: hand(0, 1), right: hand(0, 1, 1.5, 0) };
		const lost = encodeBvh(createRecording({ hands })).issues.filter(({ message }) => /lost holds/.test(message));
		expect(lost.map(({ path }) => path)).toEqual(['hands.right.tracked']);
	});

	it.each([
		['constant bones', {}, 'replace'],
		['exact positions', { exact: 'three' }, 'add'],
	] as const)("is played by three's BVHLoader, with %s", (_, options, mode) => {
		const { text: bvh } = asText(encodeBvh(mrtk, { frameRate: FRAME_RATE, ...options }));
		const file = playBvh(bvh);
		const { skeleton, clip } = new BVHLoader().parse(bvh);
		const [root] = skeleton.bones;
		const mixer = new AnimationMixer(root!);
		mixer.clipAction(clip).play();
		for (const i of [0, 5, file.frameCount - 2]) {
			mixer.setTime(i * file.frameTime);
			root!.updateMatrixWorld(true);
			const places = file.placesAt(i, mode);
			for (const bone of skeleton.bones) {
				if (bone.name === 'ENDSITE') continue;
				const [x = 0, y = 0, z = 0] = places.get(bone.name)!.position;
				const found = bone.getWorldPosition(new Vector3());
				expect(Math.hypot(found.x - x, found.y - y, found.z - z), `${bone.name} in ${i}`).toBeLessThan(1e-3);
			}
		}
	});

	it('keeps angles continuous', () => {
		const { text: bvh } = asText(encodeBvh(mrtk, { frameRate: 60 }));
		const rows = bvh
			.split('\n')
			.filter((line) => /^0 0 0 0 0 0 /.test(line))
			.map((line) => line.split(' ').map(Number));
		expect(rows.length).toBeGreaterThan(50);
		let largest = 0;
		for (let i = 1; i < rows.length; i++)
			rows[i]!.forEach((value, k) => {
				largest = Math.max(largest, Math.abs(value - rows[i - 1]![k]!));
			});
		expect(largest).toBeLessThan(180);
	});

	it('leaves out joints without keys', () => {
		const { joints } = mrtk.hands!.left;
		const { indexMiddle: _, palm: __, ...others } = joints;
		const { text: bvh } = asText(encodeBvh(createRecording({ hands: { left: { joints: others } } }), { frameRate: 5 }));
		const names = [...bvh.matchAll(/JOINT (\w+)/g)].map(([, name]) => name);
		expect(names).toHaveLength(24);
		expect(bvh.replace(/\s+/g, ' ')).toMatch(/JOINT left_indexKnuckle \{ OFFSET [^{]* JOINT left_indexDistal \{/);
	});

	it('explains what it cannot hold, with the deviation in millimeters', () => {
		const issues = encodeBvh(createFullRecording()).issues;
		expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
			'section-lost hands.left.pinching',
			'markers-lost markers[0]',
			'keys-lost hands.left.tracked',
			'keys-lost hands.left.joints.none',
			'values-lost hands',
			'keys-lost frames',
		]);
		expect(issues.find(({ path }) => path === 'hands')?.message).toMatch(
			/deviate by up to [\d.]+ mm \(median [\d.]+ mm\)$/,
		);
	});
});

describe('reading BVH', () => {
	it.each(listFixtures())('reads $name again', async ({ recording }) => {
		const { bytes } = await encodeRecording(recording, 'bvh', { frameRate: 30, exact: 'blender' });
		expect(await detectFormat(bytes)).toBe('bvh');
		const { recording: back } = await decodeRecording(bytes);
		const joints = Object.values(recording.hands?.left.joints ?? {});
		const values = joints.flatMap(({ position }) =>
			Object.values(position).map((curve) => evaluateCurve(curve, 2 / 30)),
		);
		// One fixture has joints kilometers apart, for which six decimals of an angle are too few.
		const isPlausible = values.every((value) => !(Math.abs(value) > 100));
		for (const { name } of JOINTS.slice(1)) {
			const given = recording.hands?.left.joints[name].position.x;
			const found = back.hands?.left.joints[name].position.x;
			if (given === undefined || found === undefined || given.count === 0 || found.count < 3) continue;
			if (isPlausible) expect(getKeyValue(found, 2)).toBeCloseTo(evaluateCurve(given, 2 / 30), 4);
		}
	});

	it('reads exact files for three.js as well', () => {
		for (const exact of ['blender', 'three'] as const) {
			const { recording } = decodeBvh(asText(encodeBvh(mrtk, { frameRate: FRAME_RATE, exact })).text);
			const { x } = recording.hands!.right.joints.ringTip.position;
			expect(evaluateCurve(x, 0.5)).toBeCloseTo(evaluateCurve(mrtk.hands!.right.joints.ringTip.position.x, 0.5), 5);
		}
	});

	const foreign = `HIERARCHY
ROOT Hips
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
	JOINT Left Hand
	{
		OFFSET 10 20 30
		CHANNELS 3 Yrotation Xrotation Zrotation
		End Site
		{
			OFFSET 0 0 5
		}
	}
}
MOTION
Frames: 2
Frame Time: 0.5
100 0 0 0 0 0 0 0 0
100 0 0 0 90 0 0 0 0
`;

	it('reads files of other programs with a map', async () => {
		const map = { joints: { 'Left Hand': 'left_wrist' } };
		const { recording, issues } = decodeBvh(foreign, { map });
		const { position, rotation } = recording.hands!.left.joints.wrist;
		expect(issues.map(({ message }) => message)).toEqual(['Hips: not in the map; ignored']);
		expect([position.x, position.y, position.z].map((curve) => evaluateCurve(curve, 0))).toEqual(
			[1.1, 0.2, -0.3].map(Math.fround),
		);
		// Turned by 90° about y: (10, 20, 30) becomes (30, 20, −10).
		expect(evaluateCurve(position.x, 0.5)).toBeCloseTo(1.3, 5);
		expect(evaluateCurve(position.z, 0.5)).toBeCloseTo(0.1, 5);
		expect(evaluateCurve(rotation.y, 0.5)).toBeCloseTo(-Math.SQRT1_2, 5);
		expect(recording.duration).toBe(0.5);
		const meters = await decodeRecording(utf8(foreign), { map: { ...map, metersPerUnit: 1 } });
		expect(evaluateCurve(meters.recording.hands!.left.joints.wrist.position.x, 0)).toBe(110);
		const turned = decodeBvh(foreign, {
			map: { joints: { 'Left Hand': { part: 'left_wrist', rotation: [0, 1, 0, 0] } } },
		});
		expect(Math.abs(evaluateCurve(turned.recording.hands!.left.joints.wrist.rotation.y, 0))).toBe(1);
	});

	it('asks for a map, and checks it', () => {
		expect(() => decodeBvh(foreign)).toThrow(/was not written by handreel \(its root is "Hips"\); pass a map/);
		expect(() => decodeBvh(foreign, { map: { joints: { Hips: 'nose' } } })).toThrow(/'nose' is not a part/);
		expect(() => decodeBvh(foreign, { map: { joints: { Foot: 'head' } } })).toThrow(/the file has no such joint/);
		expect(() => decodeBvh(foreign, { map: { joints: {}, metersPerUnit: 0 } })).toThrow(/not a number above 0/);
	});

	it.each([
		['HIERARCHY\nMOTION\n', 'line 2: there is no ROOT'],
		['HIERARCHY\nROOT a\n{\nOFFSET 0 0\nCHANNELS', 'line 5: "CHANNELS" is not a number'],
		['HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Wposition', 'line 5: "wposition" is not a channel'],
		['HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n', 'line 6: the text ends too early'],
		[
			'HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\n}\nMOTION\nFrames: 9999999\nFrame Time: 1\n',
			/do not fit into the text/,
		],
		[
			'HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\nMOTION\nFrames: 1\nFrame Time: 0\n',
			/frame time 0 is not above 0/,
		],
	])('explains %j', (text, message) => {
		try {
			decodeBvh(text);
			throw new Error('it was read');
		} catch (error) {
			if (!isRecordingError(error, 'bad-bvh')) throw error;
			expect(error.message).toMatch(message);
		}
	});

	it('never throws anything but a RecordingError', () => {
		const { text: bvh } = asText(encodeBvh(createFullRecording(), { frameRate: 1 }));
		const pieces = fc.constantFrom(
			'{',
			'}',
			'\n',
			' ',
			'JOINT x',
			'1e999',
			'-',
			'End Site',
			'CHANNELS 3',
			'99999999999',
		);
		fc.assert(
			fc.property(fc.nat(bvh.length), fc.nat(30), pieces, (at, length, text) => {
				try {
					decodeBvh(bvh.slice(0, at) + text + bvh.slice(at + length));
				} catch (error) {
					if (!isRecordingError(error)) throw error;
				}
			}),
			{ numRuns: 500, seed: 9 },
		);
	});
});

describe('a recording of minutes', () => {
	const seconds = 200;
	const still = createCurve([0, 0.5, seconds, 0.5]);
	const zero = createCurve([0, 0]);
	const one = createCurve([0, 1]);
	const pose = { position: { x: still, y: one, z: still }, rotation: { x: zero, y: zero, z: zero, w: one } };
	const recording = createRecording({ head: pose, hands: { left: { joints: { wrist: pose, palm: pose } } } });

	it('is written in pieces, with the same rows as a short one', () => {
		const { chunks, deviation } = encodeBvhChunks(recording);
		const text = Buffer.concat([...chunks]).toString();
		expect(text).toBe(asText(encodeBvh(recording)).text);
		expect(deviation).toEqual({ medianMeters: 0, maxMeters: 0 });
		const rows = text.slice(text.indexOf('Frame Time')).trim().split('\n').slice(1);
		expect(rows.length).toBe(seconds * 60 + 1);
		expect(new Set(rows).size).toBe(1);
		expect(decodeBvh(text).recording.duration).toBeCloseTo(seconds, 3);
	});

	it('is refused if it is too long, before frames are sampled', () => {
		const curve = createCurve([0, 1, 139_000, 1]);
		const long = createRecording({ head: { position: { x: curve } } });
		expect(() => encodeBvh(long)).toThrow(RangeError);
		expect(() => encodeBvh(long, { frameRate: 0.1 })).not.toThrow();
	});
});
