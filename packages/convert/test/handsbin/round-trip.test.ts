import { decodeRecording, detectFormat, encodeRecording } from '@handreel/convert';
import { decodeHandsbin, encodeHandsbin } from '@handreel/convert/handsbin';
import { createCurve, createRecording, evaluateCurve, JOINT_NAMES, type Recording } from '@handreel/core';
import { compareRecordings, trimRecording } from '@handreel/core/edit';
import { hasKeys } from '@handreel/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { arbitraryCapture } from '../support/arbitrary-capture.ts';
import { type CaptureFrame, createJoints, delay, writeCapture } from '../support/capture-writer.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const codes = (issues: readonly { readonly code: string }[]): string[] => issues.map(({ code }) => code);

describe('.handsbin and back', () => {
	it('writes the same bytes for any capture, without a loss', () => {
		fc.assert(
			fc.property(arbitraryCapture, (capture) => {
				const bytes = writeCapture(capture);
				const { recording, issues } = decodeHandsbin(bytes);
				expect(codes(issues).filter((code) => code.endsWith('-lost'))).toEqual([]);
				const written = encodeHandsbin(recording);
				expect(Buffer.from(written.bytes).toString('hex')).toBe(Buffer.from(bytes).toString('hex'));
				expect(written.issues).toEqual([]);
			}),
			{ numRuns: 300, seed: 5 },
		);
	});

	it('has the given name unless it comes from a capture', () => {
		const { recording } = findFixture('mrtk-2.8.3-n020.bin');
		const nameOf = (bytes: Uint8Array): unknown =>
			(decodeHandsbin(bytes).recording.info['handsbin'] as { readonly name: string }).name;
		const written = encodeHandsbin(recording, { name: 'take 3' }).bytes;
		expect(nameOf(written)).toBe('take 3');
		expect(nameOf(encodeHandsbin(decodeHandsbin(written).recording, { name: 'other' }).bytes)).toBe('take 3');
		expect(nameOf(encodeHandsbin(recording).bytes)).toBe('handreel');
	});

	it('is found by its content, and survives reels and JSON', async () => {
		await fc.assert(
			fc.asyncProperty(arbitraryCapture, fc.constantFrom('reel' as const, 'json' as const), async (capture, format) => {
				const bytes = writeCapture(capture);
				fc.pre(capture.duration < 1e6);
				// Controls in a name look like other binary data.
				fc.pre([...capture.name].every((character) => character >= ' ' && character !== '\ufffd'));
				expect(await detectFormat(bytes)).toBe('handsbin');
				const { recording } = await decodeRecording(bytes);
				const between = await encodeRecording(recording, format);
				expect(between.issues).toEqual([]);
				const again = await decodeRecording(between.bytes);
				expect(isSame((await encodeRecording(again.recording, 'handsbin')).bytes, bytes)).toBe(true);
			}),
			{ numRuns: 60, seed: 6 },
		);
	});

	it('upgrades version 1 to version 2 and back, with stamps as Unity expects them', () => {
		const times = [0, 0.25, 0.5, 0.75];
		const frames = times.map(
			(time, i): CaptureFrame => ({
				time,
				left: { dynamic: { tracked: true, joints: i === 1 ? null : createJoints(time) } },
				right: i === 2 ? {} : { dynamic: { tracked: true, joints: createJoints(time, -1) } },
			}),
		);
		const first = writeCapture({ version: 1, name: 'old', duration: 0.75, frames });
		const upgrade = encodeHandsbin(decodeHandsbin(first).recording, { layout: 'handsbin-2' });
		expect(upgrade.issues.map(({ code, path }) => [code, path])).toEqual([
			['section-lost', 'tracks.handsbin_left_partial'],
		]);
		const lagging = delay(times);
		// A hand without joints leaves no trace in version 2.
		const shapes = [...new Float32Array(upgrade.bytes.slice(32, 32 + 320).buffer)];
		const expected = writeCapture({
			version: 2,
			name: 'old',
			duration: 0.75,
			shapes,
			frames: frames.map(({ left, right }, i) => ({
				time: lagging[i]!,
				success: [15, 12, 3, 15][i]!,
				left: left?.dynamic?.joints ? left : {},
				...(right === undefined ? {} : { right }),
			})),
		});
		expect(shapes.slice(0, 4)).toEqual([132, 162, 129, 180]);
		expect(Buffer.from(upgrade.bytes).toString('hex')).toBe(Buffer.from(expected).toString('hex'));
		const back = encodeHandsbin(decodeHandsbin(upgrade.bytes).recording, { layout: 'handsbin-1' });
		expect(decodeHandsbin(back.bytes).recording.duration).toBe(0.75);
	});

	it.each(listFixtures())('holds the hands of $name at its frames', async ({ recording }) => {
		const { bytes, issues } = await encodeRecording(recording, 'handsbin');
		const back = (await decodeRecording(bytes)).recording;
		if (recording.markers.length > 0) expect(codes(issues)).toContain('markers-lost');
		for (const side of ['left', 'right'] as const) {
			const hand = recording.hands?.[side];
			const isComplete = hand !== undefined && JOINT_NAMES.slice(3).every((name) => hasKeys(hand.joints[name]));
			const other = back.hands![side].joints.indexTip.position.x;
			if (!isComplete) {
				expect(other.count).toBe(0);
				continue;
			}
			const start = Math.min(0, ...[...other.floats].filter((_, i) => i % 2 === 0));
			for (let i = 0; i < other.count; i++) {
				const [time = 0, value = 0] = [other.floats[2 * i], other.floats[2 * i + 1]];
				const expected = evaluateCurve(hand.joints.indexTip.position.x, time + start);
				if (start === 0 && Number.isFinite(expected) && !codes(issues).includes('values-lost'))
					expect(value).toBeCloseTo(expected, 5);
			}
		}
		// What was written is a capture like any other.
		expect(isSame((await encodeRecording(back, 'handsbin')).bytes, bytes)).toBe(true);
	});

	it('keeps the motion of a recording within rounding', async () => {
		const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
		const { bytes, issues } = await encodeRecording(recording, 'handsbin');
		expect(codes(issues)).toEqual(['section-lost', 'keys-lost', 'keys-lost', 'keys-lost']);
		const { recording: back } = await decodeRecording(bytes);
		const { fingertips } = compareRecordings(recording, back);
		expect(fingertips?.max).toBeLessThan(1e-6);
		expect(back.hands?.left.pinching.count).toBe(recording.hands?.left.pinching.count);
	});

	it('samples at a frame rate', async () => {
		const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
		const { bytes } = await encodeRecording(recording, 'handsbin', { frameRate: 30 });
		const { x } = (await decodeRecording(bytes)).recording.head!.position;
		expect(x.count).toBe(Math.floor(recording.duration * 30) + 1);
		expect(() => encodeHandsbin(recording, { frameRate: 0 })).toThrow(RangeError);
		expect(() => encodeHandsbin(recording, { layout: 'mrtk-1.1' as 'handsbin-1' })).toThrow(/not one of handsbin-1/);
	});

	it('writes a trimmed capture without its old end', () => {
		const times = [0, 0.25, 0.5, 0.75];
		const frames = times.map(
			(time): CaptureFrame => ({ time, left: { dynamic: { tracked: true, joints: createJoints(time) } } }),
		);
		const { recording } = decodeHandsbin(writeCapture({ version: 1, name: '', duration: 60, frames }));
		const { bytes } = encodeHandsbin(trimRecording(recording, { end: 0.5 }));
		expect(new DataView(bytes.buffer).getFloat32(5, true)).toBe(0.5);
		expect(encodeHandsbin(recording).bytes.length).toBeGreaterThan(bytes.length);
	});

	it('explains what it cannot hold', () => {
		const issues = encodeHandsbin(createFullRecording()).issues;
		expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
			'section-lost hands.left.radii',
			'markers-lost markers[0]',
			'keys-lost hands.left.joints.none',
			'keys-lost hands.right.joints.none',
			'keys-lost head',
			'keys-lost hands.left.joints',
			'keys-lost hands.right.joints',
		]);
		const first = encodeHandsbin(createFullRecording(), { layout: 'handsbin-1' }).issues;
		expect(first[0]?.message).toBe('head: version 1 of .handsbin cannot store it (and 18 more)');
	});

	it('refuses to write hands that lack joints, except for the palm', () => {
		const pose = { position: { x: createCurve([0, 1]), y: createCurve([0, 2]), z: createCurve([0, 4]) } };
		const create = (missing: string): Recording => {
			const names = JOINT_NAMES.slice(1).filter((name) => name !== missing);
			const joints = Object.fromEntries(names.map((name) => [name, pose]));
			return createRecording({ hands: { left: { tracked: createCurve([0, 1], { kind: 'boolean' }), joints } } });
		};
		const palm = encodeHandsbin(create('palm'));
		expect(codes(palm.issues)).toEqual(['values-lost']);
		expect([...decodeHandsbin(palm.bytes).recording.hands!.left.joints.palm.position.y.floats]).toEqual([0, 2]);
		const thumb = encodeHandsbin(create('thumbTip'));
		expect(thumb.issues[0]?.message).toBe('hands.left: only complete hands can be stored, but thumbTip has no keys');
		expect(decodeHandsbin(thumb.bytes).recording.hands!.left.tracked.count).toBe(1);
	});
});
