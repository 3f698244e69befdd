import { decodeJson, encodeJson, encodeJsonChunks } from '@handreel/convert/json';
import { createRecording, isRecordingError, type Recording, writeRecording } from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	arbitraryExtendedRecording,
	arbitraryLooseRecording,
	arbitraryRecording,
	curvesByPath,
	describeModel,
} from '../../../core/test/support/arbitrary-recording.ts';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { asText } from '../support/as-text.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';

const QUIET_NAN = 0x7fc0_0000;
const fixtures = listFixtures();

describe('JSON and back', () => {
	it.each(fixtures)('restores the bytes of $name', ({ bytes, recording }) => {
		const { text: json, issues } = asText(encodeJson(recording));
		const written = writeRecording(decodeJson(json).recording);
		const expected = writeRecording(withPlainNaNs(recording));
		expect(Buffer.compare(written, expected)).toBe(0);
		if (issues.length === 0) expect(Buffer.compare(written, bytes)).toBe(0);
		else expect(issues.every((loss) => loss.code === 'payload-lost')).toBe(true);
	});

	it('loses something of the file with NaN payloads only', () => {
		const lossy = fixtures.filter(({ recording }) => encodeJson(recording).issues.length > 0);
		expect(lossy.map(({ name }) => name)).toEqual(['odd-bits.bin']);
	});

	it('keeps any recording, NaN payloads excepted', () => {
		fc.assert(
			fc.property(
				fc.oneof(arbitraryRecording(), arbitraryLooseRecording(), arbitraryExtendedRecording()),
				(recording) => {
					const { text: json, issues } = asText(encodeJson(recording));
					const plain = withPlainNaNs(recording);
					const before = describeModel(recording).curves;
					const expected = describeModel(plain);
					expect(describeModel(decodeJson(json).recording)).toEqual(expected);
					const changed = Object.keys(before).filter((path) => before[path] !== expected.curves[path]);
					expect(issues.map(({ path }) => path).sort()).toEqual(changed.sort());
				},
			),
			{ numRuns: 150, seed: 3 },
		);
	});

	it('keeps everything that the model can hold', () => {
		const full = createFullRecording();
		const { text: json, issues } = asText(encodeJson(full));
		expect(issues).toEqual([]);
		expect(describeModel(decodeJson(json).recording)).toEqual(describeModel(full));
		const parsed = JSON.parse(json);
		expect(parsed.controllers.left.buttons[0].pressed.keys.length).toBe(3);
		expect(parsed.tracks.map(({ kind }: { kind: string }) => kind)).toEqual([
			'pose',
			'scalar',
			'boolean',
			'events',
			'spans',
		]);
		expect(describeModel(decodeJson(JSON.stringify(parsed)).recording)).toEqual(describeModel(full));
	});

	it('has the fields of MRTK only for a recording that has nothing else', () => {
		const parsed = JSON.parse(asText(encodeJson(findFixture('mrtk-2.8.3-full-5s.bin').recording)).text);
		expect(Object.keys(parsed)).toEqual(['format', 'formatVersion', 'layout', 'markers', 'head', 'hands', 'gaze']);
		expect(Object.keys(parsed.hands.left)).toEqual(['tracked', 'pinching', 'joints']);
	});

	it('leaves out information that JSON cannot hold, and reports it', () => {
		const loop: Record<string, unknown> = {};
		loop['self'] = loop;
		const kept = { device: 'Quest "3"\n\u2028', study: { group: [1, null, true, { x: 1e300 }] }, ['__proto__x']: 0.1 };
		const lost = { when: new Date(0), loop, size: Number.NaN, run: () => 0, big: 1n, none: undefined };
		const radii = { wrist: 0.1, palm: Number.POSITIVE_INFINITY };
		const recording = createRecording({ info: { ...kept, ...lost }, hands: { left: { radii } } });
		const { text: json, issues } = asText(encodeJson(recording));
		expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
			...Object.keys(lost).map((name) => `values-lost info.${name}`),
			'values-lost hands.left.radii.palm',
		]);
		const { info, hands } = decodeJson(json).recording;
		expect(info).toEqual(kept);
		expect(hands?.left.radii).toEqual({ wrist: 0.1 });
	});

	it('reads the kind of a track after its curve, and a track without one', () => {
		const tracks =
			'[{"value":{"keys":[[0,1]]},"kind":"boolean","name":"a"},{"name":"b","kind":"scalar"},{"name":"c","kind":"pose"}]';
		const text = `{"format":"handreel-recording","formatVersion":1,"layout":"mrtk-1.1","tracks":${tracks}}`;
		const [a, b, c] = decodeJson(text).recording.tracks;
		expect(a).toMatchObject({ name: 'a', kind: 'boolean', value: { kind: 'boolean', count: 1 } });
		expect(b).toMatchObject({ kind: 'scalar', value: { kind: 'float', count: 0 } });
		expect(c).toMatchObject({ kind: 'pose', rotation: { w: { count: 0 } } });
	});

	it('rejects times of events that are not float32 numbers', () => {
		const track = { name: 'log', kind: 'events', events: [{ time: 1e39, name: '' }] } as const;
		expect(() => encodeJson(createRecording({ tracks: [track] }))).toThrow(
			'recording.tracks.log.events[0].time: 1e+39',
		);
	});

	it('keeps lone surrogates in marker names', () => {
		const { recording } = findFixture('marker-names.bin');
		const markers = [{ time: 1, name: '\ud800 "\u0000\\' }];
		const json = asText(encodeJson({ ...recording, markers })).text;
		expect(decodeJson(json).recording.markers).toEqual(markers);
	});

	it('comes in chunks that make up the same text', () => {
		const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
		const chunks = [...encodeJsonChunks(recording).chunks];
		expect(chunks.length).toBeGreaterThan(5);
		expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(80_000);
		expect(Buffer.concat(chunks).toString()).toBe(asText(encodeJson(recording)).text);
	});

	it('is what JSON.parse reads too', () => {
		const { recording } = findFixture('odd-bits.bin');
		const parsed = JSON.parse(asText(encodeJson(recording)).text);
		expect(parsed).toMatchObject({ format: 'handreel-recording', formatVersion: 1 });
		expect(decodeJson(JSON.stringify(parsed)).recording.duration).toBe(recording.duration);
	});

	it('takes any layout of white space, and fields in any order', () => {
		const text =
			'\ufeff{"gaze":{"origin":{"y":{"keys":[[0,1.5],\r\n[1,"-0"]]}}},"layout":"mrtk-1.1","formatVersion":1.0,"format":"handreel-recording"}';
		const { gaze, head, hands, markers } = decodeJson(text).recording;
		expect({ head, hands, markers }).toEqual({ head: null, hands: null, markers: [] });
		expect([...(gaze?.origin.y.floats.subarray(0, 4) ?? [])]).toEqual([0, 1.5, 1, -0]);
		expect(gaze?.origin.x.count).toBe(0);
	});
});

