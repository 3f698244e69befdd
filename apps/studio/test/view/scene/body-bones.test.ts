import { summarizeRecording } from '@handreel/core';
import { Performer } from '@handreel/core/perform';
import { describe, expect, it } from 'vitest';
import { BONE_COUNT, visitBones } from '../../../src/view/scene/body-bones.ts';
import { bakeTable } from '../../../src/worker/bake-table.ts';

function listLengths(body: boolean, time: number): number[] {
	const performer = new Performer({ body, frameRate: 30 });
	performer.right.reach([0.2, 1.1, 0.4]);
	const recording = performer.toRecording();
	const summary = summarizeRecording(recording);
	const lengths: number[] = [];
	visitBones({ ...bakeTable(recording, summary), summary }, time, (places, from, to) => {
		lengths.push(Math.hypot(...[0, 1, 2].map((i) => places[to + i]! - places[from + i]!)));
	});
	return lengths;
}

describe('the bones of a body', () => {
	it('join its joints at every time, also between rows', () => {
		for (const time of [0, 0.31, 0.5, 99]) {
			const lengths = listLengths(true, time);
			expect(lengths).toHaveLength(BONE_COUNT);
			// From 8 mm in a foot to the longest bone of a leg.
			expect(Math.max(...lengths)).toBeLessThan(0.45);
			expect(lengths.every(Number.isFinite)).toBe(true);
		}
	});

	it('are none without a body', () => {
		expect(listLengths(false, 0)).toEqual([]);
	});
});
