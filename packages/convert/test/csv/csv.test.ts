import { decodeCsv, encodeCsv, encodeCsvChunks } from '@handreel/convert/csv';
import {
	bakeFrames,
	createCurve,
	createRecording,
	getKeyTime,
	getKeyValue,
	isRecordingError,
	type Recording,
	SPACES,
	type SpaceName,
} from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryLooseRecording, curvesByPath } from '../../../core/test/support/arbitrary-recording.ts';
import { asText } from '../support/as-text.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';

const fixtures = listFixtures();
const SPACE_NAMES = Object.keys(SPACES) as SpaceName[];
const smallest = createRecording({
	head: { position: { x: createCurve([0, 1, 0.5, -2.5]) } },
	hands: { left: { tracked: createCurve([0, 1, 0.5, 0], { kind: 'boolean' }) } },
	markers: [
		{ time: 0.5, name: 'two, "words"' },
		{ time: 0.25, name: 'früh' },
		{ time: 0.5, name: 'again' },
	],
});

describe('a CSV table', () => {
	it('has a column a value and a row a key time', () => {
		const { text: csv } = asText(encodeCsv(smallest));
		expect(csv).toBe(
			[
				'time_s,space,marker,head_px_m,head_py_m,head_pz_m,head_qx,head_qy,head_qz,head_qw,left_tracked',
				'0,unity,,1,0,0,0,0,0,1,1',
				'0.25,unity,"früh",-0.75,0,0,0,0,0,1,1',
				'0.5,unity,"two, ""words""\nagain",-2.5,0,0,0,0,0,1,0',
				'',
			].join('\n'),
		);
	});

	it.each(fixtures)('holds what bakeFrames returns for $name', ({ recording }) => {
		if (!Number.isFinite(recording.duration)) return;
		const { text: csv } = asText(encodeCsv(recording, { frameRate: 10, space: 'ros' }));
		const [heading = '', ...rows] = csv.trimEnd().split('\n');
		const { times, head, hands, gaze } = bakeFrames(recording, { frameRate: 10, space: 'ros' });
		const names = heading.split(',');
		const expected = (row: number, name: string): number | undefined => {
			const joint = /^(left|right)_indexTip_(\w+)$/.exec(name);
			const component = ['px_m', 'py_m', 'pz_m', 'qx', 'qy', 'qz', 'qw'];
			if (joint) return hands?.[joint[1] as 'left'].joints[row * 189 + 11 * 7 + component.indexOf(joint[2] ?? '')];
			if (name === 'head_qz') return head?.[row * 7 + 5];
			if (name === 'gaze_dz') return gaze?.[row * 6 + 5];
			if (name === 'right_pinching') return hands?.right.pinching[row];
			return undefined;
		};
		if (rows.some((row) => row.includes('"'))) return;
		expect(rows.length).toBe(names.length > 3 ? times.length : rows.length);
		rows.forEach((row, i) => {
			row.split(',').forEach((cell, k) => {
				const value = expected(i, names[k] ?? '');
				if (value !== undefined) expect(Math.fround(Number(cell)), names[k]).toBe(value);
			});
		});
	});

	it('comes in chunks that make up the same text', () => {
		const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
		const chunks = [...encodeCsvChunks(recording).chunks];
		expect(chunks.length).toBeGreaterThan(5);
		expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(80_000);
		expect(Buffer.concat(chunks).toString()).toBe(asText(encodeCsv(recording)).text);
	});

	it('has all rows also where there is nothing to tell', () => {
		const times = Float64Array.from({ length: 20_000 }, (_, i) => i / 8);
		const { text: csv } = asText(encodeCsv(createRecording({}), { times }));
		expect(csv.split('\n').length).toBe(20_002);
		expect(csv.endsWith('\n2499.875,unity,\n')).toBe(true);
	});

	it('explains what it does not hold', () => {
		const codes = (name: string, options = {}): string[] =>
			encodeCsv(findFixture(name).recording, options).issues.map(({ code, path }) => `${code} ${path}`);
		expect(codes('mrtk-2.8.3-camera-only.bin', { raw: true })).toEqual(['keys-lost head.position.x']);
		expect(codes('mrtk-2.5.4-tangents.bin', { raw: true }).map((code) => code.split(' ')[0])).toContain(
			'tangents-lost',
		);
		expect(codes('mrtk-2.5.4-empty.bin')).toContain('section-lost head');
		expect(codes('mrtk-1.1-nothing.bin')).toEqual([]);
		expect(encodeCsv(smallest, { frameRate: 1 }).issues.map(({ path }) => path)).toContain('markers[1]');
	});

	it.each([
		[{ frameRate: 0 }, /frameRate: 0 is not a number above 0/],
		[{ times: [0, 0] }, /times\[1\]: 0 does not come after 0/],
		[{ times: [Number.NaN] }, /times\[0\]: NaN/],
		[{ frameRate: 1, times: [0] }, /give only one/],
		[{ space: 'gltf' as 'webxr' }, /space/],
	])('refuses %j', (options, message) => {
		expect(() => encodeCsv(smallest, options)).toThrow(message);
	});
});

