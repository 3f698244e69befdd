import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRecording } from '@handreel/convert';
import { type Recording, RecordingError, readRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { CATALOG_COLUMNS } from '@handreel/corpus';
import { describeFile } from '@handreel/corpus/internal';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { describeContent } from '../../src/describe/describe-file.ts';
import { explainError } from '../../src/describe/explain-error.ts';
import { createFolder } from '../support/folders.ts';

const recording = readRecording(readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-n100.bin')));

async function describeBytes(name: string, bytes: Uint8Array): Promise<Record<string, unknown>> {
	const folder = createFolder();
	writeFileSync(join(folder, name), bytes);
	const { file } = await describeFile({ root: folder, path: name });
	return Object.fromEntries(CATALOG_COLUMNS.map((column, i) => [column.name, file?.row[i]]));
}

describe('describeFile', () => {
	it('measures the complete frames of a capture that is cut', async () => {
		const { bytes } = await encodeRecording(recording, 'handsbin');
		const row = await describeBytes('cut.handsbin', bytes.subarray(0, bytes.length / 2));
		expect(row).toMatchObject({ status: 'damaged', format: 'handsbin', errors: 1, has_hands: true });
		expect(row['problems']).toContain('truncated');
		expect(row['error']).toMatch(/the file ends/);
		expect(row['duration']).toBeGreaterThan(0);
		expect(row['duration']).toBeLessThan(recording.duration);
	});

	it('measures the intact blocks of a reel that is cut', async () => {
		const reel = encodeReel(recording, { blockSeconds: 0.2 });
		const row = await describeBytes('cut.reel', reel.subarray(0, reel.length * 0.8));
		expect(row).toMatchObject({ status: 'damaged', format: 'reel' });
		expect(row['keys']).toBeGreaterThan(0);
	});

	it('has no figures of a capture without complete frames', async () => {
		const { bytes } = await encodeRecording(recording, 'handsbin');
		const row = await describeBytes('cut.handsbin', bytes.subarray(0, 40));
		expect(row).toMatchObject({ status: 'unreadable', format: 'handsbin', duration: null, errors: 1 });
	});

	it('names its own errors as faults, and counts them', () => {
		const broken = new Proxy(recording, {
			get: (target, name) => (name === 'hands' ? undefinedName.hands : Reflect.get(target, name)),
		});
		const content = { status: 'readable', error: null, format: 'bin', issues: [] } as const;
		const describeIt = (one: Recording): Record<string, unknown> => {
			const { row } = describeContent('a.bin', 'x', 1, { ...content, recording: one });
			return Object.fromEntries(CATALOG_COLUMNS.map((column, i) => [column.name, row[i]]));
		};
		const row = describeIt(broken);
		expect(row['error']).toMatch(/^a fault of handreel, please report it: TypeError: /);
		expect(row).toMatchObject({ errors: 1, duration: null });
		expect(describeIt(recording)).toMatchObject({ errors: 0, error: null, duration: recording.duration });
	});

	it.skipIf(process.platform === 'win32')(
		'quotes nothing of a file behind a link that is not a recording',
		async () => {
			const folder = createFolder();
			writeFileSync(join(folder, 'config'), 'Host secret.example\n');
			symlinkSync('config', join(folder, 'a.bin'));
			const { file } = await describeFile({ root: folder, path: 'a.bin' });
			expect(JSON.stringify(file)).not.toContain('secret');
			expect(file?.row[4]).toMatch(/^a link to a file that is not a recording \([a-z-]+\)$/);
		},
	);
});

// Reading a property of it is a mistake that only a program makes.
const undefinedName = undefined as unknown as Recording;

describe('explainError', () => {
	it('distinguishes faults of the program from damage, limits and the disk', () => {
		const issue = {
			severity: 'error',
			code: 'truncated',
			message: 'the file ends',
			path: '',
			byteOffset: null,
			time: null,
		} as const;
		expect(explainError(new RecordingError(issue))).toBe('the file ends (truncated)');
		expect(explainError(new Error('the file changes while it is read'))).toBe('the file changes while it is read');
		expect(explainError(Object.assign(new Error('x'), { code: 'EIO' }))).toBe('the disk reports an error');
		expect(explainError(new RangeError('recording: too long to measure'))).toBe('recording: too long to measure');
		for (const fault of [new TypeError('x is not a function'), new RangeError('Invalid array length')]) {
			expect(explainError(fault)).toBe(`a fault of handreel, please report it: ${fault.name}: ${fault.message}`);
		}
	});
});
