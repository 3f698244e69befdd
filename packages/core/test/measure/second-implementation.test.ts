// MEASURES.md, written down a second time: nothing here comes from the code that measures, and the means are sums instead of
// formulas. If a figure changes, this file and MEASURES.md must change with it.
import { readFileSync } from 'node:fs';
import { type Curve, getKeyTime, getKeyValue, type Recording, readRecording, type Side } from '@handreel/core';
import { measureRecording } from '@handreel/core/measure';
import { it } from 'vitest';
import { expectFigures } from '../support/expect-figures.ts';

const RATE = 60;
const CUTOFF = 10;
const H = 1 / RATE;
const PAD = Math.ceil((2 * RATE) / CUTOFF);
const MARGIN = Math.ceil((1.5 * RATE) / CUTOFF);
const STILL = 0.03;
const TIPS = ['wrist', 'thumbTip', 'indexTip', 'middleTip', 'ringTip', 'pinkyTip'] as const;

it.each([
	['mrtk-2.8.3-full-5s', 'left'],
	['mrtk-2.8.3-full-5s', 'right'],
	['mrtk-2.8.3-lost', 'left'],
	['doc-1.1-8byte', 'right'],
] as const)('of %s, %s hand, agrees to 0.1 %%', (name, side) => {
	const recording = readRecording(readFileSync(new URL(`../../../../fixtures/recorded/${name}.bin`, import.meta.url)));
	const { hands, head } = measureRecording(recording);
	const [start, end] = findExtent(recording);
	expectFigures(
		hands?.[side].motion.wrist,
		describeMotion(recording.hands![side].joints.wrist.position, listSpans(recording, side), start),
		1e-3,
	);
	expectFigures(
		hands?.[side].motion.indexTip,
		describeMotion(recording.hands![side].joints.indexTip.position, listSpans(recording, side), start),
		1e-3,
	);
	expectFigures(head?.motion, describeMotion(recording.head!.position, [[start, end]], start), 1e-3);
});

type Span = readonly [start: number, end: number];

function listKeys(curve: Curve): [time: number, value: number][] {
	return Array.from({ length: curve.count }, (_, i) => [getKeyTime(curve, i), getKeyValue(curve, i)]);
}

function findExtent(recording: Recording): Span {
	const times: number[] = [];
	const collect = (node: unknown): void => {
		if (typeof node !== 'object' || node === null) return;
		if ('floats' in node) times.push(...listKeys(node as Curve).map(([time]) => time));
		else for (const child of Object.values(node)) collect(child);
	};
	collect([recording.head, recording.hands, recording.gaze]);
	return [Math.min(...times), Math.max(...times)];
}

function listSpans(recording: Recording, side: Side): Span[] {
	const [first, last] = findExtent(recording);
	const hand = recording.hands![side];
	const spans: [number, number][] = [];
	let since: number | null = null;
	for (const [time, value] of listKeys(hand.tracked)) {
		if (value > 0 && since === null) since = spans.length === 0 && time === getKeyTime(hand.tracked, 0) ? first : time;
		if (value === 0 && since !== null) {
			spans.push([since, time]);
			since = null;
		}
	}
	if (since !== null) spans.push([since, last]);
	const times = TIPS.flatMap((joint) =>
		Object.values(hand.joints[joint].position).flatMap((c) => listKeys(c).map(([t]) => t)),
	);
	return spans.map(([start, end]) => {
		const from = Math.min(...times.filter((time) => time >= start));
		const to = Math.max(...times.filter((time) => time < end));
		return [start > first && from - start <= 0.25 ? from : start, end < last && end - to <= 0.25 ? to : end];
	});
}

// Between the keys on a straight line, level before the first and after the last.
function play(keys: readonly [number, number][], time: number): number {
	const after = keys.findIndex(([t]) => t > time);
	if (after === 0) return keys[0]![1];
	if (after < 0) return keys.at(-1)![1];
	const [[t0, v0], [t1, v1]] = [keys[after - 1]!, keys[after]!];
	return v0 + ((v1 - v0) * (time - t0)) / (t1 - t0);
}

