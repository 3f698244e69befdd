// Motion for the optimizer's benchmarks. The main set: the frames that MRTK's recorder was given for the golden file
// `mrtk-2.8.3-full-5s`, played forth and back at 60 Hz for a minute, with more noise of a tracker than they have: 0.3 mm and 0.05°
// are the standard deviations along and around each axis. Frames were missed in that session, so a moment between two
// frames is interpolated; frames taken one per 1/60 s would jerk. The same numbers in every run.
import { fileURLToPath } from 'node:url';
import {
	type Curve,
	createCurve,
	createRecording,
	type HandParts,
	JOINT_NAMES,
	type PoseParts,
	type Recording,
} from '@handreel/core';
import { readSidecar } from '../scripts/golden.ts';

/** Inputs that are hard on optimizers. */
export type Stress = 'still' | 'ramp' | 'sawtooth' | 'noise' | 'step';

const SECONDS = 60;
const RATE = 60;
const NOISE_METERS = 0.0003;
const NOISE_RADIANS = (0.05 * Math.PI) / 180;

interface InputHand {
	readonly tracked: boolean;
	readonly pinch: boolean;
	readonly joints: ReadonlyArray<readonly number[] | null>;
}

interface InputFrame {
	readonly lt: number;
	readonly cam: readonly number[];
	readonly gaze: readonly number[];
	readonly L: InputHand;
	readonly R: InputHand;
}

/** The main set, or less of it: every sample of every curve, in MRTK's layout with simple keys. */
export function makeOptimizeData(seconds: number = SECONDS): Recording {
	const folder = fileURLToPath(new URL('../fixtures/recorded/', import.meta.url));
	const sidecar = readSidecar(folder, 'mrtk-2.8.3-full-5s.bin') as unknown as { input: { frames: InputFrame[] } };
	const { frames } = sidecar.input;
	const gaussian = createGaussian();
	const pose = (pick: (frame: InputFrame) => readonly number[]): PoseParts => {
		const rows = playFrames(frames, seconds, pick);
		for (const row of rows) {
			for (let c = 0; c < 3; c++) row[c]! += NOISE_METERS * gaussian();
			turn(row, 3, NOISE_RADIANS * gaussian(), NOISE_RADIANS * gaussian(), NOISE_RADIANS * gaussian());
		}
		const [px, py, pz, x, y, z, w] = toCurves(rows) as [Curve, Curve, Curve, Curve, Curve, Curve, Curve];
		return { position: { x: px, y: py, z: pz }, rotation: { x, y, z, w } };
	};
	const hand = (side: 'L' | 'R'): HandParts => {
		const joints: Record<string, PoseParts> = {};
		JOINT_NAMES.forEach((name, j) => {
			if (frames[0]?.[side].joints[j]) joints[name] = pose((frame) => frame[side].joints[j] ?? []);
		});
		const flag = (pick: (hand: InputHand) => boolean): Curve => {
			const rows = playFrames(frames, seconds, (frame) => [Number(pick(frame[side]))]);
			const keys = rows.flatMap(([value = 0], i) => [i / RATE, Math.round(value)]);
			return createCurve(keys, { kind: 'boolean' });
		};
		return { tracked: flag(({ tracked }) => tracked), pinching: flag(({ pinch }) => pinch), joints };
	};
	const ray = () => {
		const rows = playFrames(frames, seconds, (frame) => frame.gaze);
		for (const row of rows) {
			for (let c = 0; c < 3; c++) row[c]! += NOISE_METERS * gaussian();
			for (let c = 3; c < 6; c++) row[c]! += NOISE_RADIANS * gaussian();
			normalize(row, 3);
		}
		const [ox, oy, oz, x, y, z] = toCurves(rows) as [Curve, Curve, Curve, Curve, Curve, Curve];
		return { origin: { x: ox, y: oy, z: oz }, direction: { x, y, z } };
	};
	return createRecording({
		layout: 'mrtk-1.1',
		head: pose((frame) => frame.cam),
		hands: { left: hand('L'), right: hand('R') },
		gaze: ray(),
	});
}

/** A head that moves in one of the hard ways, `samples` long at 60 Hz. */
export function makeStressData(shape: Stress, samples: number): Recording {
	const gaussian = createGaussian();
	const shapes: Record<Stress, (i: number) => number> = {
		still: () => 1,
		ramp: (i) => i / RATE,
		sawtooth: (i) => (i & 1) * 0.5,
		noise: () => 0.3 * gaussian(),
		step: (i) => Math.floor(i / 100) % 2,
	};
	const curve = (offset: number, scale: number): Curve =>
		createCurve(Array.from({ length: samples }, (_, i) => [i / RATE, offset + scale * shapes[shape](i)]).flat());
	return createRecording({
		layout: 'mrtk-1.1',
		head: {
			position: { x: curve(0, 1), y: curve(1, 0.5), z: curve(2, -1) },
			rotation: { x: curve(0, 0.1), y: curve(0, -0.2), z: curve(0, 0.1), w: curve(1, 0) },
		},
	});
}

// One row for each sample: what the frames give there when they are played forth and back at 60 Hz.
function playFrames(
	frames: readonly InputFrame[],
	seconds: number,
	pick: (frame: InputFrame) => readonly number[],
): number[][] {
	const first = frames[0]?.lt ?? 0;
	const range = (frames.at(-1)?.lt ?? 0) - first;
	return Array.from({ length: seconds * RATE }, (_, i) => {
		const phase = (i / RATE) % (2 * range);
		const time = first + (phase <= range ? phase : 2 * range - phase);
		let right = frames.findIndex((frame) => frame.lt >= time);
		right = Math.max(1, right < 0 ? frames.length - 1 : right);
		const a = frames[right - 1]!;
		const b = frames[right]!;
		const u = (time - a.lt) / (b.lt - a.lt);
		const before = pick(a);
		const after = pick(b);
		const row = before.map((value, c) => value + (after[c]! - value) * u);
		if (row.length !== 7) return row;
		// The shorter way round.
		const dot = before.slice(3).reduce((sum, value, c) => sum + value * after[c + 3]!, 0);
		for (let c = 3; c < 7; c++) row[c] = before[c]! + (Math.sign(dot) * after[c]! - before[c]!) * u;
		normalize(row, 3);
		return row;
	});
}

// Turns a quaternion by a small rotation vector.
function turn(row: number[], at: number, rx: number, ry: number, rz: number): void {
	const [x = 0, y = 0, z = 0, w = 0] = row.slice(at, at + 4);
	const [a, b, c] = [rx / 2, ry / 2, rz / 2];
	row[at] = x + a * w + b * z - c * y;
	row[at + 1] = y + b * w + c * x - a * z;
	row[at + 2] = z + c * w + a * y - b * x;
	row[at + 3] = w - a * x - b * y - c * z;
	normalize(row, at);
}

function normalize(row: number[], at: number): void {
	const length = Math.hypot(...row.slice(at));
	for (let c = at; c < row.length; c++) row[c]! /= length;
}

function toCurves(rows: readonly number[][]): Curve[] {
	return (rows[0] ?? []).map((_, c) => createCurve(rows.flatMap((row, i) => [i / RATE, row[c]!])));
}

// Box and Muller's normal numbers from Mulberry32.
function createGaussian(): () => number {
	let state = 20_261_115;
	const uniform = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let word = Math.imul(state ^ (state >>> 15), 1 | state);
		word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
		return (((word ^ (word >>> 14)) >>> 0) + 0.5) / 4_294_967_296;
	};
	return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
