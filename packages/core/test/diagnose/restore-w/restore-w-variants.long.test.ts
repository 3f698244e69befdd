import { readFileSync } from 'node:fs';
import { createRecording, type Recording, readRecording } from '@handreel/core';
import { mirrorRecording, stretchRecording } from '@handreel/core/edit';
import { describe, expect, it } from 'vitest';
import { restoreRotationW } from '../../../src/diagnose/restore-w/restore-w.ts';
import { replaceFields } from '../../../src/model/map-curves.ts';
import {
	dropPoses,
	emptyScore,
	flipRotations,
	loseW,
	randomTurn,
	randomYaw,
	type Score,
	scoreRestoration,
	shakeRecording,
	thinRotations,
	turnJoints,
	turnRecording,
} from '../../support/lose-w.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { addToReliability, emptyReliability, makeWPair, W_PAIR_KINDS } from '../../support/w-pairs.ts';

// Intact recordings, rotated at random so that w passes zero at other times, then damaged as MRTK does. The weights were
// fitted with other seeds.
const read = (name: string): Recording =>
	readRecording(readFileSync(new URL(`../../../../../fixtures/recorded/${name}.bin`, import.meta.url)));
const full = read('mrtk-2.8.3-full-5s');
const hands = read('mrtk-2.8.3-hands-only');
const others = ['lost', 'none-joint', 'hands-only', 'brief-hand', 'n100', 'pruned', 'camera-only'].map((name) =>
	read(`mrtk-2.8.3-${name}`),
);

function score(seed: number, rounds: number, vary: (random: Random) => Recording, partition?: 'some' | 'none'): Score {
	const random = createRandom(seed);
	const total = emptyScore();
	for (let round = 0; round < rounds; round++) {
		const intact = vary(random);
		scoreRestoration(intact, restoreRotationW(loseW(intact, partition)), total);
	}
	return total;
}

/** Expects at most these fractions of the keys to be wrong, and keys with a high confidence to be right. */
function expectScore(total: Score, shareOff2: number, shareOff10: number): void {
	expect(total.keys).toBeGreaterThan(50);
	expect(total.off2 / total.keys, JSON.stringify(total)).toBeLessThanOrEqual(shareOff2);
	expect(total.off10 / total.keys, JSON.stringify(total)).toBeLessThanOrEqual(shareOff10);
	expect(total.sureOff2 / total.sure, JSON.stringify(total)).toBeLessThanOrEqual(0.001);
}

describe('restoring w of varied recordings', () => {
	it('works wherever the user faces', () => {
		expectScore(
			score(1, 3, (random) => turnRecording(full, randomYaw(random))),
			0.001,
			0,
		);
	});

	it('works for short recordings, hands that come and go, and zero rotations, in any orientation', () => {
		for (const [i, recording] of others.entries()) {
			expectScore(
				score(2 + i, 2, (random) => turnRecording(recording, randomTurn(random))),
				0.001,
				0,
			);
		}
	});

	it('works with partition size 0', () => {
		expectScore(
			score(3, 2, (random) => turnRecording(full, randomYaw(random)), 'none'),
			0.001,
			0,
		);
		const short = read('mrtk-2.8.3-n020-part0');
		expectScore(
			score(4, 4, (random) => turnRecording(short, randomYaw(random)), 'none'),
			0,
			0,
		);
	});

	it.each([0.05, 0.5])('works if a fraction of %d of the rotations has flipped signs', (share) => {
		const vary = (random: Random) => flipRotations(turnRecording(full, randomYaw(random)), random, share);
		expectScore(score(5, 2, vary), 0.001, 0);
	});

	it('works with one hand, without gaze, and with the head alone', () => {
		const { left } = createRecording({ hands: {} }).hands ?? {};
		const { right } = full.hands ?? {};
		if (!left || !right) throw new Error('no hands');
		const oneHand = replaceFields(full, { hands: { left, right }, gaze: null });
		expectScore(
			score(6, 3, (random) => turnRecording(oneHand, randomYaw(random))),
			0.001,
			0,
		);
		const head = replaceFields(full, { hands: null, gaze: null });
		expectScore(
			score(7, 20, (random) => turnRecording(head, randomYaw(random))),
			0,
			0,
		);
	});

	it.each([
		['wrist', /\.wrist$/],
		['palm and metacarpals', /\.(palm|\w+Metacarpal)$/],
		['knuckles', /\.\w+Knuckle$/],
	])('works for hands without %s', (_, absent) => {
		const vary = (random: Random) => dropPoses(turnRecording(hands, randomYaw(random)), absent);
		expectScore(score(11, 2, vary), 0.002, 0.001);
	});

	it('works for hands that are mirrored, slower or faster', () => {
		const edits = [mirrorRecording(full), stretchRecording(full, 3), stretchRecording(full, 1 / 3)];
		for (const edited of edits) {
			expectScore(
				score(12, 1, (random) => turnRecording(edited, randomYaw(random))),
				0.001,
				0,
			);
		}
	});

	it('learns the joint orientations of other devices', () => {
		expectScore(
			score(8, 2, (random) => turnJoints(turnRecording(full, randomYaw(random)), random)),
			0.001,
			0.0005,
		);
	});

	it('restores most of a recording with few keys or with jitter', () => {
		expectScore(
			score(9, 2, (random) => thinRotations(turnRecording(full, randomYaw(random)), 3)),
			0.004,
			0.002,
		);
		expectScore(
			score(10, 2, (random) => shakeRecording(turnRecording(full, randomYaw(random)), random, 0.002, 0.02)),
			0.004,
			0.001,
		);
	});
});

describe('restoring w of sparse keys', () => {
	// Before joints were learned from the shapes of both hands, 4 of these 12 pairs were above the bar, with 45 keys above 2° and
	// 14 above 10°.
	it('decides most signs with thresholds of 4–8° and joints that do not follow their hand', () => {
		const kinds = Object.keys(W_PAIR_KINDS);
		const total = emptyReliability();
		for (const kind of ['threshold', 'stray-threshold']) {
			for (let round = 0; round < 6; round++) {
				const { intact, lost } = makeWPair(12, kinds.indexOf(kind) + round * kinds.length);
				addToReliability(total, intact, restoreRotationW(lost));
			}
		}
		expect(total.pairsAboveBar, JSON.stringify(total)).toBeLessThanOrEqual(2);
		expect(total.off2, JSON.stringify(total)).toBeLessThanOrEqual(32);
		expect(total.off10, JSON.stringify(total)).toBeLessThanOrEqual(8);
		expect(total.sureOff10 / total.sure, JSON.stringify(total)).toBeLessThan(0.001);
	});
});

describe('confidence in restored w', () => {
	// Before joints could move on their own, 8 of these 12 pairs were above the bar, and 5.9 of 1,000 sure keys were wrong.
	it('is honest for joints that do not follow their hand and for heavy noise', () => {
		const kinds = Object.keys(W_PAIR_KINDS);
		const total = emptyReliability();
		for (const kind of ['stray', 'stray-threshold', 'heavy-noise']) {
			for (let round = 0; round < 4; round++) {
				const { intact, lost } = makeWPair(11, kinds.indexOf(kind) + round * kinds.length);
				addToReliability(total, intact, restoreRotationW(lost));
			}
		}
		expect(total.sure / total.keys).toBeGreaterThan(0.95);
		expect(total.sureOff10 / total.sure, JSON.stringify(total)).toBeLessThan(0.001);
		expect(total.pairsAboveBar, JSON.stringify(total)).toBeLessThanOrEqual(5);
	});
});
