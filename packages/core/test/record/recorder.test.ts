import { getCurveKeys, getKeyTime, type Recording, readRecording, writeRecording } from '@handreel/core';
import { compareRecordings, listExcesses } from '@handreel/core/edit';
import { listKeyTimes } from '@handreel/core/internal';
import { type JournalSink, Recorder } from '@handreel/core/record';
import { describe, expect, it } from 'vitest';
import { type FrameGaps, makeFrame } from '../support/made-frames.ts';
import { createRandom } from '../support/random.ts';

function started(options: ConstructorParameters<typeof Recorder>[0] = {}): Recorder {
	const recorder = new Recorder(options);
	recorder.start();
	return recorder;
}

/** Captures frames every 1/64 s, which float32 times represent exactly. */
function captureFrames(recorder: Recorder, count: number, gaps: (i: number) => FrameGaps = () => ({})): void {
	for (let i = 0; i < count; i++) expect(recorder.capture(makeFrame(i / 64, gaps(i)))).toBe(true);
}

const indexTip = (recording: Recording, side: 'left' | 'right' = 'left') => recording.hands![side].joints.indexTip;

describe('a recorder', () => {
	it('keeps every captured sample bit for bit, at its time', () => {
		const recorder = started();
		captureFrames(recorder, 100);
		const recording = recorder.toRecording({ keepAllKeys: true });
		const { y } = indexTip(recording).position;
		expect(y.count).toBe(100);
		for (let i = 0; i < 100; i++) {
			const { joints } = makeFrame(i / 64).hands.left;
			expect([...getCurveKeys(y).subarray(i * 2, i * 2 + 2)]).toEqual([i / 64, joints[11 * 7 + 1]]);
		}
		expect(recording.head!.rotation.w.count).toBe(100);
		expect(recording.gaze!.direction.z.count).toBe(100);
		expect(recording.hands!.left.joints.none.position.x.count).toBe(0);
		expect(recording.duration).toBe(99 / 64);
	});

	it('captures frames only between start and stop, and keeps their times across a pause', () => {
		const recorder = new Recorder();
		expect(recorder.capture(makeFrame(0))).toBe(false);
		recorder.start();
		expect(recorder.capture(makeFrame(1))).toBe(true);
		recorder.stop();
		expect([recorder.isRecording, recorder.capture(makeFrame(2)), recorder.addMarker('late', 2)]).toEqual([
			false,
			false,
			false,
		]);
		recorder.start();
		expect(recorder.capture(makeFrame(3))).toBe(true);
		expect([...listKeyTimes(recorder.toRecording({ keepAllKeys: true }))]).toEqual([0, 2]);
	});

	it('starts over after discarding, even at earlier times', () => {
		const recorder = started();
		recorder.capture(makeFrame(10));
		recorder.addMarker('gone');
		recorder.discard();
		expect([recorder.frameCount, recorder.duration, recorder.isRecording]).toEqual([0, 0, true]);
		expect(recorder.capture(makeFrame(1))).toBe(true);
		const recording = recorder.toRecording({ keepAllKeys: true });
		expect(recording.markers).toEqual([]);
		expect([...listKeyTimes(recording)]).toEqual([0]);
	});

	it('counts time from the first frame, with any clock origin', () => {
		const recorder = started();
		const origin = 1_234_567.891;
		for (let i = 0; i < 64; i++) recorder.capture(makeFrame(origin + i / 90, {}, i / 90));
		recorder.addMarker('end');
		const recording = recorder.toRecording({ keepAllKeys: true });
		const { x } = recording.head!.position;
		for (let i = 0; i < 64; i++) expect(getKeyTime(x, i)).toBeCloseTo(i / 90, 6);
		expect(getKeyTime(x, 0)).toBe(0);
		expect(recording.markers).toEqual([{ time: getKeyTime(x, 63), name: 'end' }]);
	});

	it('writes state keys only where they change', () => {
		const recorder = started();
		captureFrames(recorder, 40, (i) => ({
			...(i >= 10 && i < 20 ? { untracked: ['left'] as const } : {}),
			...(i >= 30 ? { pinching: ['right'] as const } : {}),
		}));
		const { left, right } = recorder.toRecording({ keepAllKeys: true }).hands!;
		expect([...getCurveKeys(left.tracked)]).toEqual([0, 1, 10 / 64, 0, 20 / 64, 1]);
		expect([...getCurveKeys(right.tracked)]).toEqual([0, 1]);
		expect([...getCurveKeys(left.pinching)]).toEqual([0, 0]);
		expect([...getCurveKeys(right.pinching)]).toEqual([0, 0, 30 / 64, 1]);
	});

	it('writes pose keys only where a joint was seen', () => {
		const recorder = started();
		captureFrames(recorder, 40, (i) => ({
			...(i < 10 ? { untracked: ['left'] as const } : {}),
			...(i >= 30 ? { absent: [11] } : {}),
			head: i !== 5,
			gaze: i > 35,
		}));
		const recording = recorder.toRecording({ keepAllKeys: true });
		const times = (curve: Parameters<typeof getKeyTime>[0]): number[] =>
			Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i) * 64);
		const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
		expect(times(indexTip(recording).rotation.w)).toEqual(range(10, 30));
		expect(times(indexTip(recording, 'right').position.x)).toEqual(range(0, 30));
		expect(times(recording.hands!.left.joints.palm.position.z)).toEqual(range(10, 40));
		expect(times(recording.head!.position.x)).toEqual([...range(0, 5), ...range(6, 40)]);
		expect(times(recording.gaze!.direction.x)).toEqual(range(36, 40));
	});

	it('skips joints of a hand that is not tracked, and poses that are not finite', () => {
		const recorder = started();
		captureFrames(recorder, 2);
		const frame = makeFrame(1);
		frame.hands.left.tracked = false;
		frame.hands.right.joints[11 * 7 + 6] = Number.NaN;
		frame.head[0] = Number.POSITIVE_INFINITY;
		recorder.capture(frame);
		const recording = recorder.toRecording({ keepAllKeys: true });
		expect(indexTip(recording).position.x.count).toBe(2);
		expect(indexTip(recording, 'right').position.x.count).toBe(2);
		expect(recording.hands!.right.joints.palm.position.x.count).toBe(3);
		expect(recording.head!.position.x.count).toBe(2);
	});

	it('makes the signs of neighboring rotations equal', () => {
		const recorder = started();
		for (let i = 0; i < 20; i++) {
			const frame = makeFrame(i / 64);
			const { joints } = frame.hands.left;
			if (i % 2 === 1) for (let c = 11 * 7 + 3; c < 12 * 7; c++) joints[c] = -joints[c]!;
			recorder.capture(frame);
		}
		const { w } = indexTip(recorder.toRecording({ keepAllKeys: true })).rotation;
		const values = getCurveKeys(w).filter((_, i) => i % 2 === 1);
		expect(values.every((value) => value > 0)).toBe(true);
	});

	it('has the sections that were seen, or exactly the requested sections', () => {
		const blind: FrameGaps = { head: false, gaze: false, untracked: ['left', 'right'] };
		const record = (options: ConstructorParameters<typeof Recorder>[0], gaps: FrameGaps): (string | null)[] => {
			const recorder = started(options);
			captureFrames(recorder, 3, () => gaps);
			const { head, hands, gaze } = recorder.toRecording({ keepAllKeys: true });
			return [head && 'head', hands && 'hands', gaze && 'gaze'];
		};
		expect(record({}, {})).toEqual(['head', 'hands', 'gaze']);
		expect(record({}, blind)).toEqual([null, null, null]);
		expect(record({}, { gaze: false })).toEqual(['head', 'hands', null]);
		expect(record({ sections: ['hands', 'gaze'] }, blind)).toEqual([null, 'hands', 'gaze']);
		expect(record({ sections: ['hands', 'gaze'] }, {})).toEqual([null, 'hands', 'gaze']);
	});

	it('ignores frames whose time does not advance, and rejects times that are not finite', () => {
		const recorder = started();
		expect(recorder.capture(makeFrame(1))).toBe(true);
		expect(recorder.capture(makeFrame(1))).toBe(false);
		expect(recorder.capture(makeFrame(0.5))).toBe(false);
		expect(() => recorder.capture(makeFrame(Number.NaN, {}, 0))).toThrow(RangeError);
		expect(() => recorder.capture(makeFrame(Number.POSITIVE_INFINITY, {}, 0))).toThrow(/frame\.time/);
		expect(recorder.frameCount).toBe(1);
	});

	it('rejects invalid options', () => {
		for (const name of ['maxDuration', 'frameRate', 'journalInterval'])
			for (const value of [0, -1, Number.NaN]) expect(() => new Recorder({ [name]: value })).toThrow(RangeError);
		expect(() => new Recorder({ sections: ['feet' as 'hands'] })).toThrow(TypeError);
		expect(() => new Recorder({ journal: (() => {}) as unknown as JournalSink })).toThrow(/^journal: /);
		expect(() => started().addMarker('where?')).toThrow(RangeError);
	});

	it('builds a recording without keys if there are no frames', () => {
		const recording = new Recorder().toRecording();
		expect([recording.duration, recording.head, recording.hands]).toEqual([0, null, null]);
		expect(readRecording(writeRecording(recording))).toMatchObject({ markers: [] });
	});

	it('builds small recordings that MRTK reads by default', () => {
		const recorder = started();
		captureFrames(recorder, 10);
		recorder.addMarker('here');
		const read = readRecording(writeRecording(recorder.toRecording()));
		expect(read.layout).toEqual({ version: '1.1', keys: 'simple', markers: true });
		expect(read.markers).toEqual([{ time: 9 / 64, name: 'here' }]);
	});

	it('stays within the tolerances, and keeps the end and a hand that is tracked for 20 frames', () => {
		const recorder = started();
		captureFrames(recorder, 300, (i) => (i >= 100 && i < 120 ? {} : { untracked: ['left'] }));
		const [all, thin] = [recorder.toRecording({ keepAllKeys: true }), recorder.toRecording()];
		expect(listExcesses(compareRecordings(all, thin))).toEqual([]);
		expect(thin.duration).toBe(299 / 64);
		const { x } = indexTip(thin).position;
		expect([getKeyTime(x, 0), getKeyTime(x, x.count - 1)]).toEqual([100 / 64, 119 / 64]);
		expect(x.count).toBeGreaterThan(2);
		const loose = recorder.toRecording({ tolerances: { jointPosition: 0.05, jointRotationDegrees: 5 } });
		expect(listExcesses(compareRecordings(all, loose), { jointPosition: 0.05, jointRotationDegrees: 5 })).toEqual([]);
		expect(indexTip(loose, 'right').position.x.count).toBeLessThan(indexTip(thin, 'right').position.x.count);
	});
});

