import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IssueCode, type Recording, readRecording } from '@handreel/core';
import {
	type Diagnosis,
	diagnoseBytes,
	diagnoseRecording,
	repairBytes,
	repairRecording,
} from '@handreel/core/diagnose';
import { concatRecordings, optimizeRecording, trimRecording } from '@handreel/core/edit';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';

const recorded = join(root, 'fixtures', 'recorded');

/** The expected issues of a golden file: codes with their paths, and why. */
interface Expectation {
	readonly reason: string;
	readonly found: Partial<Record<IssueCode, number | readonly string[]>>;
}

const NOTHING = (reason: string): Expectation => ({ reason, found: {} });

// Every MRTK bug where FORMAT.md states that it can be recognized, and no other issue.
const EXPECTED: Readonly<Record<string, Expectation>> = {
	'doc-1.0-nomarkers.bin': NOTHING('recorded by 2.5.4, which loses nothing'),
	'doc-1.1-28byte-camera.bin': NOTHING('65 frames, none of them lost'),
	'doc-1.1-28byte.bin': NOTHING('65 frames, none of them lost'),
	'doc-1.1-8byte.bin': NOTHING('65 frames, none of them lost'),
	'mrtk-2.5.4-1frame.bin': NOTHING('a single frame'),
	'mrtk-2.5.4-empty.bin': NOTHING('every curve is without keys: nothing was recorded, nothing is wrong'),
	'mrtk-2.5.4-lost.bin': NOTHING('a hand that is lost and found again may be anywhere; the other was never seen'),
	'mrtk-2.5.4-markers.bin': NOTHING('markers may be anywhere'),
	'mrtk-2.5.4-none-joint.bin': {
		reason: 'the blending of poses makes signs jump; all-zero rotations of joint None are not a fault',
		found: { 'rotation-flip': 11 },
	},
	'mrtk-2.5.4-tangents.bin': {
		reason: 'filled by hand: axes with different key times, some negative times, tracking and joints at random',
		found: { 'ragged-group': 110, 'negative-start': [''], 'joints-without-tracking': ['hands.left', 'hands.right'] },
	},
	'mrtk-2.6.0-full-5s.bin': {
		reason: 'the fault of this release; its lost end (4.933 of 4.966 s) cannot be known, since no boolean key is later',
		found: { 'rotation-w-lost': ['head', 'hands.left', 'hands.right'] },
	},
	'mrtk-2.8.3-0bytes.bin': { reason: 'saved without having recorded', found: { 'empty-file': [''] } },
	'mrtk-2.8.3-brief-hand.bin': {
		reason: 'the right hand is tracked for 20 frames and keeps the first; the left one has 3 × 32 + 1 frames',
		found: { 'tail-lost': ['hands.right'] },
	},
	'mrtk-2.8.3-camera-only.bin': NOTHING('129 frames, none of them lost, and no boolean curve'),
	'mrtk-2.8.3-full-5s.bin': NOTHING('loses its end (4.933 of 4.966 s), but no boolean key is later'),
	'mrtk-2.8.3-gaze-only.bin': NOTHING('129 frames, none of them lost, and no boolean curve'),
	'mrtk-2.8.3-hands-only.bin': NOTHING('129 frames, none of them lost'),
	'mrtk-2.8.3-lost.bin': NOTHING(
		'loses its end, and its head stops 0.083 s before its joints, but boolean keys are the evidence and none is later',
	),
	'mrtk-2.8.3-markers.bin': NOTHING('65 frames, none of them lost; markers may be anywhere'),
	'mrtk-2.8.3-n001.bin': NOTHING('a single frame'),
	'mrtk-2.8.3-n020-part0.bin': NOTHING('partition size 0 loses nothing'),
	'mrtk-2.8.3-n020.bin': {
		reason: '19 of 20 frames are lost, but a pinch at 0.1 s is not',
		found: { 'tail-lost': ['head', 'gaze', 'hands.left', 'hands.right'] },
	},
	'mrtk-2.8.3-n033.bin': NOTHING('33 frames, none of them lost'),
	'mrtk-2.8.3-n100.bin': NOTHING('loses 3 of 100 frames, but no boolean key is later'),
	'mrtk-2.8.3-none-joint.bin': {
		reason: 'the blending of poses makes signs jump; all-zero rotations of joint None are not a fault',
		found: { 'rotation-flip': 19 },
	},
	'mrtk-2.8.3-nothing.bin': NOTHING('no section at all'),
	'mrtk-2.8.3-pruned.bin': NOTHING('loses its end (0.717 of 1 s), but no boolean key is later'),
};

/** The files are diagnosed once, for several tests. */
const diagnoses = new Map<string, Diagnosis>();
function diagnose(name: string): Diagnosis {
	const diagnosis = diagnoses.get(name) ?? diagnoseBytes(readFileSync(join(recorded, name)));
	diagnoses.set(name, diagnosis);
	return diagnosis;
}

const NAMES = readdirSync(recorded).filter((name) => name.endsWith('.bin'));

const RANDOM_CODES: readonly string[] = ['duplicate-key', 'implausible-value'];

