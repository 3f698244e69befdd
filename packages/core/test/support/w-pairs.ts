// Recordings of many kinds, intact and as a file that lost W, and how a restoration of them is rated.
import { readFileSync } from 'node:fs';
import { createCurve, getKeyTime, getKeyValue, type QuatCurves, type Recording, readRecording } from '@handreel/core';
import { mirrorRecording, stretchRecording } from '@handreel/core/edit';
import type { WRestoration } from '../../src/diagnose/restore-w/restore-w.ts';
import {
	degreesBetween,
	flipRotations,
	listRotations,
	loseW,
	mapRotations,
	multiply,
	randomTurn,
	randomYaw,
	rotationAt,
	shakeRecording,
	thinRotations,
	turnJoints,
	turnRecording,
} from './lose-w.ts';
import { createRandom, type Random } from './random.ts';

/** An intact recording and the same as a file that lost W. */
export interface WPair {
	readonly kind: string;
	readonly intact: Recording;
	readonly lost: Recording;
}

/** How well confidences predict errors: counts by confidence, ten bins from 0 to 1. */
export interface Reliability {
	keys: number;
	/** Pairs, and those with more than 5 keys that are more than 2° off. */
	pairs: number;
	pairsAboveBar: number;
	off2: number;
	off10: number;
	/** Keys with a confidence of at least 0.9, and those of them that are more than 10° off. */
	sure: number;
	sureOff10: number;
	readonly bins: Array<{ keys: number; off10: number }>;
}

const MAX_OFF = 5;
const BIN_COUNT = 10;
const NAMES = ['full-5s', 'hands-only', 'lost', 'none-joint', 'brief-hand', 'n100', 'pruned'];
const bases = new Map<string, Recording>();

function readBase(name: string): Recording {
	const url = new URL(`../../../../fixtures/recorded/mrtk-2.8.3-${name}.bin`, import.meta.url);
	const base = bases.get(name) ?? readRecording(readFileSync(url));
	bases.set(name, base);
	return base;
}

// A number from `low` to `high`.
const between = (random: Random, low: number, high: number): number => low + ((high - low) * random.below(1001)) / 1000;
const anyBase = (random: Random): Recording => readBase(random.pick(NAMES));
const facing = (random: Random, recording: Recording): Recording => turnRecording(recording, randomYaw(random));

/** What is varied, by name. */
export const W_PAIR_KINDS: Readonly<Record<string, (random: Random) => Recording>> = {
	yaw: (random) => facing(random, readBase('full-5s')),
	turn: (random) => turnRecording(anyBase(random), randomTurn(random)),
	flips: (random) => flipRotations(facing(random, anyBase(random)), random, between(random, 0.05, 0.5)),
	device: (random) => turnJoints(facing(random, anyBase(random)), random),
	thin: (random) => thinRotations(facing(random, readBase('full-5s')), 2 + random.below(3)),
	noise: (random) => shakeRecording(facing(random, anyBase(random)), random, 0.002, 0.02),
	'heavy-noise': (random) =>
		shakeRecording(facing(random, anyBase(random)), random, 0.006, between(random, 0.04, 0.12)),
	threshold: (random) => pruneRotations(facing(random, readBase('full-5s')), between(random, 4, 8)),
	stray: (random) => strayJoints(facing(random, anyBase(random)), random, between(random, 0.05, 0.3)),
	'stray-threshold': (random) =>
		pruneRotations(strayJoints(facing(random, readBase('full-5s')), random, 0.15), between(random, 4, 8)),
	speed: (random) =>
		stretchRecording(mirrorRecording(facing(random, anyBase(random))), random.pick([1 / 3, 1 / 2, 2, 3])),
};

/** Makes the pair with a number. Pairs take turns in kinds; each has its own random numbers. */
export function makeWPair(seed: number, number: number): WPair {
	const kinds = Object.entries(W_PAIR_KINDS);
	const [kind, vary] = kinds[number % kinds.length]!;
	const random = createRandom(Math.imul(seed, 0x9e37_79b1) ^ Math.imul(number + 1, 0x85eb_ca6b));
	const intact = vary(random);
	return { kind, intact, lost: loseW(intact, random.below(4) === 0 ? 'none' : 'some') };
}

/** A reliability without keys. */
export function emptyReliability(): Reliability {
	const bins = Array.from({ length: BIN_COUNT }, () => ({ keys: 0, off10: 0 }));
	return { keys: 0, pairs: 0, pairsAboveBar: 0, off2: 0, off10: 0, sure: 0, sureOff10: 0, bins };
}