describe('a rolling buffer', () => {
	it('keeps the last 30 seconds by default', () => {
		const recorder = started();
		captureFrames(recorder, 64 * 40);
		expect([recorder.duration, recorder.frameCount]).toEqual([30, 64 * 30 + 1]);
		const recording = recorder.toRecording({ keepAllKeys: true });
		expect(recording.duration).toBe(30);
		expect(recording.head!.position.x.count).toBe(64 * 30 + 1);
		expect(getCurveKeys(recording.head!.position.x)[1]).toBe(makeFrame(10 - 1 / 64).head[0]);
	});

	it('does not drop a frame because of rounding', () => {
		const recorder = started({ maxDuration: 2 });
		for (let i = 0; i < 1000; i++) recorder.capture(makeFrame(1e6 + i / 60, { untracked: ['left', 'right'] }, i));
		expect(recorder.frameCount).toBe(121);
	});

	it('keeps the last seconds at any frame rate, irregular or far above the expected rate', () => {
		const random = createRandom(5);
		const recorder = started({ maxDuration: 2, frameRate: Number.POSITIVE_INFINITY });
		const times: number[] = [];
		let time = 0;
		for (let i = 0; i < 6000; i++) {
			time += random.below(4) === 0 ? 1 / 30 : 1 / 2000;
			if (i === 4000) time += 1.5;
			times.push(time);
			recorder.capture(makeFrame(time, { gaze: i % 2 === 0, untracked: i % 3 === 0 ? ['left'] : [] }));
			const kept = times.filter((entry) => entry >= time - 2 - 1e-6).length;
			if (i % 97 === 0) expect(recorder.frameCount).toBe(kept);
		}
		const { x } = recorder.toRecording({ keepAllKeys: true }).head!.position;
		const kept = times.filter((entry) => entry >= time - 2 - 1e-6);
		expect(Array.from({ length: x.count }, (_, i) => getKeyTime(x, i))).toEqual(
			kept.map((entry) => Math.fround(entry - kept[0]!)),
		);
	});

	it('keeps the newest frame after a long break', () => {
		const recorder = started({ maxDuration: 1 });
		captureFrames(recorder, 200);
		recorder.capture(makeFrame(1000));
		expect([recorder.frameCount, recorder.duration]).toEqual([1, 0]);
	});

	it('keeps everything when there is no limit', () => {
		const recorder = started({ maxDuration: Number.POSITIVE_INFINITY });
		captureFrames(recorder, 64 * 60);
		expect([recorder.frameCount, recorder.duration]).toEqual([64 * 60, 60 - 1 / 64]);
		expect(recorder.toRecording({ keepAllKeys: true }).head!.position.x.count).toBe(64 * 60);
	});

	it('drops markers with their frames, and shifts and sorts the others', () => {
		const recorder = started({ maxDuration: 1 });
		captureFrames(recorder, 65);
		expect(recorder.addMarker('old', 0.25)).toBe(true);
		expect(recorder.addMarker('newer')).toBe(true);
		expect(recorder.addMarker('between', 0.75)).toBe(true);
		expect(recorder.addMarker('before', -1)).toBe(false);
		for (let i = 65; i < 97; i++) recorder.capture(makeFrame(i / 64));
		expect(recorder.toRecording({ keepAllKeys: true }).markers).toEqual([
			{ time: 0.25, name: 'between' },
			{ time: 0.5, name: 'newer' },
		]);
	});
});

