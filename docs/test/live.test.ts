import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateCurve, readRecording } from '@handreel/core';
import { HandScene, type SceneColors } from '@handreel/studio/hand-scene';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/workspace.mjs';
import {
	dragHandle,
	type LabState,
	locateHandle,
	makeStraight,
	PRESETS,
	plotCurve,
	toCurve,
} from '../live/curve-model.ts';
import { readFacts } from '../live/file-facts.ts';

const smooth: LabState = { keys: PRESETS['Smooth'] ?? [], isWeighted: false, wrap: 'clamp-forever' };
const readFixture = (path: string) => readFileSync(join(root, 'fixtures', path));

describe('the curve editor', () => {
	it('draws through its keys', () => {
		const curve = toCurve(smooth);
		for (const { time, value } of smooth.keys) expect(evaluateCurve(curve, time)).toBeCloseTo(value, 6);
		expect(plotCurve(curve, 8)).toHaveLength(9);
	});

	it('keeps keys in order and in the plot', () => {
		const [, moved] = dragHandle(smooth, 1, 'key', 5, 9);
		expect(moved).toMatchObject({ time: 1.95, value: 1.5 });
	});

	it.each([false, true])('puts a tangent where it was dragged, weighted: %s', (isWeighted) => {
		const state = { ...smooth, isWeighted };
		const [time, value] = locateHandle(state, 1, 'out') ?? [0, 0];
		const keys = dragHandle(state, 1, 'out', isWeighted ? time + 0.1 : time, value - 0.3);
		const [newTime, newValue] = locateHandle({ ...state, keys }, 1, 'out') ?? [0, 0];
		expect(newTime).toBeCloseTo(isWeighted ? time + 0.1 : time, 6);
		expect(newValue).toBeCloseTo(value - 0.3, 6);
	});

	it('has straight lines as MRTK writes them', () => {
		const curve = toCurve({ ...smooth, keys: makeStraight(smooth.keys), isWeighted: true });
		expect(evaluateCurve(curve, 0.25)).toBeCloseTo(0.25, 6);
	});

	it('has no handles for steps and at the ends', () => {
		expect(locateHandle({ ...smooth, keys: PRESETS['Step'] ?? [] }, 1, 'out')).toBeNull();
		expect(locateHandle(smooth, 0, 'in')).toBeNull();
		expect(locateHandle(smooth, 2, 'out')).toBeNull();
	});
});

describe('the file reader', () => {
	it('lists facts and problems', async () => {
		const { rows, issues, recording } = await readFacts('old.bin', readFixture('recorded/mrtk-2.6.0-full-5s.bin'));
		expect(Object.fromEntries(rows)).toMatchObject({ Layout: 'mrtk-1.1', Duration: '4.933 s', Markers: 'none' });
		expect(new Set(issues.map(({ code }) => code))).toEqual(new Set(['rotation-w-lost']));
		expect(recording).not.toBeNull();
	});

	it('reads the undamaged part of a cut file', async () => {
		const bytes = readFixture('recorded/mrtk-2.8.3-full-5s.bin').subarray(0, 200_000);
		const { recording, issues } = await readFacts('cut.bin', bytes);
		expect(issues[0]?.code).toBe('truncated');
		expect(recording?.hands).not.toBeNull();
	});

	it('explains files that are not recordings', async () => {
		const { recording, issues } = await readFacts('notes.txt', Buffer.from('no recording'));
		expect(recording).toBeNull();
		expect(issues).toHaveLength(1);
	});
});

describe('the hand scene', () => {
	const colors: SceneColors = { left: 'left', right: 'right', pinch: 'pinch', grid: 'grid' };

	it('draws tracked hands inside of the canvas', () => {
		const scene = new HandScene(readRecording(readFixture('recorded/mrtk-2.8.3-full-5s.bin')));
		for (let time = 0; time < scene.duration; time += 0.25) {
			const { context, joints } = createContext();
			scene.draw(context, time, 640, 400, { yaw: 0.3, pitch: 0.38 }, colors);
			// Two hands of 26 joints; a pinch is one more circle.
			expect(joints.length).toBeGreaterThanOrEqual(52);
			const outside = joints.filter(({ x, y }) => x < 0 || x > 640 || y < 0 || y > 400);
			expect(outside, `${time} s`).toEqual([]);
		}
	});

	it('draws nothing but the grid without hands', () => {
		const { context, joints } = createContext();
		const scene = new HandScene(readRecording(readFixture('recorded/mrtk-2.8.3-camera-only.bin')));
		scene.draw(context, 0, 640, 400, { yaw: 0, pitch: 0 }, colors);
		expect(joints).toEqual([]);
	});
});

/** A canvas context that collects the centers of circles. */
function createContext(): { context: CanvasRenderingContext2D; joints: { x: number; y: number }[] } {
	const joints: { x: number; y: number }[] = [];
	const nothing = () => {};
	const methods = {
		clearRect: nothing,
		beginPath: nothing,
		moveTo: nothing,
		lineTo: nothing,
		stroke: nothing,
		fill: nothing,
		strokeRect: nothing,
	};
	const arc = (x: number, y: number) => joints.push({ x, y });
	return { context: { ...methods, arc } as unknown as CanvasRenderingContext2D, joints };
}
