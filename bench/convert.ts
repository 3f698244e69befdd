// Converters beside the obvious way on the same data: JSON.stringify of arrays of keys, JSON.parse alone.
import { decodeJson, encodeJson } from '@handreel/convert/json';
import { type Recording, readRecording } from '@handreel/core';
import { mapCurves } from '@handreel/core/edit';
import { makeFile } from './data.ts';
import { type Benchmark, compareSpeed, type Effort } from './harness.ts';

const BYTES = 5e6;
const ROUNDS: Readonly<Record<Effort, number>> = { full: 11, quick: 5 };

/** Everything about converting. */
export function listConvertBenchmarks(): Benchmark[] {
	const about = { target: null, better: 'higher', isLarge: false } as const;
	return [
		{
			...about,
			name: 'JSON write 5 MB / JSON.stringify of shortest floats',
			run: (effort) => {
				const recording = readRecording(makeFile('simple', BYTES));
				const ours = (): unknown => encodeJson(recording).json;
				return compareSpeed(ours, () => stringifyObvious(recording), { rounds: ROUNDS[effort], collect: true });
			},
		},
		{
			...about,
			name: 'JSON read 5 MB / JSON.parse',
			run: (effort) => {
				// Parsed once, so that both sides read a flat string.
				const { json } = encodeJson(readRecording(makeFile('simple', BYTES)));
				JSON.parse(json);
				const ours = (): unknown => decodeJson(json);
				return compareSpeed(ours, () => JSON.parse(json), { rounds: ROUNDS[effort], collect: true });
			},
		},
	];
}

// An array for each key, each float as the first of six to nine digits that gives it back.
function stringifyObvious(recording: Recording): string {
	const curves: Record<string, unknown> = {};
	mapCurves(recording, (curve, path) => {
		const { floats, start, stride, count, preWrap, postWrap } = curve;
		const keys = Array.from({ length: count }, (_, i) =>
			Array.from(floats.subarray(start + i * stride, start + (i + 1) * stride), shorten),
		);
		curves[path] = { preWrap, postWrap, keys };
		return curve;
	});
	return JSON.stringify(curves);
}

function shorten(value: number): number {
	for (let digits = 6; digits < 9; digits++) {
		const short = Number(value.toPrecision(digits));
		if (Math.fround(short) === value) return short;
	}
	return Number(value.toPrecision(9));
}