// Outside a span it continues straight on.
function playInSpan(keys: readonly [number, number][], time: number, [start, end]: Span): number {
	const tiny = 1e-7;
	if (time < start) {
		const slope = (play(keys, start + tiny) - play(keys, start)) / tiny;
		return play(keys, start) + slope * (time - start);
	}
	if (time > end) {
		const slope = (play(keys, end) - play(keys, end - tiny)) / tiny;
		return play(keys, end) + slope * (time - end);
	}
	return play(keys, time);
}

const triangle = (s: number, a: number): number => Math.max(0, 1 - Math.abs(s) / a) / a;
const STEPS = 800;
const WEIGHTS = Array.from({ length: STEPS }, (_, i) => {
	const s = ((i + 0.5) / STEPS) * 4 * H - 2 * H;
	return [s, (((4 / 3) * triangle(s, H) - (1 / 3) * triangle(s, 2 * H)) * 4 * H) / STEPS] as const;
});

function sampleMean(keys: readonly [number, number][], time: number, span: Span): number {
	return WEIGHTS.reduce((sum, [s, weight]) => sum + weight * playInSpan(keys, time + s, span), 0);
}

function filter(samples: readonly number[]): number[] {
	const n = samples.length;
	const mirror = (edge: number, step: number, i: number): number =>
		2 * samples[edge]! - samples[edge + step * Math.min(i, n - 1)]!;
	const padded = [
		...Array.from({ length: PAD }, (_, i) => mirror(0, 1, PAD - i)),
		...samples,
		...Array.from({ length: PAD }, (_, i) => mirror(n - 1, -1, i + 1)),
	];
	return runFilter(runFilter(padded).toReversed()).toReversed();
}

function runFilter(x: readonly number[]): number[] {
	const k = Math.tan((Math.PI * CUTOFF) / RATE);
	const d = 1 + Math.SQRT2 * k + k * k;
	const [b0, b1, b2] = [(k * k) / d, (2 * k * k) / d, (k * k) / d];
	const [a1, a2] = [(2 * (k * k - 1)) / d, (1 - Math.SQRT2 * k + k * k) / d];
	const y: number[] = [];
	x.forEach((value, i) => {
		y.push(
			b0 * value +
				b1 * (x[i - 1] ?? x[0]!) +
				b2 * (x[i - 2] ?? x[0]!) -
				a1 * (y[i - 1] ?? x[0]!) -
				a2 * (y[i - 2] ?? x[0]!),
		);
	});
	return y;
}

function describeMotion(
	position: { readonly [axis in 'x' | 'y' | 'z']: Curve },
	spans: readonly Span[],
	origin: number,
): object {
	const [speed, acceleration, jerk]: [number[], number[], number[]] = [[], [], []];
	let pathLength = 0;
	for (const span of spans) {
		const first = Math.ceil((span[0] - origin) * RATE - 1e-3);
		const count = Math.floor((span[1] - origin) * RATE + 1e-3) - first + 1;
		if (count < 7) continue;
		const axes = [position.x, position.y, position.z].map((curve) => {
			const keys = listKeys(curve);
			return filter(Array.from({ length: count }, (_, i) => sampleMean(keys, origin + (first + i) * H, span)));
		});
		const length = (at: number, weights: readonly number[], divisor: number): number =>
			Math.hypot(
				...axes.map(
					(x) => weights.reduce((sum, w, j) => sum + w * x[at + PAD + j - (weights.length - 1) / 2]!, 0) / divisor,
				),
			);
		for (let i = 0; i < count; i++) {
			const v = length(i, [1, -8, 0, 8, -1], 12 * H);
			speed.push(v);
			if (v >= STILL) pathLength += (v * H) / (i === 0 || i === count - 1 ? 2 : 1);
			if (i < MARGIN || i >= count - MARGIN) continue;
			acceleration.push(length(i, [-1, 16, -30, 16, -1], 12 * H ** 2));
			jerk.push(length(i, [1, -8, 13, 0, -13, 8, -1], 8 * H ** 3));
		}
	}
	return {
		pathLength,
		speed: takePercentiles(speed),
		acceleration: takePercentiles(acceleration),
		jerk: takePercentiles(jerk),
		stillShare: speed.filter((v) => v < STILL).length / speed.length,
	};
}

function takePercentiles(values: readonly number[]): object {
	const sorted = values.toSorted((a, b) => a - b);
	const rank = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
	return { median: rank(0.5), p95: rank(0.95), p99: rank(0.99), peak: rank(1) };
}
