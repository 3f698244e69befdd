// Figures do not depend on the format: a table has a row at each key, so it plays like the keys.
import { readFileSync } from 'node:fs';
import { decodeRecording, encodeRecording, type WritableFormatName } from '@handreel/convert';
import { type Recording, readRecording } from '@handreel/core';
import { measureRecording } from '@handreel/core/measure';
import { describe, expect, it } from 'vitest';

/** The share by which figures may change. Tables hold float32 numbers of each frame, IWER rounds them to 0.1 mm. */
const FORMATS: Readonly<Partial<Record<WritableFormatName, number>>> = {
	bin: 0,
	reel: 0,
	json: 0,
	mcap: 0,
	glb: 1e-5,
	csv: 1e-3,
	parquet: 1e-3,
	handsbin: 1e-3,
	iwer: 0.02,
};
/** Smaller figures of speed, acceleration and jerk may change by the share of these: rounding does not become smaller. */
const LEAST = { acceleration: 0.2, jerk: 20 };

describe.each(['mrtk-2.8.3-full-5s', 'mrtk-2.8.3-lost', 'mrtk-2.8.3-none-joint'])('%s', (name) => {
	const recording = readRecording(readFileSync(new URL(`../../../../fixtures/recorded/${name}.bin`, import.meta.url)));
	const before = pickFigures(recording);

	it.each(Object.entries(FORMATS))('has the same figures as %s', async (format, tolerance) => {
		const { bytes } = await encodeRecording(recording, format as WritableFormatName);
		const after = pickFigures((await decodeRecording(bytes)).recording);
		const bad = [...before].flatMap(([path, value]) => {
			const other = after.get(path) ?? Number.NaN;
			return Math.abs(other - value) <= tolerance * Math.max(findLeast(path), Math.abs(value))
				? []
				: [`${path}: ${other} instead of ${value}`];
		});
		expect(bad).toEqual([]);
	});
});

function findLeast(path: string): number {
	return Object.entries(LEAST).find(([name]) => path.includes(name))?.[1] ?? 0.01;
}

// All figures but those of key times.
function pickFigures(recording: Recording): Map<string, number> {
	const { head, hands } = measureRecording(recording);
	const figures = new Map<string, number>();
	const collect = (node: unknown, path: string): void => {
		if (typeof node === 'number') figures.set(path, node);
		else if (typeof node === 'object' && node !== null)
			for (const [name, child] of Object.entries(node)) collect(child, `${path}.${name}`);
	};
	collect({ head, hands }, '');
	return figures;
}
