import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecordingError, listKnownFaults } from '@handreel/core';
import { diagnoseBytes } from '@handreel/core/diagnose';
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
			for (const fault of faults) seen.add(fault);
		}
		expect([...seen].sort()).toEqual(['rotation-w-lost', 'tail-lost']);
	});
});
