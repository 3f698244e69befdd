import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createCurve, createRecording, isRecordingError, readRecording, writeRecording } from '@handreel/core';
import { diagnoseBytes } from '@handreel/core/diagnose';
import { listKnownFaults } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';

const FILES = ['recorded', 'broken', 'generated'].flatMap((folder) =>
	readdirSync(join(root, 'fixtures', folder))
		.filter((name) => name.endsWith('.bin'))
		.map((name) => join(root, 'fixtures', folder, name)),
);

describe('known faults', () => {
	it('are those that the diagnosis finds, in every readable fixture', () => {
		const seen = new Set<string>();
		for (const file of FILES) {
			const bytes = readFileSync(file);
			let faults: string[];
			try {
				faults = listKnownFaults(bytes);
			} catch (error) {
				expect(isRecordingError(error), file).toBe(true);
				continue;
			}
			const found = new Set(diagnoseBytes(bytes).issues.map(({ code }) => code));
			const known = (['rotation-w-lost', 'tail-lost'] as const).filter((code) => found.has(code));
			expect(faults, file).toEqual(known);
			expect(listKnownFaults(readRecording(bytes)), file).toEqual(known);
			for (const fault of faults) seen.add(fault);
		}
		expect([...seen].sort()).toEqual(['rotation-w-lost', 'tail-lost']);
	});

	it('are found where all rotations have two keys', () => {
		const rotation = (lastW: number) => ({
			x: createCurve([0, 0, 1, 0.6]),
			y: createCurve([0, 0, 1, 0]),
			z: createCurve([0, 0, 1, 0.1]),
			w: createCurve([0, 1, 1, lastW]),
		});
		for (const [lastW, expected] of [
			[0.1, ['rotation-w-lost']],
			[0.8, []],
		] as const) {
			const bytes = writeRecording(createRecording({ layout: 'mrtk-1.1', head: { rotation: rotation(lastW) } }));
			expect(listKnownFaults(bytes)).toEqual(expected);
			expect(listKnownFaults(readRecording(bytes))).toEqual(expected);
			const found = diagnoseBytes(bytes).issues.map(({ code }) => code);
			expect(found.filter((code) => code === 'rotation-w-lost')).toEqual(expected);
		}
	});
});