describe('golden files', () => {
	it('are all expected to report something or nothing', () => {
		expect(Object.keys(EXPECTED).sort()).toEqual(NAMES.sort());
	});

	it.each(NAMES)('%s has exactly the expected issues', (name) => {
		const { issues } = diagnose(name);
		const { found, reason } = EXPECTED[name] ?? NOTHING('');
		const actual = Object.fromEntries(
			Object.entries(found).map(([code, wanted]) => {
				const paths = issues.filter((issue) => issue.code === code).map((issue) => issue.path);
				return [code, typeof wanted === 'number' ? paths.length : paths];
			}),
		);
		expect(actual, reason).toEqual(found);
		expect(
			issues.filter(({ code }) => !Object.hasOwn(found, code)),
			reason,
		).toEqual([]);
	});

	it.each(NAMES)('%s has the same issues as its recording, which have no byte offsets', (name) => {
		const { issues, recording } = diagnose(name);
		if (recording === null) return expect(name).toBe('mrtk-2.8.3-0bytes.bin');
		expect(diagnoseRecording(recording)).toEqual(issues.map((issue) => ({ ...issue, byteOffset: null })));
	});

	it.each(NAMES.filter((name) => Object.keys(EXPECTED[name]?.found ?? {}).length === 0))(
		'%s has nothing to repair and stays the same object',
		(name) => {
			const recording = readRecording(readFileSync(join(recorded, name)));
			const { kept, ...repair } = repairRecording(recording);
			expect(repair).toEqual({ recording, repaired: [], remaining: [], restoredW: {} });
			expect(kept?.keys).toBe(kept?.totalKeys);
			expect(kept).toMatchObject({ curves: kept?.totalCurves, seconds: kept?.totalSeconds, isEstimated: false });
			expect(repairRecording(recording).recording).toBe(recording);
		},
	);

	it.each(NAMES.filter((name) => EXPECTED[name]?.found['empty-file'] === undefined))(
		'%s has no new warning when it is optimized, cut or joined',
		(name) => {
			const { recording: whole } = repairBytes(readFileSync(join(recorded, name)));
			if (whole === null) throw new Error('nothing is left');
			// More seconds have nothing new to cut and join.
			const recording = whole.duration > 2 ? trimRecording(whole, { end: 2 }) : whole;
			// Random curves are not a plausible motion. Cut or faded they stay implausible, single axes jump where they are
			// joined, and a cut at the top of an overshoot is kilometers away.
			const isRandom = name.includes('tangents');
			const listWarnings = (edited: Recording): string[] =>
				diagnoseRecording(edited)
					.filter(({ severity, code }) => severity !== 'info' && !(isRandom && RANDOM_CODES.includes(code)))
					.map(({ code, path }) => `${code} ${path}`);
			const known = listWarnings(recording);
			const { duration } = recording;
			const edits = [
				optimizeRecording(recording, { keys: 'simple' }),
				optimizeRecording(recording, { keys: 'full' }),
				trimRecording(recording, { start: duration * 0.21, end: duration * 0.77 }),
				concatRecordings([recording, recording]),
			];
			if (!isRandom) {
				edits.push(
					trimRecording(recording, { start: duration * 0.5, end: duration * 0.51 }),
					concatRecordings([recording, recording], { crossFade: Math.min(0.2, duration) }),
				);
			}
			for (const edited of edits) expect(listWarnings(edited).filter((text) => !known.includes(text))).toEqual([]);
		},
	);

	it('have messages that describe the loss', () => {
		const messages = (name: string): string[] => diagnose(name).issues.map(({ message }) => message);
		expect(messages('mrtk-2.6.0-full-5s.bin')[0]).toBe(
			'head: W is missing in 1 rotation, 97 keys over 4.933 s; MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2 save only the first W of each rotation',
		);
		expect(messages('mrtk-2.8.3-brief-hand.bin')).toEqual([
			'right hand: MRTK 2.6.0–2.8.3 dropped at least 0.317 s at the end: 182 curves end at 0.666 s, but frames were recorded until 0.983 s',
		]);
		expect(messages('mrtk-2.8.3-0bytes.bin')).toEqual(['the file is empty: 0 bytes']);
	});

	it('have issues that point into the file', () => {
		const bytes = readFileSync(join(recorded, 'mrtk-2.8.3-none-joint.bin'));
		const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		for (const { byteOffset, time } of diagnoseBytes(bytes).issues) {
			expect(view.getFloat32(byteOffset ?? Number.NaN, true)).toBe(time);
		}
	});

	it('with flipped signs only are repaired completely', () => {
		for (const name of ['mrtk-2.5.4-none-joint.bin', 'mrtk-2.8.3-none-joint.bin']) {
			const { recording, repaired, remaining } = repairBytes(readFileSync(join(recorded, name)));
			expect(repaired.map(({ code }) => code)).toEqual(new Array<string>(repaired.length).fill('rotation-flip'));
			expect(repaired).toHaveLength(EXPECTED[name]?.found['rotation-flip'] as number);
			expect(remaining).toEqual([]);
			expect(recording && diagnoseRecording(recording)).toEqual([]);
		}
	});
});
