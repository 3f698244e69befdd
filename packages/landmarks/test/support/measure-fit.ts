import { SIDES } from '@handreel/core';
import { angleBetweenQuaternions, getPinchGap } from '@handreel/core/internal';
import { readCamera } from '../../src/camera.ts';
import { HandFit } from '../../src/fit-hand.ts';
import { createObservation, observe } from '../../src/observation.ts';
import { PINCH_GAPS } from '../../src/pinch-state.ts';
import { makeHand, type Noise, Randoms, seeHand, type ViewName } from './made-hands.ts';

/** Mean errors of single hands, fitted without a last frame. */
export interface FitErrors {
	/** Millimeters of the 26 joints, with the centers on each other. */
	readonly joints: number;
	/** Degrees of all flexions. */
	readonly flexion: number;
	/** Degrees of the wrist. */
	readonly wrist: number;
	/** Millimeters of the center. */
	readonly place: number;
	/** Of pinches, found by the gap at which they start. */
	readonly precision: number;
	readonly recall: number;
	readonly lost: number;
}

/** Fits hands that were made, and compares them. `size`: of the hand; `assumedSize`: what the fit is told. */
export function measureFit(
	view: ViewName,
	noise: Noise,
	seed: number,
	count: number,
	size = 1,
	assumedSize = size,
): FitErrors {
	const random = new Randoms(seed);
	const camera = readCamera({ width: 640, height: 480, handLength: 0.19 * assumedSize });
	let [joints, flexion, wrist, place, lost, right, wrong, missed] = [0, 0, 0, 0, 0, 0, 0, 0];
	for (let i = 0; i < count; i++) {
		const side = SIDES[i % 2]!;
		const truth = makeHand(random, side, size, view, i % 4 === 0);
		const observation = createObservation();
		observe(seeHand(random, truth, noise), camera, observation);
		const fitted = new HandFit(side, camera.size).fit({ observation, camera, elapsed: 1 / 30 });
		if (fitted === null) {
			lost++;
			continue;
		}
		const { pose } = fitted;
		const center = [0, 0, 0];
		for (let at = 7; at < 189; at++) if (at % 7 < 3) center[at % 7]! += (pose.joints[at]! - truth.joints[at]!) / 26;
		let sum = 0;
		for (let at = 7; at < 189; at += 7)
			sum += Math.hypot(...[0, 1, 2].map((a) => pose.joints[at + a]! - truth.joints[at + a]! - center[a]!));
		joints += (1000 * sum) / 26;
		place += 1000 * Math.hypot(...center);
		wrist += (180 / Math.PI) * angleBetweenQuaternions(pose.wrist, truth.wrist, 3, 3);
		pose.angles.forEach((angle, k) => {
			if (k % 4 !== 1) flexion += Math.abs(angle - truth.angles[k]!) / 15;
		});
		const isPinch = getPinchGap(truth.joints) < 0.02 * size;
		const isFound = getPinchGap(pose.joints) < PINCH_GAPS.start * camera.size;
		if (isPinch && isFound) right++;
		if (!isPinch && isFound) wrong++;
		if (isPinch && !isFound) missed++;
	}
	const found = count - lost;
	const mean = (total: number): number => total / found;
	return {
		joints: mean(joints),
		flexion: mean(flexion),
		wrist: mean(wrist),
		place: mean(place),
		precision: right / (right + wrong),
		recall: right / (right + missed),
		lost: lost / count,
	};
}
