import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFrameSample, readRecording, sampleFrame } from '@handreel/core';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createScratch, isPosix } from '../support/run-handreel.ts';

const scratch = createScratch({ 'new.bin': 'mrtk-2.8.3-full-5s', 'old.bin': 'mrtk-2.6.0-full-5s' });
afterAll(() => scratch.remove());
const { run, json, path, shell } = scratch;

describe('handreel sample', () => {
	it('prints what the core samples', () => {
		const frames = json('sample', 'new.bin', '--times', '0.5,1.25');
		const recording = readRecording(readFileSync(path('new.bin')));
		const frame = sampleFrame(recording, 1.25, createFrameSample());
		expect(frames.map(({ time }: { time: number }) => time)).toEqual([0.5, 1.25]);
		expect(frames[1].head.position.map(Math.fround)).toEqual([...frame.head.subarray(0, 3)]);
		expect(frames[1].hands.right.joints.indexTip.rotation.map(Math.fround)).toEqual([
			...frame.hands.right.joints.subarray(11 * 7 + 3, 12 * 7),
		]);
		expect(frames[1].hands.left.joints.none).toBeUndefined();
	});

	it('prints floats in their shortest form', () => {
		const frames = json('sample', 'new.bin', '--frame-rate', '30');
		const text = JSON.stringify(frames.map(({ head, hands, gaze }: Record<string, unknown>) => [head, hands, gaze]));
		const numbers = text.match(/-?\d[\d.e-]*/g) ?? [];
		expect(numbers.length).toBeGreaterThan(10_000);
		expect(numbers.filter((number) => number.replace(/^-?0?\.?0*|e.*|\./g, '').length > 9)).toEqual([]);
	});

	it('prints a single time as a block with a pose per line', () => {
		const { stdout } = run('sample', 'new.bin', '--time', '1');
		expect(stdout).toMatch(/^ +"wrist": \{ "position": \[[^\n]+\], "rotation": \[[^\n]+\] \},?$/m);
		expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(160);
		expect(JSON.parse(stdout)).toHaveLength(1);
	});

	it('prints a table', () => {
		const { stdout } = run('sample', 'new.bin', '--frame-rate', '10', '--format', 'csv', '--space', 'webxr');
		const lines = stdout.trim().split('\n');
		expect(lines).toHaveLength(51);
		expect(lines[0]).toMatch(/^time_s,/);
	});

	it('wants to know when', () => {
		expect(run('sample', 'new.bin').status).toBe(2);
		expect(run('sample', 'new.bin', '--time', '1', '--frame-rate', '3').status).toBe(2);
	});

	it.runIf(isPosix)('stops quietly when nobody reads on', () => {
		const { status, stderr } = shell(
			`"${process.execPath}" "${join(root, 'packages/cli/dist/main.cjs')}" sample new.bin --frame-rate 240 | head -c 100`,
		);
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	});
});
