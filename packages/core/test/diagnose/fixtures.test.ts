import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCurve, createRecording, ISSUE_CODES, type RecordingParts } from '@handreel/core';
import { diagnoseBytes, diagnoseRecording, repairBytes, repairRecording } from '@handreel/core/diagnose';
import { describe, expect, it } from 'vitest';
import { brokenFiles } from '../../../../scripts/fixture-files.ts';
import { root } from '../../../../scripts/workspace.mjs';
import { CHECKS, FIXES, listChecks } from '../../src/diagnose/checks.ts';
import { checkDiagnosis } from '../support/fuzz-check.ts';

// Broken files that inevitably have another issue.
const ALSO: Readonly<Record<string, readonly string[]>> = {
	// Ends after its flags.
	'bad-flag.bin': ['truncated'],
	// One axis of a rotation has six keys, the others have one.
	'bad-count--too-many.bin': ['ragged-group'],
	// Both readings are contrived.
	'ambiguous-layout.bin': ['duplicate-key'],
};

// Recordings with problems of parts that MRTK's files cannot store.
const UNSTORABLE: Readonly<Record<string, RecordingParts>> = {
	'value-out-of-range': { controllers: { left: { buttons: [{ value: createCurve([0, 0.5, 1, 50]) }] } } },
};

describe('broken files', () => {
	it.each(brokenFiles())('$name is diagnosed as $code and nothing else', ({ name, code, bytes }) => {
		const { issues } = diagnoseBytes(bytes);
		expect([...new Set(issues.map((issue) => issue.code))]).toEqual([code, ...(ALSO[name] ?? [])]);
	});

	it.each(brokenFiles())('$name is repaired, or there is a reason why not', ({ bytes }) => {
		const { issues } = diagnoseBytes(bytes);
		const { recording, repaired, remaining } = repairBytes(bytes, { removeJumps: true });
		for (const { how } of repaired) expect(how).not.toBe('');
		for (const { reason } of remaining) expect(reason).not.toBe('');
		expect([...repaired, ...remaining].map(({ code }) => code).sort()).toEqual(issues.map(({ code }) => code).sort());
		if (recording === null) return;
		const left = remaining.filter(({ code }) => CHECKS.some((check) => check.code === code));
		expect(diagnoseRecording(recording).map(({ message }) => message)).toEqual(left.map(({ message }) => message));
	});

	it.each(brokenFiles())('$name has a span for each of its bytes', ({ bytes }) => {
		expect(() => checkDiagnosis(bytes)).not.toThrow();
	});

	it('exist for every check', () => {
		const shown = brokenFiles().filter(({ foundBy }) => foundBy === 'diagnosing');
		const stored = CHECKS.filter(({ code }) => !Object.hasOwn(UNSTORABLE, code));
		expect(shown.map(({ code }) => code)).toEqual(stored.map(({ code }) => code));
		for (const { code } of CHECKS) expect(ISSUE_CODES).not.toHaveProperty([code]);
	});

	it.each(Object.entries(UNSTORABLE))('show that %s is diagnosed in a recording, and nothing else', (code, parts) => {
		const recording = createRecording(parts);
		const issues = diagnoseRecording(recording);
		expect(issues.map((issue) => issue.code)).toEqual([code]);
		const { repaired, remaining } = repairRecording(recording);
		expect([...repaired, ...remaining].map((issue) => issue.code)).toEqual([code]);
	});

	it('that are damaged are described in DIAGNOSE.md', () => {
		const [, damage = ''] = readFileSync(join(root, 'docs/DIAGNOSE.md'), 'utf8').split(/^## Files/m);
		const codes = [...damage.matchAll(/^\| `(.*)` \| \S/gm)].map(([, code]) => code);
		const damaged = brokenFiles().filter(({ foundBy }) => foundBy === 'reading');
		expect(codes.slice(0, -3)).toEqual([...new Set(damaged.map(({ code }) => code))]);
	});
});

describe('checks', () => {
	it('have a file each, named after the code', () => {
		const folder = join(root, 'packages/core/src/diagnose/checks');
		const files = readdirSync(folder).filter((name) => name !== 'support');
		expect(files.sort()).toEqual(CHECKS.map(({ code }) => `${code}.ts`).sort());
		for (const { code } of CHECKS)
			expect(readFileSync(join(folder, `${code}.ts`), 'utf8')).toContain(`code: '${code}'`);
	});

	it('explain themselves', () => {
		for (const { code, meaning, rule, repair } of listChecks()) {
			expect(meaning, code).toMatch(/^[A-Z].*\.$/);
			// Phrases in the cells of tables.
			for (const phrase of [rule, repair]) expect(phrase, code).toMatch(/^[^|\n]*[^|\n.]$/);
		}
	});

	it('repair keys before vectors', () => {
		expect(FIXES.map(({ code }) => code)).toEqual([
			'non-finite-value',
			'unsorted-keys',
			'duplicate-key',
			'rotation-w-lost',
			'rotation-flip',
			'rotation-not-unit',
			'gaze-not-unit',
			'foreign-axes',
			'teleport',
		]);
	});
});
