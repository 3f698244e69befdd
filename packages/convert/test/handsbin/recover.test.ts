import { decodeHandsbin, encodeHandsbin, recoverHandsbin } from '@handreel/convert/handsbin';
import { getKeyTime, type Recording } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { type CaptureFrame, createJoints, delay, writeCapture } from '../support/capture-writer.ts';

const TIMES = Array.from({ length: 12 }, (_, i) => i / 64);

function write(version: 1 | 2): Uint8Array {
	const stamps = version === 1 ? TIMES : delay(TIMES);
	const frames = stamps.map((time, i): CaptureFrame => {
		const hand = { dynamic: { tracked: true, joints: createJoints(TIMES[i]!) } };
		return { time, left: hand, ...(i % 3 === 0 ? {} : { right: hand }) };
	});
	return writeCapture({ version, name: 'cut', duration: TIMES.at(-1)!, frames });
}

function listTimes(recording: Recording | null): number[] {
	const x = recording?.hands?.left.joints.wrist.position.x;
	return x === undefined ? [] : Array.from({ length: x.count }, (_, i) => getKeyTime(x, i));
}

describe.each([1, 2] as const)('recovering .handsbin, version %i', (version) => {
	const whole = write(version);

	it('reads a complete file as usual', () => {
		const recovered = recoverHandsbin(whole);
		expect(recovered).toMatchObject({ frameCount: 12, announced: 12, isComplete: true });
		expect(recovered.recording).toEqual(decodeHandsbin(whole).recording);
	});

	it('returns all complete frames of a file that is cut anywhere', () => {
		let most = 0;
		for (let length = whole.length - 1; length > whole.length / 3; length -= 97) {
			const { recording, frameCount, isComplete, issues } = recoverHandsbin(whole.slice(0, length));
			expect(isComplete).toBe(false);
			// The time of the last frame of version 2 is in the next frame, or is estimated.
			expect(listTimes(recording).slice(0, -1)).toEqual(TIMES.slice(0, frameCount - 1));
			expect(listTimes(recording)).toHaveLength(frameCount);
			expect(issues[0]).toMatchObject({ code: 'truncated', severity: 'error', path: `frame ${frameCount}` });
			expect(issues[0]!.message).toContain(`${frameCount} of 12 frames are complete, the others are lost: frame`);
			most = Math.max(most, frameCount);
		}
		expect(most).toBe(11);
	});

	it('has the exact time of the last frame if the next frame begins in the file', () => {
		const { recording, frameCount } = recoverHandsbin(whole.slice(0, whole.length - 100));
		expect(frameCount).toBe(11);
		expect(listTimes(recording)).toEqual(TIMES.slice(0, 11));
	});

	it('makes a file that others can read', () => {
		const { recording } = recoverHandsbin(whole.slice(0, whole.length - 100));
		const { bytes, issues } = encodeHandsbin(recording!);
		expect(issues).toEqual([]);
		expect(listTimes(decodeHandsbin(bytes).recording)).toEqual(TIMES.slice(0, 11));
	});

	it('needs a frame, and a header', () => {
		const { length } = writeCapture({ version, name: 'cut', duration: 0, frames: [] });
		const { recording, issues } = recoverHandsbin(whole.slice(0, length + 20));
		expect(recording).toBeNull();
		expect(issues[0]!.message).toContain('0 of 12 frames');
		expect(() => recoverHandsbin(whole.slice(0, length - 5))).toThrow('the file ends too early');
	});

	it('keeps the frames before damage, and believes no count', () => {
		const { length } = writeCapture({ version, name: 'cut', duration: 0, frames: [] });
		for (const count of [-1, 0x7fff_ffff]) {
			const damaged = whole.slice();
			new DataView(damaged.buffer).setInt32(length - 4, count, true);
			expect(recoverHandsbin(damaged)).toMatchObject({ frameCount: 12, announced: count, isComplete: false });
		}
	});
});
