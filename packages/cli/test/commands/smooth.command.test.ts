import { readFileSync } from 'node:fs';
import { type Curve, evaluateCurve, getKeyTime, type Recording, writeRecording } from '@handreel/core';
import { smoothRecording, stripRecording } from '@handreel/core/edit';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({ 'full.bin': 'mrtk-2.8.3-full-5s' });
afterAll(() => scratch.remove());
const { run, path, read } = scratch;

describe('handreel smooth', () => {
	const whole = read('full.bin');

	it('changes the selected parts, not their key times, and nothing else', () => {
		const options = ['--only', 'left', '--min-cutoff', '0.1', '--position-beta', '0'];
		expect(run('smooth', 'full.bin', 'left.bin', ...options)).toMatchObject({ status: 0, stderr: '' });
		const smooth = read('left.bin');
		const [before, after] = [palmX(whole), palmX(smooth)];
		expect(listTimes(after)).toEqual(listTimes(before));
		expect(roughness(after)).toBeLessThan(roughness(before) / 2);
		expect(isEqual(writeWithoutLeft(smooth), writeWithoutLeft(whole))).toBe(true);
	});

	it('smooths as the core does by default', () => {
		expect(run('smooth', 'full.bin', 'default.bin').status).toBe(0);
		expect(isEqual(readFileSync(path('default.bin')), writeRecording(smoothRecording(whole)))).toBe(true);
	});
});

function writeWithoutLeft(recording: Recording): Uint8Array {
	return writeRecording(stripRecording(recording, ['left']));
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
	return Buffer.from(a).equals(b);
}

function palmX({ hands }: Recording): Curve {
	return hands!.left.joints.palm.position.x;
}

function listTimes(curve: Curve): number[] {
	return Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i));
}

// The sum of changes of speed from frame to frame.
function roughness(curve: Curve): number {
	let sum = 0;
	for (let i = 1; i < 290; i++) {
		const [a, b, c] = [i - 1, i, i + 1].map((frame) => evaluateCurve(curve, frame / 60));
		sum += Math.abs(a! - 2 * b! + c!);
	}
	return sum;
}
