// What edits do to controllers, pointing rays, pinch strength, information and tracks.
import { describe, expect, it } from 'vitest';
import { getCurves } from '../../src/edit/replace-curves.ts';
import {
	compactRecording,
	concatRecordings,
	editCurves,
	fillGaps,
	insertKey,
	mirrorRecording,
	moveRecording,
	replaceParts,
	resampleRecording,
	reverseRecording,
	shiftRecording,
	smoothRecording,
	splitRecording,
	stretchRecording,
	stripRecording,
	trimRecording,
} from '../../src/edit.ts';
import {
	type Curve,
	createCurve,
	createRecording,
	evaluateCurve,
	getCurveKeys,
	getTransferList,
	iterateCurves,
	type Recording,
	type Track,
} from '../../src/index.ts';
import { listKeyTimes } from '../../src/internal.ts';
import { describeModel } from '../support/arbitrary-recording.ts';
import { createFullRecording } from '../support/full-recording.ts';

const recording = createFullRecording();

/** What every curve plays at a time, by path. */
function play(given: Recording, time: number): Map<string, number> {
	return new Map([...iterateCurves(given)].map(([path, curve]) => [path, evaluateCurve(curve, time)]));
}

/** Expects that a recording plays at each time what another plays at the mapped time. */
function expectSamePlay(actual: Recording, times: readonly number[], given: Recording, map: (time: number) => number) {
	for (const time of times) {
		const wanted = play(given, map(time));
		const got = play(actual, time);
		expect([...got.keys()]).toEqual([...wanted.keys()]);
		for (const [path, value] of wanted) {
			expect(Math.abs(got.get(path)! - value), `${path} at ${time} s`).toBeLessThan(1e-5 * (1 + Math.abs(value)));
		}
	}
}

function eventsOf({ tracks }: Recording): readonly (readonly [number, string])[] {
	return tracks.flatMap((track) => (track.kind === 'events' ? track.events : [])).map(({ time, name }) => [time, name]);
}

const curveAt = (given: Recording, path: string): Curve => getCurves(given, path) as Curve;

describe('edits of time', () => {
	it('trim all curves and events', () => {
		const trimmed = trimRecording(recording, { start: 0.2, end: 1.5 });
		expectSamePlay(trimmed, [0, 0.03, 0.61, 1.29], recording, (time) => time + Math.fround(0.2));
		expect(trimmed.duration).toBeCloseTo(1.3, 6);
		expect(curveAt(trimmed, 'controllers.left.axes.0').count).toBeLessThan(16);
		expect(eventsOf(trimmed)).toEqual([[Math.fround(0.25 - Math.fround(0.2)), 'loaded']]);
		expect(describeModel(trimmed).details).toMatchObject({ info: recording.info, radii: [{}, {}] });
	});

	it('split and join to the same', () => {
		const pieces = splitRecording(recording, [0.55, 1.3]).map((piece) => piece.recording);
		expect(pieces.map(eventsOf)).toEqual([[[0.25, 'loaded']], [], [[Math.fround(1.75 - Math.fround(1.3)), 'clicked']]]);
		const whole = concatRecordings(pieces);
		expectSamePlay(whole, [0, 0.3, 0.8, 1.1, 1.7, 2], recording, (time) => time);
		expect(describeModel(whole).details).toMatchObject({
			info: recording.info,
			radii: [recording.hands?.left.radii, recording.hands?.right.radii],
			profiles: [recording.controllers?.left?.profiles, recording.controllers?.right?.profiles],
		});
		expect(eventsOf(whole).map(([, name]) => name)).toEqual(['loaded', 'clicked']);
	});

	it('shift, stretch and reverse all curves and events', () => {
		const times = [0.01, 0.33, 0.87, 1.63];
		const shifted = shiftRecording(recording, 0.5);
		expectSamePlay(shifted, times, recording, (time) => Math.max(0, time - 0.5));
		expect(eventsOf(shifted)[0]).toEqual([0.75, 'loaded']);
		const stretched = stretchRecording(recording, 2);
		expectSamePlay(stretched, times, recording, (time) => time / 2);
		expect(eventsOf(stretched)[1]).toEqual([3.5, 'clicked']);
		const reversed = reverseRecording(recording);
		expectSamePlay(reversed, times, recording, (time) => 2 - time);
		expect(eventsOf(reversed)).toEqual([
			[0.25, 'clicked'],
			[1.75, 'loaded'],
		]);
	});

	it('resample poses while they are tracked, and values always', () => {
		const times = [0, 0.8, 0.9, 1.9];
		const wanted = times.map(Math.fround);
		const resampled = resampleRecording(recording, { times });
		const value = (given: Recording): number => play(given, wanted[1]!).get('controllers.left.buttons.0.value')!;
		expect(value(resampled)).toBeCloseTo(value(recording), 6);
		const keyTimes = (path: string): number[] => [...listKeyTimes([curveAt(resampled, path)])];
		expect(keyTimes('controllers.left.grip.position.x')).toEqual(wanted);
		expect(keyTimes('controllers.left.buttons.0.value')).toEqual(wanted);
		expect(keyTimes('hands.left.pinchStrength')).toEqual(wanted);
		expect(keyTimes('tracks.block.rotation.w')).toEqual(wanted);
		expect(keyTimes('tracks.heart rate.value')).toEqual(wanted);
		expect(keyTimes('hands.left.aim.position.y')).toEqual([0, 0.75, 1, 1.9].map(Math.fround));
		expect(curveAt(resampled, 'controllers.left.buttons.0.pressed')).toBe(
			curveAt(recording, 'controllers.left.buttons.0.pressed'),
		);
		expect(resampled.tracks[3]).toBe(recording.tracks[3]);
	});
});

