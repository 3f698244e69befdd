import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type Curve,
	createCurve,
	createFrameSample,
	createRecording,
	createSampler,
	evaluateCurve,
	getKeyTime,
	getKeyValue,
	sampleFrame,
} from '@handreel/core';
import {
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyWeightedMode,
} from '@handreel/core/internal';
import { createSimdSampler } from '@handreel/core/simd';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';

// fixtures/README.md states where the values come from.
interface Entry {
	readonly keys: ReadonlyArray<ReadonlyArray<number | string>>;
	readonly note: string;
	readonly pre: number;
	readonly post: number;
	readonly samples: ReadonlyArray<readonly [time: number | string, value: number | string]>;
	readonly tolerance: number;
}
const entries = JSON.parse(readFileSync(join(root, 'fixtures/curves/unity-values.json'), 'utf8')) as Entry[];

describe('values measured in Unity', () => {
	it.each(entries.map((entry, i) => [`${i}${entry.note && ` (${entry.note})`}`, entry] as const))(
		'hold for curve %s',
		(_, entry) => {
			const curve = createCurve(entry.keys.flat().map(Number), { stride: 7, preWrap: entry.pre, postWrap: entry.post });
			for (const [time, expected] of entry.samples) {
				const t = Math.fround(Number(time));
				const value = evaluateCurve(curve, t);
				if (Number.isNaN(Number(expected)) || isExact(curve, t)) expect(value, `at ${t}`).toBe(Number(expected));
				else
					expect(Math.abs(value - Number(expected)), `at ${t}: ${value}`).toBeLessThanOrEqual(
						entry.tolerance * scale(curve),
					);
			}
		},
	);
});

describe('curves whose keys all lie at one time', () => {
	const atOneTime = entries.filter(({ note }) => note.startsWith('all keys at one time'));
	it.each(atOneTime.map((entry) => [entry.note, entry] as const))('play as in Unity: %s', (_, entry) => {
		const { keys, pre: preWrap, post: postWrap } = entry;
		const full = createCurve(keys.flat().map(Number), { stride: 7, preWrap, postWrap });
		const simple = createCurve(
			keys.flatMap((key) => key.slice(0, 2).map(Number)),
			{ preWrap, postWrap },
		);
		for (const x of [full, simple]) {
			const recording = createRecording({ head: { position: { x } } });
			for (const sampler of [createSampler(recording), createSimdSampler(recording)]) {
				// In order, as playback goes, and each time alone.
				for (const [time, expected] of [...entry.samples, ...entry.samples.toReversed()]) {
					const frame = sampler.sampleFrame(Number(time), createFrameSample());
					expect(frame.head[0], `at ${time}`).toBe(Number(expected));
					expect(sampleFrame(recording, Number(time), frame).head[0], `at ${time}`).toBe(Number(expected));
				}
			}
		}
	});
});

// Key hits and steps are exact.
function isExact(curve: Curve, time: number): boolean {
	const indices = Array.from({ length: curve.count }, (_, i) => i);
	return (
		indices.some((i) => getKeyTime(curve, i) === time) ||
		indices.some((i) => !Number.isFinite(getKeyOutTangent(curve, i)) && getKeyTime(curve, i) < time)
	);
}

// The largest value or control value of the curve.
function scale(curve: Curve): number {
	let largest = 0;
	for (let i = 0; i < curve.count; i++) {
		largest = Math.max(largest, Math.abs(getKeyValue(curve, i)));
		if (i === 0) continue;
		const dx = getKeyTime(curve, i) - getKeyTime(curve, i - 1);
		const out = getKeyWeightedMode(curve, i - 1) & 2 ? getKeyOutWeight(curve, i - 1) : 1 / 3;
		const into = getKeyWeightedMode(curve, i) & 1 ? getKeyInWeight(curve, i) : 1 / 3;
		const control = Math.max(
			Math.abs(out * dx * getKeyOutTangent(curve, i - 1)),
			Math.abs(into * dx * getKeyInTangent(curve, i)),
		);
		if (Number.isFinite(control))
			largest = Math.max(
				largest,
				control + Math.abs(getKeyValue(curve, i)),
				control + Math.abs(getKeyValue(curve, i - 1)),
			);
	}
	return largest;
}
