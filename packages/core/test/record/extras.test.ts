import { describe, expect, it } from 'vitest';
import { computeCrc32 } from '../../src/bytes/crc32.ts';
import { compareRecordings } from '../../src/edit.ts';
import {
	createFrameSample,
	createRecording,
	createSampler,
	getCurveKeys,
	type Recording,
	sampleFrame,
} from '../../src/index.ts';
import { Recorder, type RecorderOptions, type RecordingDetails, recoverJournal } from '../../src/record.ts';
import { describeModel } from '../support/arbitrary-recording.ts';
import { createFullRecording } from '../support/full-recording.ts';

const { tracks: _, ...parts } = createFullRecording();
const given = createRecording(parts);
const FRAME_RATE = 64;
const FRAME_COUNT = 2 * FRAME_RATE + 1;
const RECORD_HEADER_SIZE = 24;

// The journal of a recorder that wrote version 1: two frames with head and left index tip, and a marker.
const VERSION_1 = [
	'k0hSSg0KGgoBAAAAY6V2lddocmrRw1JYAAAAAAAAAAAAAAAAAQsAANdocmoh0rNgSAAAAAEAAAAAAAAAAgsAAAAAAAAAABRAAAgA',
	'KAAAAAAAAAAAAADAPwAAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAgD8AAAA/AAAAAAAAAAAAAAAAAACAP9docmrXce5VEAAAAAIA',
	'AAAAAAAAAwsAAAAAAAAAABRAAgAAAGdvAADXaHJqJaALWEgAAAADAAAAAAAAAAILAAAAAAAAAAAWQAAIADgAAAAAAACAPgAAwD8A',
	'AAAAAAAAAAAAAAAAAAAAAACAPwAAAAAAAIA/AABAPwAAAAAAAAAAAAAAAAAAgD/XaHJqnAiKbAAAAAAEAAAAAAAAAAQLAAA=',
].join('');

function record(recording: Recording, options: RecorderOptions = {}, frameCount = FRAME_COUNT): Recorder {
	const recorder = new Recorder(options);
	const sampler = createSampler(recording);
	const { left, right } = recording.controllers ?? { left: null, right: null };
	recorder.setDetails({
		info: recording.info,
		radii: { left: recording.hands?.left.radii ?? null, right: recording.hands?.right.radii ?? null },
		profiles: { left: left?.profiles ?? [], right: right?.profiles ?? [] },
	});
	recorder.start();
	const frame = createFrameSample();
	for (let i = 0; i < frameCount; i++) recorder.capture(sampler.sampleFrame(i / FRAME_RATE, frame));
	recorder.stop();
	return recorder;
}

function recordJournal(recording: Recording, frameCount = FRAME_COUNT) {
	const chunks: Uint8Array[] = [];
	const recorder = record(recording, { journal: { write: (bytes) => chunks.push(bytes.slice()) } }, frameCount);
	return { recorder, bytes: new Uint8Array(Buffer.concat(chunks)) };
}

describe('a recorder', () => {
	const recorded = record(given).toRecording({ keepAllKeys: true });

	it('returns at each frame what it was given', () => {
		const { channels, states, onlyInA, onlyInB } = compareRecordings(given, recorded, { onlyTracked: true });
		expect([...onlyInA, ...onlyInB]).toEqual([]);
		expect(channels.some(({ path }) => path === 'controllers.left.buttons.0.value')).toBe(true);
		const one = createFrameSample();
		const other = createFrameSample();
		for (let i = 0; i <= 2 * FRAME_RATE; i++) {
			const time = i / FRAME_RATE;
			const wanted = sampleFrame(given, time, one);
			const got = sampleFrame(recorded, time, other);
			expect(got.controllers, `${time} s`).toEqual(wanted.controllers);
			if (!wanted.hands.left.tracked) continue;
			expect(got.hands.left.pinchStrength).toBe(Math.fround(wanted.hands.left.pinchStrength));
			expect(got.hands.left.aim).toEqual(wanted.hands.left.aim);
		}
		// States change at the next frame.
		for (const { seconds, count } of states) expect(seconds).toBeLessThanOrEqual(count / FRAME_RATE + 1e-6);
	});

	it('keeps information, radii and profiles', () => {
		expect(recorded.info).toEqual(given.info);
		expect(recorded.hands?.left.radii).toEqual(given.hands?.left.radii);
		expect(recorded.controllers?.right?.profiles).toEqual(given.controllers?.right?.profiles);
	});

	it('thins keys within the tolerances', () => {
		const thinned = record(given).toRecording({ tolerances: { value: 0.02 } });
		const { channels } = compareRecordings(recorded, thinned);
		const values = channels.filter(({ unit }) => unit === 'value');
		expect(Math.max(...values.map(({ max }) => max))).toBeLessThanOrEqual(0.02);
		expect(thinned.controllers!.left!.axes[0]!.count).toBeLessThan(recorded.controllers!.left!.axes[0]!.count);
	});

	it('leaves out the sections that it does not record', () => {
		expect(record(given, { sections: ['head'] }).toRecording().controllers).toBeNull();
		const controllers = record(given, { sections: ['controllers'] }).toRecording();
		expect(controllers.hands).toBeNull();
		expect(controllers.controllers?.left).not.toBeNull();
		const { head } = createFullRecording();
		expect(record(createRecording({ head })).toRecording().controllers).toBeNull();
	});

	it('releases the buttons of a controller that is gone', () => {
		const recorder = new Recorder();
		recorder.start();
		const frame = createFrameSample();
		const { left } = frame.controllers;
		Object.assign(left, { present: true, tracked: true, buttonCount: 1 });
		left.pressed[0] = 1;
		recorder.capture({ ...frame, time: 0 });
		left.present = false;
		recorder.capture({ ...frame, time: 1 });
		const { controllers } = recorder.toRecording({ keepAllKeys: true });
		const { left: after } = sampleFrame(createRecording({ controllers }), 1.5, createFrameSample()).controllers;
		expect(after).toMatchObject({ tracked: false });
		expect(after.pressed[0]).toBe(0);
		expect(controllers?.right).toBeNull();
	});

	it('drops old frames of any size', () => {
		const recorder = record(given, { maxDuration: 0.5 });
		expect(recorder.frameCount).toBe(FRAME_RATE / 2 + 1);
		expect(recorder.toRecording().duration).toBe(0.5);
	});
});