describe('joining recordings with different parts', () => {
	const value = (keys: number[]): Curve => createCurve(keys);
	const state = (keys: number[]): Curve => createCurve(keys, { kind: 'boolean' });
	const still = { x: value([]), y: value([]), z: value([]), w: value([0, 1, 1, 1]) };
	const pose = { position: { x: value([0, 5, 1, 6]), y: value([]), z: value([]) }, rotation: still };
	const messages = (time: number, name: string): Track => ({
		name: 'messages',
		kind: 'events',
		events: [{ time, name }],
	});
	const first = createRecording({
		head: { position: { x: value([0, 0, 1, 1]) } },
		controllers: {
			left: {
				tracked: state([0, 1]),
				buttons: [{ pressed: state([0, 1]), value: value([0, 1, 1, 1]) }],
				axes: [value([0, 0.5, 1, 0.25])],
				profiles: ['first'],
			},
		},
		info: { device: 'Quest 3', notes: 'one', subject: 'a' },
		tracks: [{ name: 'block', kind: 'scalar', value: value([0, 1, 1, 3]) }, messages(0.75, 'bye')],
	});
	const second = createRecording({
		head: { position: { x: value([0, 3, 1, 4]) } },
		controllers: {
			left: { tracked: state([0, 0]), buttons: [{}, { value: value([0, 0.5, 1, 0.75]) }], profiles: ['second'] },
			right: { tracked: state([0, 1]), profiles: ['third'] },
		},
		info: { device: 'Quest 3', notes: 'two', license: 'CC0' },
		tracks: [messages(0.125, 'hello'), { name: 'block', kind: 'pose', ...pose }],
	});

	it('keeps what only one of them has, and holds it elsewhere', () => {
		const joined = concatRecordings([first, second]);
		const { left, right } = joined.controllers!;
		expect([...getCurveKeys(left!.tracked)]).toEqual([0, 1, 1, 0]);
		expect([...getCurveKeys(right!.tracked)]).toEqual([0, 0, 1, 1]);
		expect(left!.buttons).toHaveLength(2);
		// A button that is gone is released.
		expect([...getCurveKeys(left!.buttons[0]!.pressed)]).toEqual([0, 1, 1, 0]);
		expect(evaluateCurve(left!.buttons[1]!.value, 0.5)).toBe(0.5);
		expect(evaluateCurve(left!.buttons[1]!.value, 2)).toBe(0.75);
		expect(evaluateCurve(left!.axes[0]!, 1.5)).toBe(0.25);
		expect([left!.profiles, right!.profiles]).toEqual([['first'], ['third']]);
	});

	it('keeps tracks of the same name but another kind apart', () => {
		const { tracks } = concatRecordings([first, second]);
		expect(tracks.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
			'block: scalar',
			'messages: events',
			'block (pose): pose',
		]);
		expect(eventsOf(createRecording({ tracks }))).toEqual([
			[0.75, 'bye'],
			[1.125, 'hello'],
		]);
	});

	it('keeps the information on which they agree', () => {
		expect(concatRecordings([first, second]).info).toEqual({ device: 'Quest 3', subject: 'a', license: 'CC0' });
	});

	it('fades values as it fades poses, and keeps events', () => {
		const faded = concatRecordings([first, second], { crossFade: 0.5 });
		expect(faded.duration).toBe(1.5);
		// Halfway: 0.75 s of the first and 0.25 s of the second recording.
		expect(evaluateCurve(faded.head!.position.x, 0.75)).toBeCloseTo((0.75 + 3.25) / 2, 5);
		const [block] = faded.tracks;
		expect(evaluateCurve((block as { value: Curve }).value, 0.75)).toBeCloseTo(2.5, 5);
		expect(evaluateCurve(faded.controllers!.left!.axes[0]!, 0.75)).toBeCloseTo(0.3125, 5);
		expect([...getCurveKeys(faded.controllers!.left!.tracked)]).toEqual([0, 1, 0.75, 0]);
		expect(eventsOf(faded)).toEqual([
			[0.625, 'hello'],
			[0.75, 'bye'],
		]);
	});

	it('fades values between different values', () => {
		const other = createRecording({ tracks: [{ name: 'block', kind: 'scalar', value: value([0, 7, 1, 7]) }] });
		const [block] = concatRecordings([first, other], { crossFade: 0.5 }).tracks;
		expect(evaluateCurve((block as { value: Curve }).value, 0.75)).toBeCloseTo((2.5 + 7) / 2, 5);
	});
});

