import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ISSUE_CODES, type Issue, isRecordingError, readRecording, writeRecording } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { brokenFiles, generatedFiles } from '../../../../scripts/fixture-files.ts';
import { checkGolden, listGolden, readSidecar } from '../../../../scripts/golden.ts';
import { root } from '../../../../scripts/workspace.mjs';

const fixtures = join(root, 'fixtures');
const recorded = join(fixtures, 'recorded');
const causedByConverters = ['times-moved', 'payload-lost', 'values-lost', 'keys-lost', 'wrap-lost', 'too-large'];

describe('recordings written by MRTK', () => {
	it.each(listGolden(recorded))('%s holds what its sidecar states and is written back byte for byte', (name) => {
		expect(checkGolden(readFileSync(join(recorded, name)), readSidecar(recorded, name))).toEqual([]);
	});

	it('are all there', () => {
		expect(listGolden(recorded)).toEqual(
			readdirSync(recorded)
				.filter((name) => name.endsWith('.bin'))
				.sort(),
		);
	});

	it('would be found out if they differed from their sidecar', () => {
		const name = 'mrtk-2.8.3-n020.bin';
		const sidecar = readSidecar(recorded, name);
		const bytes = new Uint8Array(readFileSync(join(recorded, name)));
		const keyByte = 19 + 12 + 4;
		bytes[keyByte] = (bytes[keyByte] ?? 0) ^ 1;
		expect(checkGolden(bytes, sidecar).join()).toContain('head.position.x: key 0, field 1');
	});
});

describe('generated files', () => {
	it.each(generatedFiles())('$name is read and written back byte for byte', ({ bytes }) => {
		expect(writeRecording(readRecording(bytes))).toEqual(new Uint8Array(bytes));
	});

	it('measures durations as documented', () => {
		const duration = (name: string): number => readRecording(readFileSync(join(fixtures, 'generated', name))).duration;
		expect(duration('unsorted.bin')).toBe(3);
		expect(duration('negative-start.bin')).toBe(0);
		expect(duration('marker-names.bin')).toBe(0);
	});
});

describe('broken files', () => {
	it.each(brokenFiles().filter(({ foundBy }) => foundBy === 'reading'))(
		'$name is reported as $code',
		({ bytes, code }) => {
			const issues: Issue[] = [];
			try {
				readRecording(bytes, { onIssue: (issue) => issues.push(issue) });
			} catch (error) {
				if (!isRecordingError(error)) throw error;
				issues.push(error.issue);
			}
			expect(issues.map((issue) => issue.code)).toEqual([code]);
			expect(issues[0]?.byteOffset).toBeGreaterThanOrEqual(0);
			expect(issues[0]?.byteOffset).toBeLessThanOrEqual(bytes.length);
		},
	);

	it('cover every code that a file can cause', () => {
		const causedByCallers = [
			'layout-mismatch',
			'missing-section',
			'section-lost',
			'tangents-lost',
			'markers-lost',
			'characters-lost',
			'time-precision-lost',
			...causedByConverters,
		];
		const causedByJournals = ['not-a-journal', 'journal-version', 'journal-damaged', 'journal-cut', 'journal-followed'];
		const causedByReels = ['not-a-reel', 'reel-version', 'reel-damaged', 'reel-cut', 'reel-unknown'];
		const codes = [
			...brokenFiles().map((file) => file.code as string),
			...causedByCallers,
			...causedByJournals,
			...causedByReels,
		];
		const covered = new Set(codes);
		expect(Object.keys(ISSUE_CODES).filter((code) => !covered.has(code))).toEqual([]);
	});
});

describe('made fixtures', () => {
	it.each([
		['generated', generatedFiles()],
		['broken', brokenFiles()],
	] as const)('%s is what the script makes, and listed in the README', (folder, files) => {
		const readme = readFileSync(join(fixtures, 'README.md'), 'utf8');
		expect(readdirSync(join(fixtures, folder)).sort()).toEqual(files.map((file) => file.name).sort());
		for (const { name, about, bytes } of files) {
			expect(new Uint8Array(readFileSync(join(fixtures, folder, name))), name).toEqual(new Uint8Array(bytes));
			expect(readme, name).toContain(`| \`${name}\` | ${bytes.length} | ${about} |`);
		}
	});
});
