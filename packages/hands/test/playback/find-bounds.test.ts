import { createFrameSample, createSampler, listTrueSpans, SIDES } from '@handreel/core';
import { findBounds, findFrameBounds } from '@handreel/hands';
import { expect, it } from 'vitest';
import { readFixture } from '../support/fixtures.ts';

it.each(['mrtk-2.8.3-full-5s.bin', 'mrtk-2.8.3-lost.bin', 'mrtk-2.8.3-brief-hand.bin'])(
	'finds where and when hands are in %s',
	(name) => {
		const recording = readFixture(name);
		const { center, radius, start, end } = findBounds(recording);
		const spans = SIDES.flatMap((side) =>
			listTrueSpans(recording.hands![side].tracked, { start: 0, end: recording.duration }),
		);
		const first = Math.min(...spans.map((span) => span.start));
		const last = Math.max(...spans.map((span) => span.end));
		expect(start).toBeLessThanOrEqual(first);
		expect(start).toBeGreaterThan(first - 0.3);
		expect(end).toBeGreaterThanOrEqual(last);
		expect(end).toBeLessThan(last + 0.3);
		const frame = createFrameSample();
		const sampler = createSampler(recording, { space: 'webxr' });
		for (let i = 0; i <= 60; i++) {
			sampler.sampleFrame((recording.duration * i) / 60, frame);
			for (const side of SIDES) {
				if (!frame.hands[side].tracked) continue;
				const wrist = frame.hands[side].joints.subarray(7, 10);
				for (let axis = 0; axis < 3; axis++) expect(Math.abs(wrist[axis]! - center[axis]!)).toBeLessThan(radius + 0.01);
			}
		}
	},
);

it('finds the head of a recording without hands, and a place for hands that come later', () => {
	const recording = readFixture('mrtk-2.8.3-camera-only.bin');
	const frame = createSampler(recording, { space: 'webxr' }).sampleFrame(0, createFrameSample());
	const { center, radius, start, end } = findBounds(recording);
	expect(Math.hypot(...center.map((value, axis) => value - frame.head[axis]!))).toBeLessThan(radius + 0.1);
	expect([start, end]).toEqual([0, recording.duration]);
	expect(findFrameBounds(createFrameSample()).center[1]).toBeGreaterThan(1);
});