describe('CSV and back', () => {
	it.each(fixtures)('restores the same table for $name', ({ recording }) => {
		for (const space of SPACE_NAMES) {
			const { text: csv } = asText(encodeCsv(withoutOddNames(recording), { raw: true, space }));
			const { recording: back, issues } = decodeCsv(csv);
			expect(issues).toEqual([]);
			expect(asText(encodeCsv(back, { raw: true, space })).text).toBe(csv);
		}
	});

	it.each(fixtures.filter(({ name }) => name.startsWith('mrtk-2.8.3')))('keeps every key of $name', ({ recording }) => {
		const back = curvesByPath(decodeCsv(asText(encodeCsv(recording, { raw: true })).text).recording);
		const changed: string[] = [];
		for (const [path, curve] of curvesByPath(recording)) {
			if (curve.count === 0) continue;
			const found = back.get(path);
			if (found === undefined) throw new Error(`${path} is gone`);
			const values = new Map(
				Array.from({ length: found.count }, (_, i) => [getKeyTime(found, i), getKeyValue(found, i)]),
			);
			for (let i = 0; i < curve.count; i++) {
				// At an equal time the later key counts.
				if (getKeyTime(curve, i + 1) === getKeyTime(curve, i)) continue;
				if (!Object.is(values.get(getKeyTime(curve, i)), getKeyValue(curve, i))) changed.push(`${path}[${i}]`);
			}
		}
		expect(changed).toEqual([]);
	});

	it('restores the same table for any recording', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), fc.constantFrom(...SPACE_NAMES), (recording, space) => {
				const { text: csv } = asText(encodeCsv(withoutOddNames(recording), { raw: true, space }));
				const { recording: back } = decodeCsv(csv);
				expect(asText(encodeCsv(back, { raw: true, space })).text).toBe(csv);
			}),
			{ numRuns: 60, seed: 5 },
		);
	});

	it('keeps markers', () => {
		expect(decodeCsv(asText(encodeCsv(smallest)).text).recording.markers).toEqual([
			{ time: 0.25, name: 'früh' },
			{ time: 0.5, name: 'two, "words"' },
			{ time: 0.5, name: 'again' },
		]);
	});
});

