import { createCurve, createRecording, summarizeRecording } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import type { OpenDocument } from '../../../src/state/recording-state.ts';
import { buildLanes } from '../../../src/view/timeline/build-lanes.ts';

const states = (...keys: number[]) => createCurve(keys, { kind: 'boolean' });

describe('lanes of the timeline', () => {
	it('show tracks of states that are true at some time, and microgestures by their hand', () => {
		const recording = createRecording({
			tracks: [
				{ name: 'left-hand-tap-thumb', kind: 'boolean', value: states(0, 0, 1, 1, 1.5, 0) },
				{ name: 'right-hand-swipe-left', kind: 'boolean', value: states(0, 0) },
				{ name: 'lamp', kind: 'boolean', value: states(0, 1, 2, 0) },
			],
		});
		const document = { summary: summarizeRecording(recording), stored: { skeleton: recording } } as OpenDocument;
		const lanes = buildLanes(document, null).filter(({ kind }) => kind === 'spans');
		expect(lanes).toMatchObject([
			{ label: 'Left tap thumb', tone: 'left', spans: [{ start: 1, end: 1.5 }] },
			{ label: 'lamp', spans: [{ start: 0, end: 2 }] },
		]);
	});
});