describe('bad JSON', () => {
	const head = '{"format":"handreel-recording","formatVersion":1,\n"layout":"mrtk-1.1"';
	const curve = (keys: string): string => `${head},"head":{"position":{"x":{"keys":${keys}}}}}`;

	it.each([
		['', '', 'line 1, column 1: expected { but found the end of the text'],
		['{', '', 'line 1, column 2: expected a string but found the end of the text'],
		['[]', '', 'line 1, column 1: expected { but found ['],
		[`${head}`, '', 'line 2, column 20: expected } but found the end of the text'],
		[`${head}} 1`, '', 'line 2, column 22: expected the end but found 1'],
		['{"format":"handreel-recording"}', '', 'line 1, column 32: field "formatVersion" is missing'],
		[`${head},"layout":"mrtk-1.1"}`, '', 'line 2, column 21: duplicate field "layout"'],
		[`${head},"hand":1}`, '', 'line 2, column 21: unknown field "hand"; expected $schema, format'],
		[`${head},"head":{"__proto__":1}}`, 'head', 'unknown field "__proto__"'],
		[curve('[[0,1],[2,"abc"]]'), 'head.position.x.keys[1][1]', '"abc" is not a number'],
		[curve('[[0,1],[2,true]]'), 'head.position.x.keys[1][1]', 'true is not a number'],
		[curve('[[0,01]]'), 'head.position.x.keys[0][1]', '01 is not a number'],
		[curve('[[0,1.]]'), 'head.position.x.keys[0][1]', '1. is not a number'],
		[curve('[[0,.5]]'), 'head.position.x.keys[0][1]', '.5 is not a number'],
		[curve('[[0,1e]]'), 'head.position.x.keys[0][1]', '1e is not a number'],
		[curve('[[0,1e39]]'), 'head.position.x.keys[0][1]', '1e39 is too large for a float32 number'],
		[curve('[[0,1],[2]]'), 'head.position.x.keys[1]', '1 numbers, where a key of this curve has 2'],
		[curve('[[0,1,2]]'), 'head.position.x.keys[0]', '3 numbers, where a key of this curve has 2 or 7'],
		[curve('[[0,1,0,0,0,0,1.5]]'), 'head.position.x.keys[0][6]', '1.5 is not a 32-bit integer'],
		[curve('[[0,1,0,0,0,0,3,0]]'), 'head.position.x.keys[0]', 'a key has at most 7 numbers'],
		[curve('[5]'), 'head.position.x.keys[0]', 'a key is an array of numbers'],
		[`${head},"head":{"position":{"x":{}}}}`, 'head.position.x', 'field "keys" is missing'],
		[`${head},"markers":[{"time":"NaN","name":""}]}`, 'markers[0].time', 'a marker time must not be NaN'],
		[`${head},"markers":[{"time":0}]}`, 'markers[0]', 'a marker needs a time and a name'],
		[`${head},"markers":[{"time":0,"name":"a\nb"}]}`, 'markers[0].name', 'control character'],
		[`${head},"markers":[{"time":0,"name":"\\x"}]}`, 'markers[0].name', 'malformed escape'],
		[`${head},"markers":[{"time":0,"name":"a`, 'markers[0].name', 'the string does not end'],
		[`${head},"info":[]}`, 'info', 'expected an object'],
		[`${head},"info":{"a":[1,]}}`, 'info.a[1]', 'expected a value but found ]'],
		[`${head},"info":{"a":1,"a":2}}`, 'info', 'duplicate field "a"'],
		[`${head},"info":{"a":nul}}`, 'info.a', 'expected a value but found nul'],
		[`${head},"info":{"a":${'['.repeat(1e5)}`, `info.a${'[0]'.repeat(63)}`, 'nested at most 64 deep'],
		[`${head},"hands":{"left":{"radii":{"elbow":1}}}}`, 'hands.left.radii', 'unknown field "elbow"'],
		[`${head},"hands":{"left":{"radii":{"wrist":"wide"}}}}`, 'hands.left.radii.wrist', '"wide" is not a number'],
		[`${head},"hands":{"left":null}}`, 'hands.left', 'expected { but found null'],
		[`${head},"controllers":{"left":{"buttons":[${'{},'.repeat(16)}{}]}}}`, 'controllers.left.buttons', 'at most 16'],
		[`${head},"controllers":{"left":{"axes":[5]}}}`, 'controllers.left.axes[0]', 'expected { but found 5'],
		[`${head},"controllers":{"left":{"profiles":[5]}}}`, 'controllers.left.profiles[0]', 'expected a string'],
		[`${head},"tracks":[{"kind":"scalar"}]}`, 'tracks[0]', 'a track needs a name and a kind'],
		[`${head},"tracks":[{"name":"a.b"}]}`, 'tracks[0].name', 'must be a text without dots'],
		[`${head},"tracks":[{"name":"a","kind":"text"}]}`, 'tracks[0].kind', '"text" is not one of pose, scalar'],
		[`${head},"tracks":[{"name":"a","kind":"pose","value":{"keys":[]}}]}`, 'tracks[0].value', 'expected position'],
		[
			`${head},"tracks":[{"name":"a","kind":"boolean","value":{"keys":[[0,1,0,0,0,0,3]]}}]}`,
			'tracks[0].value.keys',
			'7 numbers, where a key of this curve has 2',
		],
		[
			`${head},"tracks":[{"name":"a","kind":"pose"},{"name":"a","kind":"events"}]}`,
			'tracks[1].name',
			'there are two tracks "a"',
		],
		[head.replace('mrtk-1.1', 'mrtk'), 'layout', '"mrtk" is not one of documented-1.0'],
	])('%j names the place and the reason', (text, path, reason) => {
		const issue = issueOf(() => decodeJson(text));
		expect(issue).toMatchObject({ code: 'bad-json', path });
		expect(issue?.message).toMatch(/^line \d+, column \d+: /);
		expect(issue?.message).toContain(reason);
	});

	it('never surfaces as anything but a RecordingError', () => {
		const fixture = asText(encodeJson(findFixture('extended-1.1.bin').recording)).text;
		const { controllers, info, tracks } = createFullRecording();
		const extended = asText(encodeJson(createRecording({ controllers, info, tracks }))).text;
		fc.assert(
			fc.property(
				fc.constantFrom(fixture.replaceAll('[]', '[ ]'), extended),
				fc.double({ min: 0, max: 1, noNaN: true }),
				fc.nat({ max: 40 }),
				fc.oneof(
					fc.string({ maxLength: 3 }),
					fc.constantFrom('[', ']', '{', '}', '"', ',', ':', '-', 'e', '\\', 'null', '[['),
				),
				(text, share, cut, insert) => {
					const at = Math.floor(share * text.length);
					issueOf(() => decodeJson(text.slice(0, at) + insert + text.slice(at + cut)));
				},
			),
			{ numRuns: 1500, seed: 4 },
		);
	});
});

// The issue of a RecordingError; anything else is thrown on.
function issueOf(action: () => unknown) {
	try {
		action();
		return null;
	} catch (error) {
		if (isRecordingError(error, 'bad-json')) return error.issue;
		throw error;
	}
}

// A copy in which every NaN has the same bits.
function withPlainNaNs(recording: Recording): Recording {
	const copy = structuredClone(recording);
	for (const { words, start, count, stride } of curvesByPath(copy).values()) {
		for (let i = start; i < start + count * stride; i++) {
			if (stride === 7 && (i - start) % 7 === 6) continue;
			if (((words[i] ?? 0) & 0x7fff_ffff) > 0x7f80_0000) words[i] = QUIET_NAN;
		}
	}
	return copy;
}