describe('reading a table', () => {
	it('takes columns in any order, semicolons with decimal commas, CRLF, a mark at the start and quotes', () => {
		const text = '\ufeff"head_py_m";Time_S;note;left_tracked\r\n"1,5";0;x;TRUE\r\n\r\n;0,5;"y;\r\n";0\r\n-2e1;1;;\r\n';
		const { recording, issues } = decodeCsv(text);
		expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual(['unknown-column note']);
		const { y, x } = recording.head?.position ?? {};
		expect([...(y?.floats ?? [])]).toEqual([0, 1.5, 1, -20]);
		expect(x?.count).toBe(0);
		expect([...(recording.hands?.left.tracked.floats ?? [])]).toEqual([0, 1, 0.5, 0]);
		expect(recording.gaze).toBeNull();
	});

	it('takes tabs, and the space from the option where no column has it', () => {
		const { recording } = decodeCsv('time_s\tgaze_dz\tgaze_dx\n0\t-1\tnan\n1\t\tinf\n', { space: 'webxr' });
		expect([...(recording.gaze?.direction.z.floats ?? [])]).toEqual([0, 1]);
		expect([...(recording.gaze?.direction.x.floats ?? [])]).toEqual([0, Number.NaN, 1, Number.POSITIVE_INFINITY]);
	});

	it.each([
		['', 'line 1: the row with the column names is missing'],
		['a,b\n1,2\n', 'line 1: the column time_s is missing'],
		[
			'time_s,head_x,left_indextip_y\n0,1,2\n',
			'line 1: no known column except time_s; found head_x (nearest: head_qx), left_indextip_y (nearest: left_indexTip_qy)',
		],
		['time_s,head_px_m,HEAD_px_m\n', 'line 1, column HEAD_px_m: duplicate column'],
		['time_s,head_px_m\n0,1\n1\n', 'line 3: expected 2 cells, as in the first row, but found 1'],
		['time_s,head_px_m\n0,1\n1,2,3\n', 'line 3: expected 2 cells, as in the first row, but found 3'],
		['time_s,head_px_m\n0,1\n1,abc\n', 'line 3, column head_px_m: "abc" is not a number'],
		['time_s,head_px_m\n0,0x10\n', 'line 2, column head_px_m: "0x10" is not a number'],
		['time_s,head_px_m\n0,1e39\n', 'line 2, column head_px_m: "1e39" is too large'],
		['time_s,marker\n0,"a\nb"\n0,\n', 'line 4, column time_s: 0 does not come after 0'],
		['time_s\nnan\n', 'line 2, column time_s: "nan" is not a time'],
		['time_s,marker\n,x\n', 'line 2, column time_s: the cell is empty'],
		['time_s,left_tracked\n0,2\n', 'line 2, column left_tracked: "2" is neither 0 nor 1'],
		['time_s,space\n0,unity\n1,webxr\n', 'line 3, column space: "webxr" differs from "unity" in earlier rows'],
		['time_s,space\n0,gltf\n', 'line 2, column space: "gltf" is not one of unity, webxr'],
		['time_s,marker\n0,"a\n', 'line 2: the quoted cell does not end'],
		['time_s,marker\n0,"a"b\n', 'line 2: expected the end of a quoted cell but found "b"'],
	])('%j names the line and the reason', (text, message) => {
		const error = errorOf(() => decodeCsv(text));
		expect(error?.issue).toMatchObject({ code: 'bad-csv' });
		expect(error?.message).toContain(message);
	});

	it('never throws anything but a RecordingError', () => {
		const { text: csv } = asText(encodeCsv(smallest));
		fc.assert(
			fc.property(
				fc.nat({ max: csv.length }),
				fc.nat({ max: 30 }),
				fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom(',', ';', '\n', '"', '""', '\r\n', '-', 'e')),
				(at, cut, insert) => {
					errorOf(() => decodeCsv(csv.slice(0, at) + insert + csv.slice(at + cut)));
				},
			),
			{ numRuns: 3000, seed: 6 },
		);
	});
});

function errorOf(action: () => unknown) {
	try {
		action();
		return null;
	} catch (error) {
		if (isRecordingError(error, 'bad-csv')) return error;
		throw error;
	}
}

// Without the markers that a cell cannot hold (docs/csv.md): empty names and names with line feeds.
function withoutOddNames(recording: Recording): Recording {
	const { head, hands, gaze, layout } = recording;
	const markers = recording.markers.filter(({ name }) => name !== '' && !name.includes('\n'));
	return createRecording({ head, hands, gaze, layout, markers });
}
