// Synthetic recordings of a wanted size: 395 curves, all sections, the axes of a vector keyed together, times of a
// 60 Hz recorder that misses frames (FORMAT.md, "What real files are like"). The same size produces the same bytes.
import {
	type Curve,
	createCurve,
	createRecording,
	type HandParts,
	JOINT_NAMES,
	type Marker,
	type PoseParts,
	type QuatCurves,
	type RayParts,
	type Vec3Curves,
	writeRecording,
} from '@handreel/core';

/** The size of float keys: simple keys make a file as MRTK 2.8 writes it, full keys the documented one. */
export type KeySize = 'simple' | 'full';

const HEADER_BYTES = 19;
const CURVE_COUNT = 395;
const CURVE_HEADER_BYTES = 12;
// Head and 2 × 26 joints with 7 curves and gaze with 6; the joint `none` stays empty, as it is with real devices.
const KEYED_CURVES = 7 + 2 * 26 * 7 + 6;
const BOOLEAN_KEYS = 24;
const MARKERS: readonly Marker[] = [
	{ time: 0, name: 'start' },
	{ time: 1.25, name: 'grasp, first try' },
	{ time: 2.5, name: 'Übergabe → rechte Hand' },
	{ time: 3.75, name: '' },
	{ time: 4, name: 'a long name: '.padEnd(200, 'lorem ipsum ') },
];

const files = new Map<string, Uint8Array>();

/** A file of about so many bytes. Made once per run and shared: do not change it. */
export function makeFile(keys: KeySize, byteLength: number): Uint8Array {
	const id = `${keys} ${byteLength}`;
	const known = files.get(id);
	if (known !== undefined) return known;
	const file = writeFile(keys, byteLength);
	files.set(id, file);
	return file;
}

/** Bytes of a float key in the file. */
export function keyBytes(keys: KeySize): number {
	return keys === 'simple' ? 8 : 28;
}

function writeFile(keys: KeySize, byteLength: number): Uint8Array {
	const random = createRandom();
	const budget = byteLength - HEADER_BYTES - CURVE_COUNT * CURVE_HEADER_BYTES - 4 * BOOLEAN_KEYS * 8;
	const mean = Math.max(1, budget / keyBytes(keys) / KEYED_CURVES);
	const vector = (): Vec3Curves => {
		const times = makeTimes(mean, random);
		const [x, y, z] = [random(), random(), random()];
		return {
			x: makeCurve(keys, times, (time) => x + 0.2 * Math.sin(time * 1.3 + y)),
			y: makeCurve(keys, times, (time) => 1 + y + 0.1 * Math.sin(time * 2.1 + z)),
			z: makeCurve(keys, times, (time) => z + 0.3 * Math.sin(time * 0.7 + x)),
		};
	};
	// A rotation to and fro about a fixed axis: unit quaternions whose four curves all move.
	const rotation = (): QuatCurves => {
		const times = makeTimes(mean, random);
		const [a, b] = [random() * Math.PI, random() * Math.PI];
		const half = (time: number): number => a + 0.8 * Math.sin(time * 0.9 + b);
		return {
			x: makeCurve(keys, times, (time) => Math.sin(a) * Math.cos(b) * Math.sin(half(time))),
			y: makeCurve(keys, times, (time) => Math.sin(a) * Math.sin(b) * Math.sin(half(time))),
			z: makeCurve(keys, times, (time) => Math.cos(a) * Math.sin(half(time))),
			w: makeCurve(keys, times, (time) => Math.cos(half(time))),
		};
	};
	const pose = (): PoseParts => ({ position: vector(), rotation: rotation() });
	const ray = (): RayParts => ({ origin: vector(), direction: vector() });
	const hand = (): HandParts => ({
		tracked: makeSwitch(),
		pinching: makeSwitch(),
		joints: Object.fromEntries(JOINT_NAMES.filter((name) => name !== 'none').map((name) => [name, pose()])),
	});
	const recording = createRecording({
		head: pose(),
		hands: { left: hand(), right: hand() },
		gaze: ray(),
		markers: keys === 'simple' ? MARKERS : [],
	});
	return writeRecording(recording, { layout: keys === 'simple' ? 'mrtk-1.1' : 'documented-1.1' });
}

// Between 0.8 and 1.2 times the mean: each vector keeps its own choice of the frames, which are the same for all.
function makeTimes(mean: number, random: () => number): Float64Array {
	const times = new Float64Array(Math.max(1, Math.round(mean * (0.8 + 0.4 * random()))));
	let frame = 0;
	for (let i = 0; i < times.length; i++) {
		times[i] = frameTime(frame);
		frame += random() < 0.3 ? 2 : 1;
	}
	return times;
}

// 60 Hz, up to a millisecond late (Knuth's multiplicative hash scatters the delays).
function frameTime(frame: number): number {
	return frame / 60 + ((Math.imul(frame, 2654435761) >>> 0) / 0x1_0000_0000) * 0.001;
}

function makeCurve(keys: KeySize, times: Float64Array, valueAt: (time: number) => number): Curve {
	const stride = keys === 'simple' ? 2 : 7;
	const numbers = new Float64Array(times.length * stride);
	times.forEach((time, i) => {
		const at = i * stride;
		numbers[at] = time;
		numbers[at + 1] = valueAt(time);
		if (stride === 7) {
			const slope = (valueAt(time + 0.001) - valueAt(time)) / 0.001;
			numbers[at + 2] = slope;
			numbers[at + 3] = slope;
			numbers[at + 4] = 1 / 3;
			numbers[at + 5] = 1 / 3;
		}
	});
	return createCurve(numbers, { stride });
}

function makeSwitch(): Curve {
	const numbers = Array.from({ length: BOOLEAN_KEYS }, (_, i) => [i * 0.75, i % 2]);
	return createCurve(numbers.flat(), { kind: 'boolean' });
}

// A linear congruential generator (Numerical Recipes): numbers from 0 up to 1, the same in every run.
function createRandom(): () => number {
	let state = 1;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 0x1_0000_0000;
	};
}
