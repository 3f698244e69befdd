import {
	type ControllerCurves,
	createCurve,
	createRecording,
	type Issue,
	isRecordingError,
	iterateCurves,
	type Recording,
	writeRecording,
} from '@handreel/core';
import { compareRecordings, listExcesses } from '@handreel/core/edit';
import { decodeReel, encodeReel, openReel, recoverReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { REEL_MAGIC } from '../../src/codec/signatures.ts';
import { CHUNK_TAGS, writeChunk } from '../../src/reel/chunks.ts';
import { listReelCurves, listReelPaths } from '../../src/reel/groups.ts';
import { createHead, type ReelHead, writeHead } from '../../src/reel/head.ts';
import { describeModel } from '../support/arbitrary-recording.ts';
import { createFullRecording } from '../support/full-recording.ts';

const FULL = createFullRecording();

/** A reel without blocks, whose head is not made from a recording. */
function forge(head: ReelHead): Uint8Array {
	return Uint8Array.from([...REEL_MAGIC, ...writeChunk(CHUNK_TAGS.head, writeHead(head))]);
}

function expectSame(decoded: Recording, recording: Recording): void {
	expect(describeModel(decoded)).toEqual(describeModel(recording));
	const { info, tracks, hands, controllers } = decoded;
	expect(info).toEqual(recording.info);
	expect(tracks.map(({ name, kind }) => [name, kind])).toEqual(recording.tracks.map(({ name, kind }) => [name, kind]));
	expect([hands?.left.radii, hands?.right.radii]).toEqual([recording.hands?.left.radii, recording.hands?.right.radii]);
	expect(controllers?.left?.profiles).toEqual(recording.controllers?.left?.profiles);
}

describe("what MRTK's files cannot store", () => {
	it('comes back bit for bit', async () => {
		const reel = encodeReel(FULL);
		expectSame(decodeReel(reel), FULL);
		expectSame(await (await openReel(reel)).read(), FULL);
		expectSame(recoverReel(reel).recording!, FULL);
	});

	it('comes back from blocks of any length', () => {
		expectSame(decodeReel(encodeReel(FULL, { blockSeconds: 0.2 })), FULL);
	});

	it('has the order and paths of the model', () => {
		const curves = [...iterateCurves(FULL)];
		expect(listReelPaths(createHead(FULL))).toEqual(curves.map(([path]) => path));
		expect(listReelCurves(FULL)).toEqual(curves.map(([, curve]) => curve));
	});

	it('stays within tolerances; numbers and states stay exact', () => {
		const tolerances = { jointPosition: 0.002, jointRotationDegrees: 0.3 };
		const decoded = decodeReel(encodeReel(FULL, { tolerances }));
		const comparison = compareRecordings(FULL, decoded);
		expect(listExcesses(comparison, tolerances)).toEqual([]);
		expect([comparison.onlyInA, comparison.onlyInB]).toEqual([[], []]);
		const isExact = (path: string) => !/\.(position|rotation|origin|direction)\.\w$/.test(path);
		const pick = (recording: Recording) =>
			Object.entries(describeModel(recording).curves).filter(([path]) => isExact(path));
		expect(pick(decoded).length).toBeGreaterThan(20);
		expect(pick(decoded)).toEqual(pick(FULL));
		expect(decoded.info).toEqual(FULL.info);
		expect(decoded.tracks[3]).toEqual(FULL.tracks[3]);
	});

	it('may be any part of it', () => {
		const controller = { buttons: [{}], profiles: ['generic'] };
		for (const recording of [
			createRecording({ info: { notes: 'only \ud800 information', list: [1, null, { a: 0.1 }] } }),
			createRecording({ hands: { right: { radii: {} } } }),
			createRecording({ hands: { left: { pinchStrength: createCurve([0, 0.5]) } } }),
			createRecording({ controllers: {} }),
			createRecording({ controllers: { right: controller } }),
			createRecording({ tracks: [{ name: 'none', kind: 'events', events: [] }] }),
		]) {
			const decoded = decodeReel(encodeReel(recording));
			expectSame(decoded, recording);
			expect(decoded.controllers?.right?.profiles).toEqual(recording.controllers?.right?.profiles);
		}
	});

	it('may have its fields in any order', () => {
		const { position, rotation } = FULL.controllers!.left!.grip;
		const { x, y, z, w } = rotation;
		const track = { rotation: { w, x, y, z }, position, kind: 'pose', name: 'box' } as const;
		const { tracks } = decodeReel(encodeReel(createRecording({ tracks: [track] })));
		const same = createRecording({ tracks: [{ name: 'box', kind: 'pose', position, rotation }] });
		expect(describeModel(createRecording({ tracks }))).toEqual(describeModel(same));
	});

	it('keeps times of events that JSON cannot hold', () => {
		const events = [-0, 1e-320, 0.1, Number.POSITIVE_INFINITY].map((time) => ({ time, name: '' }));
		const recording = createRecording({ tracks: [{ name: 'log', kind: 'events', events }] });
		expect(decodeReel(encodeReel(recording)).tracks).toEqual(recording.tracks);
	});

	it('returns information without reading a block', async () => {
		const reel = encodeReel(FULL);
		const ranges: [number, number][] = [];
		const read = (offset: number, length: number): Uint8Array => {
			ranges.push([offset, offset + length]);
			return reel.subarray(offset, offset + length);
		};
		const { info, sections, blocks } = await openReel({ byteLength: reel.length, read });
		expect(info).toEqual(FULL.info);
		expect(sections).toEqual(['head', 'hands', 'gaze', 'others']);
		expect(ranges[0]![1]).toBeLessThanOrEqual(blocks[0]!.byteOffset);
	});

	it('is reported where JSON cannot hold it', () => {
		const recording = createRecording({ info: { device: 'x', read: () => 1, gone: undefined, huge: Number.NaN } });
		expect(() => encodeReel(recording)).toThrow('info.read has a value that JSON cannot hold');
		const issues: Issue[] = [];
		const reel = encodeReel(recording, { onIssue: (issue) => issues.push(issue) });
		expect(issues.map(({ code, path }) => [code, path])).toEqual([
			['values-lost', 'info.read'],
			['values-lost', 'info.huge'],
		]);
		expect(decodeReel(reel).info).toEqual({ device: 'x' });
	});

	it('is refused where no reader would take it', () => {
		const event = { time: Number.NaN, name: '' };
		const log = createRecording({ tracks: [{ name: 'log', kind: 'events', events: [event] }] });
		expect(() => encodeReel(log)).toThrow(new RangeError('recording.tracks.log.events: times must not be NaN'));
		const left = FULL.controllers!.left as ControllerCurves;
		const buttons = Array.from({ length: 17 }, () => left.buttons[0]!);
		const many = { ...FULL, controllers: { left: { ...left, buttons }, right: null } };
		expect(() => encodeReel(many)).toThrow('recording.controllers.left: at most 16 buttons and 8 axes');
		const twice = { ...FULL, tracks: [FULL.tracks[0]!, FULL.tracks[0]!] };
		expect(() => encodeReel(twice)).toThrow(TypeError);
	});

	it('is damage if metadata and groups disagree', () => {
		const head = createHead(FULL);
		const others = { ...head.others, tracks: head.others.tracks.slice(1) };
		const [hands] = [head.sections.filter(({ name }) => name !== 'hands')];
		for (const wrong of [
			{ ...head, others },
			{ ...head, sections: hands },
			{ ...head, sections: head.sections.slice(0, 3) },
		]) {
			let error: unknown;
			try {
				decodeReel(forge(wrong));
			} catch (caught) {
				error = caught;
			}
			expect(isRecordingError(error, 'reel-damaged')).toBe(true);
		}
	});

	it("costs recordings from MRTK's files nothing", () => {
		const recording = createRecording({ head: { position: { x: createCurve([0, 1, 1, 2]) } } });
		const { others, sections } = createHead(recording);
		expect(others).toEqual({ hands: null, controllers: null, info: {}, tracks: [] });
		expect(sections.map(({ name }) => name)).toEqual(['head']);
		expect(writeRecording(decodeReel(encodeReel(recording)))).toEqual(writeRecording(recording));
	});
});