describe('a journal', () => {
	const { recorder, bytes } = recordJournal(given);

	it('restores the same recording', () => {
		const { recording, issues, isComplete } = recoverJournal(bytes);
		expect(issues).toEqual([]);
		expect(isComplete).toBe(true);
		expect(describeModel(recording!)).toEqual(describeModel(recorder.toRecording({ keepAllKeys: true })));
	});

	it('of version 1 is still read', () => {
		const bytes = new Uint8Array(Buffer.from(VERSION_1, 'base64'));
		const { recording, frameCount, issues, isComplete } = recoverJournal(bytes);
		expect({ frameCount, issues, isComplete }).toEqual({ frameCount: 2, issues: [], isComplete: true });
		const { markers, head, hands, gaze, controllers, info } = recording!;
		expect({ markers, gaze, controllers, info }).toEqual({
			markers: [{ time: 0, name: 'go' }],
			gaze: null,
			controllers: null,
			info: {},
		});
		expect([...getCurveKeys(head!.position.x)]).toEqual([0, 0, 0.5, 0.25]);
		expect([...getCurveKeys(hands!.left.joints.indexTip.position.z)]).toEqual([0, 0.5, 0.5, 0.75]);
		expect([...getCurveKeys(hands!.left.pinching)]).toEqual([0, 0, 0.5, 1]);
		expect(hands!.left).toMatchObject({ aim: null, pinchStrength: null, radii: null });
	});

	it('of a later version is refused', () => {
		const changed = bytes.slice();
		const view = new DataView(changed.buffer);
		expect(view.getUint32(8, true)).toBe(2);
		view.setUint32(8, 3, true);
		view.setUint32(12, computeCrc32(changed, 0, 12), true);
		expect(recoverJournal(changed).issues).toMatchObject([{ code: 'journal-version', severity: 'error' }]);
	});

	it.each([
		[{ radii: { left: { wrist: 'wide' } } }],
		[{ profiles: { right: 'generic' } }],
		[{ profiles: { right: [1] } }],
		[{ info: { deep: JSON.parse('['.repeat(1000) + ']'.repeat(1000)) } }],
	])('with damaged or deep details (%#) reports them and keeps its frames', (details) => {
		const chunks: Uint8Array[] = [];
		const recorder = new Recorder({ journal: { write: (bytes) => chunks.push(bytes.slice()) } });
		recorder.start();
		recorder.setDetails({ info: { device: 'Quest 3' } });
		recorder.setDetails(details as unknown as RecordingDetails);
		recorder.capture(createFrameSample());
		recorder.stop();
		const { recording, issues } = recoverJournal(Buffer.concat(chunks));
		expect(issues).toMatchObject([{ code: 'journal-damaged' }]);
		expect(recording?.info).toEqual({ device: 'Quest 3' });
	});

	it('with changed bytes never throws, and reports it', () => {
		const { bytes } = recordJournal(given, 8);
		for (let at = 0; at < bytes.length; at += 97) {
			const changed = bytes.slice();
			changed[at]! ^= 1 << (at % 8);
			const { issues, gaps } = recoverJournal(changed);
			expect(issues.length + gaps.length, `byte ${at}`).toBeGreaterThan(0);
		}
	});

	it('without frames whose extras do not fit their record', () => {
		const { bytes } = recordJournal(given, 8);
		const view = new DataView(bytes.buffer);
		// Time, bits of both hands, head, 27 joints per hand, gaze.
		const extrasAt = RECORD_HEADER_SIZE + (2 + 2 + 7 + 2 * 27 * 7 + 6) * 4;
		const words = [0, 0x1f];
		for (let at = 16; at < bytes.length; at += RECORD_HEADER_SIZE + view.getUint32(at + 8, true)) {
			if (view.getUint8(at + 20) !== 2) continue;
			expect(view.getUint32(at + extrasAt, true)).toBe(0x3f);
			const word = words.pop();
			if (word === undefined) break;
			view.setUint32(at + extrasAt, word, true);
			const end = at + RECORD_HEADER_SIZE + view.getUint32(at + 8, true);
			view.setUint32(at + 4, computeCrc32(bytes, at + 8, end), true);
		}
		const { frameCount, issues } = recoverJournal(bytes);
		expect(issues.map(({ code }) => code)).toEqual(['journal-damaged', 'journal-damaged']);
		expect(frameCount).toBe(6);
	});
});
