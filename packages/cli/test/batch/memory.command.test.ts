import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Curve, createCurve, readRecording, writeRecording } from '@handreel/core';
import { editCurves } from '@handreel/core/edit';
import { countKeys } from '@handreel/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScratch, isLinux, MAIN, type Outcome, recorded } from '../support/run-handreel.ts';

const HOOK = fileURLToPath(new URL('../support/peak-memory.cjs', import.meta.url));
const MAX_BYTES = 512 * 2 ** 20;
/** Two days: much longer than anybody records with two keys per curve. */
const SECONDS = 139_000;
const scratch = createScratch();
const { path } = scratch;
afterAll(() => scratch.remove());

// The first key of a curve, and another at the end of a long time.
function keepTwoKeys(curve: Curve): Curve {
	if (curve.count === 0) return curve;
	const value = curve.floats[curve.start + 1]!;
	return createCurve([0, value, SECONDS, value], curve);
}

beforeAll(() => {
	const recording = readRecording(readFileSync(recorded('mrtk-2.8.3-full-5s')));
	const long = ['head', 'hands', 'gaze'].reduce((edited, part) => editCurves(edited, part, keepTwoKeys), recording);
	writeFileSync(path('long.bin'), writeRecording(long));
	expect(readFileSync(path('long.bin')).length).toBeLessThan(32_000);
	expect(countKeys(long)).toBeGreaterThan(300);
});

function runMeasured(...args: string[]): Outcome & { readonly peak: number } {
	const peakFile = path('peak.txt');
	const script = ['env', `PEAK_FILE="${peakFile}"`, `"${process.execPath}"`, '--require', `"${HOOK}"`, `"${MAIN}"`];
	const outcome = scratch.shell([...script, ...args].join(' '));
	return { ...outcome, peak: Number(readFileSync(peakFile, 'utf8')) };
}

// Only Linux reports the peak of a process itself.
describe.runIf(isLinux)('a small file that spans a long time', () => {
	it.each(['measure long.bin', 'plot long.bin -o long.svg', 'anonymize long.bin out.bin', 'index .'])(
		'%s needs little memory, and explains what is wrong with it',
		(line) => {
			const { peak, stderr } = runMeasured(...line.split(' '));
			expect(peak).toBeLessThan(MAX_BYTES);
			expect(stderr).toContain('recording: too long to measure; 139000 s at 60 Hz are 8340000 samples for 762 keys');
		},
	);
});