/** Adds a restored pair to a reliability and returns how many of its keys are more than 2° off. */
export function addToReliability(total: Reliability, intact: Recording, restored: WRestoration): number {
	const rotations = listRotations(restored.recording);
	const wanted = listRotations(intact);
	let off2 = 0;
	for (const { path, confidences } of restored.poses) {
		const [a, b] = [wanted.get(path) as QuatCurves, rotations.get(path) as QuatCurves];
		confidences.forEach((confidence, key) => {
			const off = degreesBetween(rotationAt(a, key), rotationAt(b, key));
			const bin = total.bins[Math.min(BIN_COUNT - 1, Math.floor(confidence * BIN_COUNT + 1e-6))]!;
			const isSure = confidence >= 0.9;
			const isOff10 = off > 10;
			total.keys++;
			bin.keys++;
			if (off > 2) off2++;
			if (isSure) total.sure++;
			if (!isOff10) return;
			total.off10++;
			bin.off10++;
			if (isSure) total.sureOff10++;
		});
	}
	total.pairs++;
	total.off2 += off2;
	if (off2 > MAX_OFF) total.pairsAboveBar++;
	return off2;
}

/** The recording without the rotation keys that lie within this many degrees of the line between other keys. */
function pruneRotations(recording: Recording, degrees: number): Recording {
	return mapRotations(recording, (rotation) => {
		const { x, y, z, w } = rotation;
		if (x.count < 3) return rotation;
		const isKept = new Uint8Array(x.count);
		isKept[0] = isKept[x.count - 1] = 1;
		const open: [number, number][] = [[0, x.count - 1]];
		for (let span = open.pop(); span !== undefined; span = open.pop()) {
			const [from, to] = span;
			let worst = from;
			let most = degrees;
			for (let key = from + 1; key < to; key++) {
				const share = (getKeyTime(x, key) - getKeyTime(x, from)) / (getKeyTime(x, to) - getKeyTime(x, from));
				const [a, b] = [rotationAt(rotation, from), rotationAt(rotation, to)];
				const sign = a.reduce((sum, part, i) => sum + part * b[i]!, 0) < 0 ? -1 : 1;
				const line = a.map((part, i) => part * (1 - share) + sign * b[i]! * share);
				const off = degreesBetween(line, rotationAt(rotation, key));
				if (off > most) [worst, most] = [key, off];
			}
			if (worst === from) continue;
			isKept[worst] = 1;
			open.push([from, worst], [worst, to]);
		}
		const [px, py, pz, pw] = [x, y, z, w].map((curve) =>
			createCurve(
				Array.from(isKept.keys())
					.filter((key) => isKept[key] === 1)
					.flatMap((key) => [getKeyTime(curve, key), getKeyValue(curve, key)]),
			),
		) as [QuatCurves['x'], QuatCurves['y'], QuatCurves['z'], QuatCurves['w']];
		return { x: px, y: py, z: pz, w: pw };
	});
}

/** The recording with some joints that turn on their own, slowly, instead of with their hand. */
function strayJoints(recording: Recording, random: Random, share: number): Recording {
	return mapRotations(recording, (rotation, path) => {
		if (path.startsWith('head') || random.below(1000) >= share * 1000 || rotation.x.count === 0) return rotation;
		const base = rotationAt(rotation, 0);
		if (Math.hypot(...base) === 0) return rotation;
		const waves = [0, 1, 2].map(() => ({
			size: between(random, 0.2, 0.9),
			hertz: between(random, 0.1, 0.7),
			phase: between(random, 0, 6.283),
		}));
		const keys: number[][] = [[], [], [], []];
		let before = base;
		for (let key = 0; key < rotation.x.count; key++) {
			const time = getKeyTime(rotation.x, key);
			const half = waves.map(({ size, hertz, phase }) => size * Math.sin(phase + 6.283 * hertz * time));
			const turn = [...half, 1].map((part, _, all) => part / Math.hypot(...all));
			let value = multiply(turn, base);
			if (value.reduce((sum, part, i) => sum + part * before[i]!, 0) < 0) value = value.map((part) => -part);
			before = value;
			keys.forEach((list, axis) => {
				list.push(time, value[axis]!);
			});
		}
		const [x, y, z, w] = keys.map((list) => createCurve(list)) as [
			QuatCurves['x'],
			QuatCurves['y'],
			QuatCurves['z'],
			QuatCurves['w'],
		];
		return { x, y, z, w };
	});
}
