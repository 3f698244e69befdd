// The cost of fitting hands to landmarks of a camera: what a page pays for each hand in each frame, beside the tracker.
import { createFrameSample } from '@handreel/core';
import { LandmarkFitter, type SeenFrame } from '@handreel/landmarks';
import { HandPose } from '../packages/landmarks/src/hand-pose.ts';
import { makeHand, Randoms, seeHand, USUAL_NOISE } from '../packages/landmarks/test/support/made-hands.ts';
import type { Benchmark } from './harness.ts';

/** Frames of a hand that moves between two shapes. */
const FRAMES = 120;
const ROUNDS = { full: 11, quick: 3 };

/** Benchmarks of landmarks. */
export function listLandmarkBenchmarks(): Benchmark[] {
	return [
		{
			name: 'fit a hand to landmarks, ms of one core',
			target: 2,
			better: 'lower',
			isLarge: false,
			run: (effort) => {
				const frames = makeFrames();
				const times = Array.from({ length: ROUNDS[effort] + 1 }, () => timeFit(frames)).slice(1);
				return times.sort((a, b) => a - b)[times.length >> 1]!;
			},
		},
	];
}

function makeFrames(): SeenFrame[] {
	const random = new Randoms(1);
	const [from, to] = [makeHand(random, 'right', 1, 'palm'), makeHand(random, 'right', 1, 'palm')];
	return Array.from({ length: FRAMES }, (_, i) => {
		const hand = new HandPose('right', 1);
		hand.copy(from);
		const share = (1 - Math.cos(i / 10)) / 2;
		for (let k = 0; k < hand.angles.length; k++) hand.angles[k]! += share * (to.angles[k]! - from.angles[k]!);
		hand.place();
		return { time: i / 30, hands: [seeHand(random, hand, USUAL_NOISE)] };
	});
}

// Milliseconds of processor time per frame, which other programs on the machine hardly change.
function timeFit(frames: readonly SeenFrame[]): number {
	const fitter = new LandmarkFitter({ width: 640, height: 480 });
	const out = createFrameSample();
	const start = process.cpuUsage();
	for (const frame of frames) fitter.fit(frame, out);
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1000 / frames.length;
}
