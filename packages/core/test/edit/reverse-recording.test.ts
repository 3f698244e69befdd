import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reverseRecording } from '../../src/edit/retime-recording.ts';
import { getCurveKeys, getCurveWords } from '../../src/index.ts';
import { arbitraryScene, expectSamePlay } from '../support/arbitrary-scene.ts';
import { walk } from '../support/walk.ts';

describe('reverseRecording', () => {
	it('reverses keys, slopes, states and markers', () => {
		const back = reverseRecording(walk);
		expect([...getCurveKeys(back.head!.position.x)]).toEqual([0, 8, 4, 0]);
		expect([...getCurveKeys(back.head!.position.y)].slice(7, 13)).toEqual([
			3,
			1,
			-3,
			-2,
			Math.fround(0.2),
			Math.fround(0.1),
		]);
		expect(getCurveWords(back.head!.position.y)[13]).toBe(2);
		// Tracked until 3 of 4 s: so not tracked in the first second, then tracked.
		expect([...getCurveKeys(back.hands!.left.tracked)]).toEqual([0, 0, 1, 1, 4, 1]);
		expect(back.markers).toEqual([{ time: 3, name: 'one' }]);
	});

	it('plays backwards', () => {
		fc.assert(
			fc.property(arbitraryScene(), (scene) => {
				expectSamePlay(scene, reverseRecording(scene), [0, scene.duration], (time) => scene.duration - time);
			}),
			{ seed: 1, numRuns: 100, endOnFailure: true },
		);
	});
});
