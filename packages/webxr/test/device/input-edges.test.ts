import {
	type ButtonCurves,
	type Curve,
	createCurve,
	createRecording,
	type Recording,
	type WrapModeName,
} from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { listButtonEdges, listPinchEdges } from '../../src/device/input-edges.ts';

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

function list(recording: Recording, mutations = {}): [number, string][] {
	return listPinchEdges(recording, 'left', mutations).map(({ time, state }) => [time, state]);
}

describe('edges of a hand', () => {
	it('are its changes, without a pinch while it is lost', () => {
		const recording = record(states([0, 1, 2, 0, 3, 1]), states([0, 0, 1, 1]));
		expect(list(recording)).toEqual([
			[0, 'released'],
			[1, 'pressed'],
			[2, 'canceled'],
			[3, 'pressed'],
		]);
	});

	it('take both states at one time', () => {
		expect(list(record(states([0, 1, 1, 0, 2, 1]), states([0, 1, 2, 0])))).toEqual([
			[0, 'pressed'],
			[1, 'canceled'],
			[2, 'released'],
		]);
	});

	it('repeat if the curves repeat', () => {
		expect(list(record(states([0, 1]), states([0, 0, 0.5, 1, 1, 0], 'loop')))).toEqual([
			[0, 'released'],
			...[0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4].map((time) => [time, time % 1 === 0.5 ? 'pressed' : 'released']),
		]);
	});

	it('include gaps of mutations, of this hand only', () => {
		const recording = record(states([0, 1]), states([0, 1]));
		const gaps = [
			{ side: 'left', start: 1, end: 2 },
			{ side: 'right', start: 2.5, end: 3 },
			{ side: 'left', start: 3.5, end: Number.POSITIVE_INFINITY },
		];
		expect(list(recording, { gaps })).toEqual([
			[0, 'pressed'],
			[1, 'canceled'],
			[2, 'pressed'],
			[3.5, 'canceled'],
		]);
		expect(listPinchEdges(createRecording({ head: {} }), 'left', { gaps: [{ start: 1, end: 2 }] })).toEqual([]);
	});
});

describe('edges of a controller', () => {
	it('are those of its first two buttons, in the order of time', () => {
		const float = createCurve([]);
		const button = (keys: readonly number[]): ButtonCurves => ({
			pressed: states(keys),
			touched: states([]),
			value: float,
		});
		const buttons = [button([0, 0, 2, 1]), button([0, 0, 1, 1]), button([0, 1])];
		expect(listButtonEdges(buttons, 4).map(({ time, action, state }) => `${time} ${action} ${state}`)).toEqual([
			'0 select released',
			'0 squeeze released',
			'1 squeeze pressed',
			'2 select pressed',
		]);
		expect(listButtonEdges([], 4)).toEqual([]);
	});
});
