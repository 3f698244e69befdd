import { encodeGlb } from '@handreel/convert/gltf';
import {
	type Curve,
	createCurve,
	createFrameSample,
	createRecording,
	createSampler,
	JOINT_NAMES,
	type Recording,
	type WrapMode,
} from '@handreel/core';
import { createCurveFromWords, getCurveWords, mapCurves } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../../core/test/support/random.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';
import { openGlb, type Player } from '../support/play-glb.ts';
import { rotate } from '../support/rotate.ts';

describe('what a viewer shows', () => {
	// Equal times are merged and values that are not finite left out, so these two move otherwise.
	const steady = listFixtures().filter(({ name }) => !['unsorted.bin', 'odd-bits.bin'].includes(name));

	it.each(steady)('is what the recording holds, within the tolerance: $name', async ({ name, recording }) => {
		const { bytes: glb, issues } = encodeGlb(recording, { hideLost: false });
		// What is known to be off is reported: nothing but curves that swing over kilometers.
		const off = issues.filter(({ message }) => message.includes('times the tolerance off'));
		if (name !== 'mrtk-2.5.4-tangents.bin') expect(off).toEqual([]);
		expect(findErrors(await openGlb(glb), recording, new Set(off.map(({ path }) => path)))).toEqual([]);
	});

	it('is what any sensible curves hold, within the tolerance', async () => {
		for (let seed = 0; seed < 120; seed++) {
			const recording = createSensibleRecording(createRandom(seed));
			const { bytes: glb, issues } = encodeGlb(recording);
			expect(issues.filter(({ message }) => message.includes('times the tolerance off'))).toEqual([]);
			expect(findErrors(await openGlb(glb), recording, new Set()), `seed ${seed}`).toEqual([]);
		}
	});

	it('is what curves hold that repeat inside the recording, within the tolerance', async () => {
		for (let seed = 0; seed < 60; seed++) {
			const random = createRandom(seed);
			const wrap = (): WrapMode => random.pick(['loop', 'ping-pong', 'default', 'clamp-forever', 'once']);
			const recording = mapCurves(createSensibleRecording(random), (curve) => {
				const keys = Math.max(1, curve.count - random.below(4));
				const options = { stride: curve.stride, preWrap: wrap(), postWrap: wrap() };
				return createCurveFromWords(getCurveWords(curve).slice(0, keys * curve.stride), options);
			});
			const { bytes: glb } = encodeGlb(recording);
			expect(findErrors(await openGlb(glb), recording, new Set()), `seed ${seed}`).toEqual([]);
		}
	});

	it('holds the end values of curves that repeat too often, which is reported', async () => {
		const fast = createCurve([0, 0, 1e-4, 1], { postWrap: 'loop' });
		const still = createCurve([0, 2, 600, 2]);
		const recording = createRecording({ head: { position: { x: fast, y: still, z: still } } });
		const { bytes: glb, issues } = encodeGlb(recording);
		const message =
			'head.position: repeats inside the recording, but too often to be sampled; viewers hold the end values there';
		expect(issues).toContainEqual(expect.objectContaining({ code: 'wrap-lost', path: 'head.position', message }));
		expect((await openGlb(glb)).sample('head', 'translation', 300)).toEqual([1, 2, -2]);
	});

	it('is within the tolerance at dense times, for weights of any size, unless reported', async () => {
		for (let seed = 0; seed < 40; seed++) {
			const recording = createWeightedRecording(createRandom(seed));
			const { bytes: glb, issues } = encodeGlb(recording);
			const off = new Set(
				issues.filter(({ message }) => message.includes('times the tolerance off')).map(({ path }) => path),
			);
			expect(findErrors(await openGlb(glb), recording, off, 2001), `seed ${seed}`).toEqual([]);
		}
	});

	it('has a node for the head, the gaze and 26 joints of each hand', async () => {
		const player = await openGlb(encodeGlb(findFixture('mrtk-2.8.3-full-5s.bin').recording).bytes);
		const joints = JOINT_NAMES.slice(1).flatMap((name) => [`left_${name}`, `right_${name}`]);
		expect([...player.names].sort()).toEqual(['head', 'gaze', 'left', 'right', ...joints].sort());
	});

	it('is nothing of a hand that is not tracked', async () => {
		const recording = findFixture('mrtk-2.8.3-lost.bin').recording;
		const player = await openGlb(encodeGlb(recording).bytes);
		const sampler = createSampler(recording);
		const frame = createFrameSample();
		const sizes = new Set<number>();
		for (let time = 0; time < recording.duration; time += 0.05) {
			const size = sampler.sampleFrame(time, frame).hands.left.tracked ? 1 : 0;
			expect(player.sample('left', 'scale', time)).toEqual([size, size, size]);
			sizes.add(size);
		}
		expect([...sizes].sort()).toEqual([0, 1]);
	});
});

// A head with weights far beyond 1, where curves jump and turn within milliseconds.
function createWeightedRecording(random: Random): Recording {
	const number = (from: number, to: number): number => from + (random.word() / 2 ** 32) * (to - from);
	const steepness = random.pick([0, 1e-3, 1]);
	const handle = (): number => number(-steepness, steepness);
	const weight = (): number => random.pick([0, 0.02, 0.5, 1, 1.5, 4, 20, 300, 1e5]);
	const axis = (): Curve => {
		const key = (i: number): number[] => [i, number(-1, 1), handle(), handle(), weight(), weight(), 3];
		return createCurve([...key(0), ...key(1), ...key(2)], { stride: 7 });
	};
	const still = createCurve([0, 1, 2, 1]);
	return createRecording({
		head: { position: { x: axis(), y: axis(), z: axis() }, rotation: { x: axis(), y: axis(), z: still, w: still } },
	});
}

