import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatRecordings } from '../../src/edit/concat-recordings.ts';
import { splitRecording } from '../../src/edit/split-recording.ts';
import {
	type Curve,
	createCurve,
	createRecording,
	evaluateCurve,
	getCurveKeys,
	type Recording,
	samplePose,
} from '../../src/index.ts';
import { arbitraryNumber } from '../support/arbitrary-curve.ts';
import { arbitraryScene, expectSamePlay } from '../support/arbitrary-scene.ts';

const moving = (keys: readonly number[]) => createRecording({ head: { position: { x: createCurve(keys) } } });
const xOf = ({ head }: ReturnType<typeof moving>): number[] => [...getCurveKeys(head!.position.x)];

describe('concatRecordings', () => {
	it('cuts from one recording to the next without blending', () => {
		expect(xOf(concatRecordings([moving([0, 1, 2, 3]), moving([0, 7, 1, 8])]))).toEqual([0, 1, 2, 3, 2, 7, 3, 8]);
	});

	it('holds the end until the next recording begins', () => {
		const first = createRecording({
			head: { position: { x: createCurve([0, 1, 1, 3]), y: createCurve([0, 1, 2, 3]) } },
		});
		const whole = concatRecordings([first, moving([1, 7, 2, 8])], { gap: 1 });
		expect(xOf(whole)).toEqual([0, 1, 1, 3, 3, 3, 3, 7, 4, 7, 5, 8]);
		// The second one has no y, which means 0.
		expect([...getCurveKeys(whole.head!.position.y)]).toEqual([0, 1, 2, 3, 3, 3, 3, 0]);
	});

	it('merges equal keys at a cut', () => {
		expect(xOf(concatRecordings([moving([0, 1, 2, 3]), moving([0, 3, 1, 8])]))).toEqual([0, 1, 2, 3, 3, 8]);
	});

	it('moves markers along, and takes the widest layout', () => {
		const layout = 'mrtk-1.1';
		const first = createRecording({
			head: { position: { x: createCurve([0, 1, 2, 3]) } },
			markers: [{ time: 1, name: 'a' }],
			layout,
		});
		const second = createRecording({ markers: [{ time: 1, name: 'b' }], layout: 'documented-1.1' });
		const whole = concatRecordings([first, second]);
		expect(whole.markers).toEqual([
			{ time: 1, name: 'a' },
			{ time: 3, name: 'b' },
		]);
		expect(whole.layout).toEqual({ version: '1.1', keys: 'full', markers: true });
		expect(concatRecordings([first, createRecording({})]).layout).toBeNull();
	});

	it('sorts markers by time if recordings overlap', () => {
		const marked = (...times: number[]): Recording =>
			createRecording({
				head: { position: { x: createCurve([0, 1, 2, 3]) } },
				markers: times.map((time) => ({ time, name: '' })),
			});
		const timesOf = ({ markers }: Recording): number[] => markers.map(({ time }) => time);
		const faded = concatRecordings([marked(0, 1.75, 2), marked(0, 0.5, 1)], { crossFade: 1 });
		expect(timesOf(faded)).toEqual([0, 1, 1.5, 1.75, 2, 2]);
		expect(timesOf(concatRecordings([marked(3), marked(0, 2)]))).toEqual([2, 3, 4]);
	});

	it('treats missing hands as not tracked, and keeps sections of single recordings', () => {
		const tracked = createCurve([0, 1], { kind: 'boolean' });
		const palm = { position: { x: createCurve([0, 5]) } };
		const hand = createRecording({
			hands: { left: { tracked, joints: { palm } } },
			gaze: { origin: { x: createCurve([0, 2]) } },
		});
		const whole = concatRecordings([moving([0, 1, 2, 3]), hand]);
		expect([...getCurveKeys(whole.hands!.left.tracked)]).toEqual([0, 0, 2, 1]);
		expect([...getCurveKeys(whole.hands!.left.joints.palm.position.x)]).toEqual([2, 5]);
		expect(whole.hands!.right.tracked.count).toBe(0);
		expect([...getCurveKeys(whole.gaze!.origin.x)]).toEqual([2, 2]);
		const lost = concatRecordings([hand, moving([0, 1, 2, 3])], { gap: 1 });
		expect([...getCurveKeys(lost.hands!.left.tracked)]).toEqual([0, 1, 1, 0]);
	});

	it('plays the pieces of a recording like the whole', () => {
		const cuts = fc.array(arbitraryNumber(0.1, 6), { maxLength: 3 });
		fc.assert(
			fc.property(arbitraryScene({ maxKeys: 4 }), cuts, (scene, times) => {
				const inside = times.filter((time) => time < scene.duration);
				const whole = concatRecordings(splitRecording(scene, inside).map(({ recording }) => recording));
				expect(whole.duration).toBeCloseTo(scene.duration, 5);
				expectSamePlay(scene, whole, [0, scene.duration]);
				expect([...whole.markers].map(({ name }) => name).sort()).toEqual(scene.markers.map(({ name }) => name).sort());
			}),
			{ seed: 1, numRuns: 100, endOnFailure: true },
		);
	});

	it('plays the recordings one after the other', () => {
		fc.assert(
			fc.property(
				arbitraryScene({ minKeys: 1, maxKeys: 3 }),
				arbitraryScene({ minKeys: 1, maxKeys: 3 }),
				(first, second) => {
					const whole = concatRecordings([first, second]);
					const seen = { ...first, gaze: null, hands: null, head: first.head };
					if (first.head !== null) expectSamePlay(seen, whole, [0, first.duration]);
					if (second.head === null || first.head === null) return;
					expectSamePlay(
						{ ...second, gaze: null, hands: null },
						whole,
						[0, second.duration],
						(time) => time + first.duration,
					);
				},
			),
			{ seed: 2, numRuns: 60, endOnFailure: true },
		);
	});

	it('fades along a line and the shorter way round', () => {
		const turned = (angle: number, sign: number, x: number) => {
			const still = (value: number): Curve => createCurve([0, value, 2, value]);
			const rotation = {
				x: still(0),
				y: still(sign * Math.sin(angle / 2)),
				z: still(0),
				w: still(sign * Math.cos(angle / 2)),
			};
			return createRecording({ head: { position: { x: still(x), y: still(0), z: still(0) }, rotation } });
		};
		const whole = concatRecordings([turned(0, 1, 0), turned(1, -1, 10)], { crossFade: 1 });
		expect(whole.duration).toBe(3);
		expect(evaluateCurve(whole.head!.position.x, 0.99)).toBeCloseTo(0, 6);
		expect(evaluateCurve(whole.head!.position.x, 1.25)).toBeCloseTo(2.5, 5);
		expect(evaluateCurve(whole.head!.position.x, 2.01)).toBeCloseTo(10, 6);
		const pose = samplePose(whole.head!, 1.5, new Float32Array(7));
		expect(Math.abs(pose[6]!)).toBeCloseTo(Math.cos(0.25), 4);
	});

	it('plays the first recording before a fade and the second after it', () => {
		fc.assert(
			fc.property(
				arbitraryScene({ minKeys: 1, maxKeys: 3 }),
				arbitraryScene({ minKeys: 1, maxKeys: 3 }),
				(first, second) => {
					const crossFade = Math.fround(Math.min(first.duration, second.duration) * 0.4);
					if (crossFade < 0.01) return;
					const whole = concatRecordings([first, second], { crossFade });
					expect(whole.duration).toBeCloseTo(first.duration + second.duration - crossFade, 4);
					expect(whole.markers).toHaveLength(first.markers.length + second.markers.length);
					const seam = first.duration - crossFade;
					expectSamePlay(first, whole, [0, seam - 1e-3]);
					const { head, hands, gaze } = second;
					const seen = createRecording({
						head: first.head && head,
						hands: first.hands && hands,
						gaze: first.gaze && gaze,
					});
					expectSamePlay(seen, whole, [crossFade + 1e-3, second.duration], (time) => time + seam);
				},
			),
			{ seed: 3, numRuns: 60, endOnFailure: true },
		);
	});

	it('changes states halfway through a fade', () => {
		const hand = (state: number) =>
			createRecording({ hands: { left: { tracked: createCurve([0, state, 2, state], { kind: 'boolean' }) } } });
		const whole = concatRecordings([hand(1), hand(0)], { crossFade: 1 });
		expect([1.4, 1.6].map((time) => evaluateCurve(whole.hands!.left.tracked, time))).toEqual([1, 0]);
	});

	it('refuses invalid options', () => {
		const short = moving([0, 0, 1, 1]);
		expect(() => concatRecordings([])).toThrow(new RangeError('recordings: the list is empty'));
		expect(() => concatRecordings([short, short], { gap: -1 })).toThrow(RangeError);
		expect(() => concatRecordings([short, short], { crossFade: Number.NaN })).toThrow(RangeError);
		expect(() => concatRecordings([short, short], { crossFade: 2 })).toThrow(
			'crossFade: 2 s is longer than recordings[0], which has 1 s',
		);
		expect(() => concatRecordings([short, short], { crossFade: 1, gap: 1 })).toThrow(RangeError);
		expect(concatRecordings([short])).toBe(short);
	});
});