describe('a limit of the frame rate', () => {
	const count = (frameRate: number, times: readonly number[]): number => {
		const recorder = started({ frameRate, maxDuration: Number.POSITIVE_INFINITY });
		return times.filter((time) => recorder.capture(makeFrame(time, { untracked: ['left', 'right'] }))).length;
	};
	const regular = (rate: number, seconds: number): number[] =>
		Array.from({ length: rate * seconds }, (_, i) => 100 + i / rate);

	it('accepts all frames at that rate, with any jitter', () => {
		for (const jitter of [0.0003, 0.003, 0.008]) {
			const random = createRandom(7);
			const times = regular(60, 5).map((time) => time + (random.below(2001) / 1000 - 1) * jitter);
			expect(count(60, times)).toBe(300);
		}
	});

	it('thins faster sources to that rate', () => {
		for (const [frameRate, source] of [
			[60, 90],
			[30, 90],
			[60, 72],
			[60, 120],
			[60, 1000],
			[1, 1000],
		] as const) {
			// One more, because the second frame may come early.
			expect([0, 1], `${source} Hz to ${frameRate}`).toContain(count(frameRate, regular(source, 10)) - frameRate * 10);
		}
	});

	it('accepts all frames of slower sources, even slightly slower ones', () => {
		expect(count(60, regular(45, 10))).toBe(450);
		expect(count(60, regular(59, 60))).toBe(59 * 60);
	});

	it('accepts frames after a break as before', () => {
		expect(count(60, [...regular(60, 2), ...regular(60, 2).map((time) => time + 3.005)])).toBe(240);
	});
});
