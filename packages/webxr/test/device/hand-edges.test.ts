import { type Curve, createCurve, createRecording, type Recording, type WrapModeName } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { listHandEdges } from '../../src/device/hand-edges.ts';

function states(keys: readonly number[], postWrap?: WrapModeName): Curve {
	return createCurve(keys, { kind: 'boolean', ...(postWrap === undefined ? {} : { postWrap }) });
}

function record(tracked: Curve, pinching: Curve): Recording {
	// The head sets the duration to four seconds.
	return createRecording({
		head: { position: { x: createCurve([0, 0, 4, 0]) } },
		hands: { left: { tracked, pinching } },
	});
}

function list(recording: Recording, mutations = {}): [number, boolean, boolean][] {
	return listHandEdges(recording, 'left', mutations).map((edge) => [edge.time, edge.isTracked, edge.isPinching]);
}

describe('edges of a hand', () => {
	it('are its changes, without a pinch while it is lost', () => {
		const recording = record(states([0, 1, 2, 0, 3, 1]), states([0, 0, 1, 1]));
		expect(list(recording)).toEqual([
			[0, true, false],
			[1, true, true],
			[2, false, false],
			[3, true, true],
		]);
	});

	it('repeat if the curves repeat', () => {
		expect(list(record(states([0, 1]), states([0, 0, 0.5, 1, 1, 0], 'loop')))).toEqual([
			[0, true, false],
			...[0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4].map((time) => [time, true, time % 1 === 0.5]),
		]);
	});

	it('include gaps of mutations, of this hand only', () => {
		const recording = record(states([0, 1]), states([0, 1]));
		const gaps = [
			{ side: 'left', start: 1, end: 2 },
			{ side: 'right', start: 2.5, end: 3 },
		];
		expect(list(recording, { gaps })).toEqual([
			[0, true, true],
			[1, false, false],
			[2, true, true],
		]);
		expect(listHandEdges(createRecording({ head: {} }), 'left', { gaps: [{ start: 1, end: 2 }] })).toEqual([]);
	});
});
