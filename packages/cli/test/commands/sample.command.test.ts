import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFrameSample, readRecording, sampleFrame } from '@handreel/core';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createScratch, isPosix } from '../support/run-handreel.ts';

const scratch = createScratch({ 'new.bin': 'mrtk-2.8.3-full-5s', 'simulated.bin': 'mrtk-2.8.3-none-joint' });
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

	it('prints only the chosen joints, in JSON and in tables', () => {
		const [every] = json('sample', 'new.bin', '--time', '1.25');
		const [frame] = json('sample', 'new.bin', '--time', '1.25', '--joints', 'thumbTip,wrist');
		for (const side of ['left', 'right']) {
			const { wrist, thumbTip } = every.hands[side].joints;
			expect(frame.hands[side]).toEqual({ ...every.hands[side], joints: { wrist, thumbTip } });
		}
		expect(frame.head).toEqual(every.head);
		const table = (...args: string[]): string[][] =>
			run('sample', 'new.bin', '--frame-rate', '10', '--format', 'csv', ...args)
				.stdout.trim()
				.split('\n')
				.map((line) => line.split(','));
		const [names = [], ...rows] = table('--joints', 'palm');
		expect(names.filter((name) => /_p[xyz]_m$/.test(name) && /^(left|right)/.test(name))).toEqual(
			['left', 'right'].flatMap((side) => ['x', 'y', 'z'].map((axis) => `${side}_palm_p${axis}_m`)),
		);
		const [allNames = [], ...allRows] = table();
		const kept = names.map((name) => allNames.indexOf(name));
		expect(rows).toEqual(allRows.map((row) => kept.map((column) => row[column])));
	});

	it('names the nearest joints for an unknown name', () => {
		for (const [name, nearest] of [
			['indexTp', 'indexTip'],
			['index-finger-tip', 'indexTip'],
			['PinkyMetacarpal', 'pinkyMetacarpal'],
		] as const) {
			const { status, stderr } = run('sample', 'new.bin', '--time', '1', '--joints', `wrist,${name}`);
			expect(status).toBe(2);
			expect(stderr).toContain(`'${name}' is unknown; similar names: '${nearest}', `);
		}
		expect(run('sample', 'new.bin', '--time', '1', '--joints', 'qq').stderr).toContain("'qq' is unknown.");
	});

	it('wants to know when', () => {
		expect(run('sample', 'new.bin').status).toBe(2);
		expect(run('sample', 'new.bin', '--time', '1', '--frame-rate', '3').status).toBe(2);
	});

	// Simulated hands give joint `none` keys; devices do not.
	it('prints joint `none` if it has keys', () => {
		const [frame] = json('sample', 'simulated.bin', '--time', '0.5');
		expect(Object.keys(frame.hands.left.joints)).toHaveLength(27);
		expect(frame.hands.left.joints.none.position).toHaveLength(3);
		expect(frame.hands.left.joints.none.rotation).toEqual([0, 0, 0, 1]);
		const names = run('sample', 'simulated.bin', '--time', '0.5', '--format', 'csv').stdout;
		expect(names).toContain('left_none_px_m,');
		expect(run('sample', 'new.bin', '--time', '0.5', '--format', 'csv').stdout).not.toContain('none');
	});

	it.runIf(isPosix)('stops quietly when nobody reads on', () => {
		const { status, stderr } = shell(
			`"${process.execPath}" "${join(root, 'packages/cli/dist/main.cjs')}" sample new.bin --frame-rate 240 | head -c 100`,
		);
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	});
});