// A head and a gaze, each vector with one kind of curve: straight, Hermite, steps, weighted or all of them; some with
// axes that have different key times.
function createSensibleRecording(random: Random): Recording {
	const number = (from: number, to: number): number => from + (random.word() / 2 ** 32) * (to - from);
	const vector = (values: (key: number) => number[]): Curve[] => {
		const kind = random.pick(['line', 'hermite', 'step', 'weighted', 'mixed']);
		const isRagged = random.below(4) === 0;
		const count = 1 + random.below(6);
		const times = (): number[] => Array.from({ length: count }, (_, key) => key * 0.5 + number(0, 0.4));
		const shared = times();
		const rows = Array.from({ length: count }, (_, key) => values(key));
		return (rows[0] ?? []).map((_, axis) => {
			const own = isRagged ? times() : shared;
			const keys = rows.flatMap((row, key) => [own[key] ?? 0, row[axis] ?? 0, ...handles(kind)]);
			return createCurve(keys, { stride: 7 });
		});
	};
	const handles = (given: string): number[] => {
		const kind = given === 'mixed' ? random.pick(['line', 'hermite', 'step', 'weighted']) : given;
		if (kind === 'line') return [0, 0, 0, 0, 3];
		const infinity = given === 'step' ? Number.POSITIVE_INFINITY : random.pick([-1, 1]) * Number.POSITIVE_INFINITY;
		if (kind === 'step') return [infinity, infinity, 0, 0, 0];
		const slopes = [number(-1, 1), number(-1, 1)];
		return kind === 'hermite' ? [...slopes, 0, 0, 0] : [...slopes, number(0, 1), number(0, 1), 3];
	};
	const place = (): number[] => [number(-2, 2), number(-2, 2), number(-2, 2)];
	const turn = (): number[] => {
		const quaternion = [number(-0.4, 0.4), number(-0.4, 0.4), number(-0.4, 0.4), random.pick([1, 1, -1])];
		return quaternion.map((value) => value / Math.hypot(...quaternion));
	};
	const [px, py, pz] = vector(place);
	const [qx, qy, qz, qw] = vector(turn);
	const [ox, oy, oz] = vector(place);
	const [dx, dy, dz] = vector(() => [number(-1, 1), number(-1, 1), 1.5]);
	return createRecording({
		head: { position: { x: px!, y: py!, z: pz! }, rotation: { x: qx!, y: qy!, z: qz!, w: qw! } },
		gaze: { origin: { x: ox!, y: oy!, z: oz! }, direction: { x: dx!, y: dy!, z: dz! } },
	});
}

// Where a viewer shows something else than core's sampler yields inside the recording, beyond the tolerance and rounding.
function findErrors(
	{ document, names, place }: Player,
	recording: Recording,
	known: ReadonlySet<string>,
	count = 97,
): string[] {
	const errors: string[] = [];
	const extras = document.getRoot().listScenes()[0]?.getExtras()['handreel'] as { timeOffset: number };
	const start = extras.timeOffset;
	const sampler = createSampler(recording, { space: 'webxr' });
	const frame = createFrameSample();
	for (let i = 0; i < count; i++) {
		const time = start + ((recording.duration - start) * (i + 0.37)) / count;
		const { head, hands, gaze } = sampler.sampleFrame(time, frame);
		for (const name of names) {
			const [side = '', joint = ''] = name.split('_');
			if (joint === '' && name !== 'head' && name !== 'gaze') continue;
			const at = JOINT_NAMES.indexOf(joint as 'wrist') * 7;
			const pose = name === 'head' ? head : name === 'gaze' ? gaze : hands[side as 'left'].joints.subarray(at, at + 7);
			const path = name === 'head' ? 'head' : name === 'gaze' ? 'gaze' : `hands.${side}.joints.${joint}`;
			const note = (part: string, error: number, tolerance: number): void => {
				if (!(error <= tolerance) && !known.has(`${path}.${part}`)) errors.push(`${path}.${part} ${time}: ${error}`);
			};
			const { position, rotation } = place(name, time - start);
			const size = Math.max(1, ...position.map(Math.abs));
			const distance = Math.hypot(...position.map((value, k) => value - (pose[k] ?? 0)));
			note(name === 'gaze' ? 'origin' : 'position', distance, 1.2e-4 + size * 1e-6);
			if (name === 'gaze') {
				const forward = rotate(rotation, [0, 0, -1]);
				note('direction', degrees(Math.hypot(...forward.map((value, k) => value - (pose[k + 3] ?? 0)))), 0.06);
			} else {
				const sign = Math.sign(rotation.reduce((sum, value, k) => sum + value * (pose[k + 3] ?? 0), 0));
				const chord = Math.hypot(...rotation.map((value, k) => value - sign * (pose[k + 3] ?? 0)));
				note('rotation', degrees(2 * chord), 0.06);
			}
		}
	}
	return errors;
}

function degrees(radians: number): number {
	return (radians * 180) / Math.PI;
}