describe('edits of space', () => {
	it('mirror swaps controllers, pointing rays and radii', () => {
		const mirrored = mirrorRecording(recording);
		const { left, right } = mirrored.controllers!;
		expect(left!.buttons).toBe(recording.controllers!.right!.buttons);
		expect(right!.axes).toBe(recording.controllers!.left!.axes);
		expect(evaluateCurve(left!.grip.position.x, 0.5)).toBe(
			-evaluateCurve(recording.controllers!.right!.grip.position.x, 0.5),
		);
		expect(mirrored.hands!.left.radii).toBe(recording.hands!.right.radii);
		expect(describeModel(mirrorRecording(mirrored))).toEqual(describeModel(recording));
	});

	it('move poses, and leave values and events alone', () => {
		const moved = moveRecording(recording, [1, 2, 3, 0, 1, 0, 0]);
		const [before, after] = [play(recording, 0.7), play(moved, 0.7)];
		for (const path of ['hands.left.aim', 'controllers.right.grip', 'controllers.left.aim', 'tracks.block']) {
			const at = (axis: string): number => before.get(`${path}.position.${axis}`)!;
			expect(after.get(`${path}.position.x`), path).toBeCloseTo(1 - at('x'), 5);
			expect(after.get(`${path}.position.y`), path).toBeCloseTo(2 + at('y'), 5);
			expect(after.get(`${path}.position.z`), path).toBeCloseTo(3 - at('z'), 5);
		}
		expect(moved.controllers!.left!.axes).toBe(recording.controllers!.left!.axes);
		expect(moved.tracks.slice(1)).toEqual(recording.tracks.slice(1));
		expect(moved.tracks[1]).toBe(recording.tracks[1]);
	});

	it('smooth controllers, pointing rays and tracks, or only some parts', () => {
		const given = resampleRecording(recording, { frameRate: 60 });
		const changed = (edited: Recording): string[] => {
			const before = new Map(iterateCurves(given));
			const paths = [...iterateCurves(edited)].filter(([path, curve]) => before.get(path) !== curve);
			return [...new Set(paths.map(([path]) => path.split('.').slice(0, 2).join('.')))];
		};
		const smooth = smoothRecording(given);
		expect(changed(smooth)).toEqual(
			expect.arrayContaining(['hands.left', 'controllers.left', 'controllers.right', 'tracks.block']),
		);
		expect(smooth.controllers!.left!.axes).toBe(given.controllers!.left!.axes);
		expect(changed(smoothRecording(given, { only: ['controllers'] }))).toEqual([
			'controllers.left',
			'controllers.right',
		]);
		expect(changed(smoothRecording(given, { only: ['right'] }))).toEqual(['hands.right', 'controllers.right']);
	});

	it('smooth not across the time at which a controller was lost', () => {
		const keys = Array.from({ length: 120 }, (_, i) => [i / 60, i < 60 ? 0 : 1]).flat();
		const grip = { position: { x: createCurve(keys), y: createCurve(keys), z: createCurve(keys) } };
		const smooth = (tracked: number[]): Curve => {
			const controllers = { left: { tracked: createCurve(tracked, { kind: 'boolean' }), grip } };
			return curveAt(smoothRecording(createRecording({ controllers })), 'controllers.left.grip.position.x');
		};
		expect(smooth([0, 1, 0.99, 0, 1, 1])).toBe(grip.position.x);
		expect(smooth([0, 1])).not.toBe(grip.position.x);
	});
});

