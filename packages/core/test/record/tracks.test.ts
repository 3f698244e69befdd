import { describe, expect, it } from 'vitest';
import {
	type Curve,
	createFrameSample,
	getCurveKeys,
	type PoseTrack,
	type Recording,
	type ValueTrack,
} from '../../src/index.ts';
import { Recorder, type RecorderOptions, recoverJournal, type TrackValue } from '../../src/record.ts';
import { Journal } from '../support/made-journals.ts';

type Frame = readonly [time: number, values: readonly TrackValue[]];

const ball = (...value: number[]): TrackValue => ({ name: 'ball', kind: 'pose', value });
const lamp = (value: boolean): TrackValue => ({ name: 'lamp', kind: 'boolean', value });

function record(frames: readonly Frame[], options: RecorderOptions = {}): { recorder: Recorder; bytes: Uint8Array } {
	const journal = new Journal();
	const recorder = new Recorder({ journal, ...options });
	recorder.start();
	const frame = createFrameSample();
	for (const [time, values] of frames) {
		frame.time = time;
		frame.headPresent = true;
		frame.head.set([time, 1.6, 0, 0, 0, 0, 1]);
		if (recorder.capture(frame)) recorder.captureTracks(values);
	}
	recorder.stop();
	return { recorder, bytes: journal.bytes };
}

const listPairs = (curve: Curve): [time: number, value: number][] => {
	const keys = getCurveKeys(curve);
	return Array.from({ length: keys.length / 2 }, (_, i) => [keys[2 * i]!, keys[2 * i + 1]!]);
};
const listValues = (curve: Curve): number[] => listPairs(curve).map(([, value]) => value);
const keep = { keepAllKeys: true };
const listKeys = ({ tracks }: Recording, name: string): unknown[] => {
	const track = tracks.find((candidate) => candidate.name === name) as ValueTrack;
	return listPairs(track.value);
};

describe('tracks of a recorder', () => {
	const frames: Frame[] = [
		[10, [ball(0, 1, 2, 0, 0, 0, 1), lamp(false)]],
		[10.5, [ball(1, 1, 2, 0, 0, 0, -1), lamp(true)]],
		[11, [lamp(true), { name: 'score', kind: 'scalar', value: 2.5 }]],
		[11.5, [lamp(false), ball(Number.NaN, 0, 0, 0, 0, 0, 1)]],
	];

	it('hold the values of their frames, and states a key per change', () => {
		const recording = record(frames).recorder.toRecording(keep);
		expect(recording.tracks.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
			'ball pose',
			'lamp boolean',
			'score scalar',
		]);
		expect(listKeys(recording, 'lamp')).toEqual([
			[0, 0],
			[0.5, 1],
			[1.5, 0],
		]);
		expect(listKeys(recording, 'score')).toEqual([[1, 2.5]]);
		const { position, rotation } = recording.tracks[0] as PoseTrack;
		expect(listValues(position.x)).toEqual([0, 1]);
		// Neighboring rotations agree in sign.
		expect(listValues(rotation.w)).toEqual([1, 1]);
	});

	it('are in the journal', () => {
		const { recorder, bytes } = record(frames);
		const { recording, issues } = recoverJournal(bytes);
		expect(issues).toEqual([]);
		expect(recording).toEqual(recorder.toRecording(keep));
	});

	it('keep the state from before the oldest frame', () => {
		const long = Array.from(
			{ length: 400 },
			(_, i): Frame => [i / 10, i === 3 ? [lamp(true)] : [ball(i, 0, 0, 0, 0, 0, 1)]],
		);
		const recording = record(long, { maxDuration: 5 }).recorder.toRecording(keep);
		expect(listKeys(recording, 'lamp')).toEqual([[0, 1]]);
		const { position } = recording.tracks.find(({ name }) => name === 'ball') as PoseTrack;
		expect(listValues(position.x)).toEqual(Array.from({ length: 51 }, (_, i) => 349 + i));
	});

	it('are gone after a discard', () => {
		const { recorder } = record(frames);
		recorder.discard();
		recorder.start();
		const frame = createFrameSample();
		frame.time = 20;
		recorder.capture(frame);
		expect(recorder.toRecording(keep).tracks).toEqual([]);
	});

	it('refuse names with dots, other kinds, and values of another size', () => {
		const { recorder } = record(frames);
		recorder.start();
		expect(() => recorder.captureTracks([{ name: 'a.b', kind: 'scalar', value: 1 }])).toThrow("tracks: 'a.b'");
		expect(() => recorder.captureTracks([{ name: 'lamp', kind: 'scalar', value: 1 }])).toThrow(
			"'lamp' is a boolean track",
		);
		expect(() => recorder.captureTracks([ball(1, 2)])).toThrow("the value of 'ball' has 2 numbers");
	});

	it('are skipped where a journal has values of tracks that it does not list', () => {
		const { bytes } = record(frames);
		const text = Buffer.from(bytes).toString('latin1');
		// The details are the only place with names: without them, their records fail.
		const damaged = Buffer.from(text.replaceAll('"ball"', '"b.ll"'), 'latin1');
		const { recording, issues } = recoverJournal(damaged);
		expect(issues.map(({ code }) => code)).toContain('journal-damaged');
		expect(recording?.head).not.toBeNull();
	});
});
