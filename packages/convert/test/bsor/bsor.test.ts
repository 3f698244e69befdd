import { decodeRecording } from '@handreel/convert';
import { decodeBsor } from '@handreel/convert/bsor';
import { createFrameSample, getKeyTime, getKeyValue, isRecordingError, sampleFrame } from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePoses, type Replay, writeBsor } from './write-bsor.ts';

const FRAMES = [0, 0.011, 0.022, 0.5].map((time, i) => ({ time, poses: makePoses(i / 10) }));
const REPLAY: Replay = {
	frames: FRAMES,
	notes: [
		{ time: 0.3, kind: 2 },
		{ time: 0.1, kind: 0 },
		{ time: 0.2, kind: 1 },
		{ time: 0.4, kind: 3 },
	],
	walls: [0.25],
	heights: [
		[1.7, 0.1],
		[1.74, 0.1],
	],
	pauses: [[3, 0.2]],
};

describe('a replay of Beat Saber', () => {
	it('becomes head, controllers and tracks', async () => {
		const { recording, format, issues } = await decodeRecording(writeBsor(REPLAY));
		expect(format).toBe('bsor');
		expect(issues).toMatchObject([{ code: 'values-lost', path: 'notes' }]);
		const frame = sampleFrame(recording, 0.022, createFrameSample());
		const expected = makePoses(0.2).map((value) => expect.closeTo(value, 6));
		expect([...frame.head]).toEqual(expected.slice(0, 7));
		expect([...frame.controllers.left.grip]).toEqual(expected.slice(7, 14));
		expect([...frame.controllers.right.aim]).toEqual(expected.slice(14));
		expect(frame.controllers.left.tracked).toBe(true);
		expect(recording.controllers?.left?.profiles).toEqual(['valve-index']);
		expect(recording.info).toMatchObject({
			device: 'VIVE Pro 2',
			application: 'Beat Saber 1.27.0',
			subject: 'someone',
			startTime: 1_677_526_799,
			date: '2023-02-27T19:39:59.000Z',
			beatSaber: { songName: 'a song', difficulty: 'Expert', height: 1.75, isLeftHanded: false },
		});
		const height = recording.tracks.find(({ name }) => name === 'height');
		expect(height?.kind === 'scalar' && [height.value.count, getKeyValue(height.value, 0)]).toEqual([
			1,
			expect.closeTo(1.74),
		]);
		const texts = recording.tracks.flatMap((track) =>
			track.kind === 'events' ? [[track.name, track.events.map(({ name }) => name)]] : [],
		);
		expect(texts).toEqual([
			['notes', ['good', 'bad', 'miss', 'bomb']],
			['walls', ['wall']],
			['pauses', ['pause of 3 s']],
		]);
		expect(recording.tracks.map(({ name }) => name)).toEqual(['frameRate', 'notes', 'walls', 'height', 'pauses']);
	});

	it('starts with frames before the song: the last one counts, and frames without poses do not', () => {
		const empty = { time: 0, poses: new Array<number>(21).fill(0) };
		const frames = [
			empty,
			...[1, 2, 3].map((x) => ({ time: 0, poses: makePoses(x) })),
			{ time: 0.1, poses: makePoses(4) },
		];
		const late = { time: 0.05, poses: makePoses(5) };
		const { recording, issues } = decodeBsor(writeBsor({ frames: [...frames, late] }));
		const { x } = recording.head!.position;
		expect([x.count, getKeyTime(x, 0), getKeyTime(x, 1)]).toEqual([2, 0, expect.closeTo(0.1)]);
		expect(sampleFrame(recording, 0, createFrameSample()).head[0]).toBe(3);
		expect(issues.map(({ message }) => message)).toEqual([
			'frames: 3 frames left out: the time is that of a later frame, or before that of an earlier one',
			'frames: 1 frame left out: a pose has no rotation or is not finite',
		]);
	});

	it.each([
		['ascii', undefined],
		['größer', 'größer'.length],
		['プレイヤー', 'プレイヤー'.length],
	])('keeps the name %s, whose length old recorders counted in characters', (player, playerLength) => {
		const bytes = writeBsor({ ...REPLAY, player, ...(playerLength === undefined ? {} : { playerLength }) });
		expect(decodeBsor(bytes).recording.info.subject).toBe(player);
	});

	it('may end after its frames, and may have offsets and data of other programs', () => {
		const { recording } = decodeBsor(writeBsor({ ...REPLAY, lastSection: 1 }));
		expect(recording.duration).toBe(0.5);
		const issuesOf = (more: Partial<Replay>): string[] =>
			decodeBsor(writeBsor({ frames: FRAMES, ...more })).issues.map(({ path }) => path);
		expect(issuesOf({ hasOffsets: true })).toEqual(['controllerOffsets']);
		expect(issuesOf({ userData: new Uint8Array(9) })).toEqual(['userData']);
		expect(issuesOf({ hasOffsets: true, userData: new Uint8Array(9) })).toEqual(['controllerOffsets', 'userData']);
	});

	it('is refused where it is damaged', () => {
		const bytes = writeBsor(REPLAY);
		const change = (at: number, values: readonly number[]): Uint8Array => {
			const changed = bytes.slice();
			changed.set(values, at);
			return changed;
		};
		expect(() => decodeBsor(bytes.subarray(0, 60))).toThrow('info: the file ends too early');
		expect(() => decodeBsor(change(5, [9]))).toThrow('info: expected section 0, found 9');
		// The length of the first text.
		expect(() => decodeBsor(change(6, [255, 255, 255, 127]))).toThrow('bytes left for 2147483647 items');
		expect(() => decodeBsor(writeBsor({ frames: FRAMES, notes: [{ time: 0, kind: 7 }] }))).toThrow(
			'notes: 7 is not a kind of event',
		);
	});

	it('is read or refused with a RecordingError wherever a byte changes', () => {
		const bytes = writeBsor({ ...REPLAY, hasOffsets: true, userData: new Uint8Array(4) });
		fc.assert(
			fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, value, length) => {
				const changed = bytes.slice(0, length);
				if (at < length) changed[at] = value;
				try {
					decodeBsor(changed);
				} catch (error) {
					expect(isRecordingError(error)).toBe(true);
				}
			}),
		);
	});
});