describe('other edits', () => {
	it('fill gaps of the pointing ray', () => {
		const state = (keys: number[]): Curve => createCurve(keys, { kind: 'boolean' });
		const wave = createCurve([0, 0, 0.5, 0.5, 0.7, 0.7, 1, 5]);
		const position = { x: wave, y: wave, z: wave };
		const left = { tracked: state([0, 1, 0.5, 0, 0.7, 1]), joints: { wrist: { position } }, aim: { position } };
		const { recording: filled, gaps } = fillGaps(createRecording({ hands: { left } }));
		expect(gaps).toHaveLength(1);
		const { aim, joints } = filled.hands!.left;
		expect(getCurveKeys(aim!.position.x)).toEqual(getCurveKeys(joints.wrist.position.x));
	});

	it('strip one side or one part', () => {
		const stripped = stripRecording(recording, ['left', 'info', 'tracks', 'markers']);
		expect(stripped.controllers).toMatchObject({ left: null });
		expect(stripped.controllers!.right).not.toBeNull();
		expect(stripped.hands!.left).toMatchObject({ aim: null, pinchStrength: null, radii: null });
		expect(stripped).toMatchObject({ info: {}, tracks: [], markers: [] });
		expect(stripRecording(recording, ['controllers']).controllers).toBeNull();
		expect(stripRecording(recording, ['hands']).controllers).not.toBeNull();
		const all = stripRecording(recording, ['head', 'gaze']);
		expect(all.tracks).toHaveLength(5);
		expect(all.info).toEqual(recording.info);
		expect(getTransferList(all)).toHaveLength(1);
	});

	it('compact into one buffer', () => {
		const compact = compactRecording(recording);
		expect(describeModel(compact)).toEqual(describeModel(recording));
		expect(getTransferList(compact)).toHaveLength(1);
		expect(structuredClone(compact).tracks).toHaveLength(5);
	});

	it('get and replace curves by path', () => {
		const path = 'controllers.left.buttons.0.value';
		const edited = editCurves(recording, path, (curve) => insertKey(curve, 0.55));
		expect(curveAt(edited, path).count).toBe(curveAt(recording, path).count + 1);
		expect(edited.controllers!.left!.buttons[1]).toBe(recording.controllers!.left!.buttons[1]);
		expect(edited.tracks).toBe(recording.tracks);
		const pulse = editCurves(recording, 'tracks.heart rate.value', (curve) => insertKey(curve, 0.55));
		expect(pulse.tracks[0]).toBe(recording.tracks[0]);
		expect(curveAt(pulse, 'tracks.heart rate.value').count).toBe(22);
		expect(() => getCurves(recording, 'controllers.left.buttons.7')).toThrow('has 0, 1');
		expect(() => getCurves(recording, 'tracks.console')).toThrow('has block, heart rate, seated');
	});

	it('replace parts', () => {
		const replaced = replaceParts(recording, {
			hands: { left: { radii: { palm: 0.03 }, aim: null } },
			controllers: { right: null, left: { axes: [] } },
			info: { device: 'another' },
		});
		expect(replaced.hands!.left).toMatchObject({ aim: null, radii: { palm: 0.03 } });
		expect(replaced.hands!.left.radii).not.toHaveProperty('wrist');
		expect(replaced.hands!.right).toBe(recording.hands!.right);
		expect(replaced.controllers).toMatchObject({ right: null, left: { axes: [] } });
		expect(replaced.controllers!.left!.grip).toBe(recording.controllers!.left!.grip);
		expect(replaced.info).toEqual({ device: 'another' });
		expect(replaceParts(recording, { tracks: recording.tracks })).toBe(recording);
	});
});
