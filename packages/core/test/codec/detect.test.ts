import {
	describeLayout,
	type Issue,
	isRecordingError,
	LAYOUTS,
	type Layout,
	type LayoutName,
	readOutline,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { chooseLayout } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { boolCurve, concat, emptyFile, fileOf, floatCurve, header, i32, markerList, u8 } from '../support/bytes.ts';

const MARKERS = [
	{ time: 0.5, name: 'grab' },
	{ time: 1, name: 'let go' },
];

/** The layout of a name. */
function layoutOf(name: LayoutName): Layout {
	return describeLayout(name).layout;
}

/** A float curve with `count` keys whose values look like those of a recording. */
function keyed(layout: Layout, count: number, value = 0.25): Uint8Array {
	const key = (i: number) => [i / 60, value + i / 100, ...(layout.keys === 'full' ? [0, 0, 0, 0, 3] : [])];
	return floatCurve(Array.from({ length: count }, (_, i) => key(i)));
}

/** A head file with three keys in each curve. Each curve takes `12 + 3 × key size` bytes. */
function headFile(name: LayoutName): Uint8Array<ArrayBuffer> {
	const layout = layoutOf(name);
	const curves = Object.fromEntries(Array.from({ length: 7 }, (_, slot) => [slot, keyed(layout, 3, 0.25 + slot / 8)]));
	return fileOf(layout, { flags: { head: true }, curves, markers: MARKERS });
}

/** Reads a file and returns in which layout, with the codes of all warnings. */
function detect(bytes: Uint8Array, layout?: Layout | LayoutName): { name: LayoutName; warnings: string[] } {
	const issues: Issue[] = [];
	const onIssue = (issue: Issue): number => issues.push(issue);
	const recording = readRecording(bytes, layout === undefined ? { onIssue } : { onIssue, layout });
	expect(Buffer.compare(writeRecording(recording), bytes)).toBe(0);
	const outline = readOutline(bytes, layout === undefined ? {} : { layout });
	expect(outline.layout).toEqual(recording.layout);
	expect(outline.issues).toEqual(issues);
	return { name: chooseLayout(recording), warnings: issues.map(({ code }) => code) };
}

/** The issue that reading fails with. Reading an outline must fail with the same one. */
function failure(bytes: Uint8Array, layout?: Layout | LayoutName): Issue {
	const options = layout === undefined ? {} : { layout };
	const [fromBytes, fromOutline] = [() => readRecording(bytes, options), () => readOutline(bytes, options)].map(
		(read) => {
			try {
				read();
			} catch (error) {
				if (isRecordingError(error)) return error.issue;
				throw error;
			}
			throw new Error('the file was read');
		},
	);
	if (fromBytes === undefined) throw new Error('unreachable');
	expect(fromOutline).toEqual(fromBytes);
	return fromBytes;
}

/** A copy with a 32-bit integer put in place. */
function patched(bytes: Uint8Array, byteOffset: number, value: number): Uint8Array {
	const copy = bytes.slice();
	copy.set(i32(value), byteOffset);
	return copy;
}

describe('the layout of a file', () => {
	it.each(LAYOUTS)('is found: $name', ({ name, layout }) => {
		const slots = layout.version === '1.0' ? [0, 50, 388] : [0, 50, 394];
		for (const slot of slots) {
			for (const count of [1, 2, 3, 7, 20]) {
				const curves = { [slot]: keyed(layout, count), 7: boolCurve([[0.5, 1]]) };
				for (const markers of [[], MARKERS]) {
					expect(detect(fileOf(layout, { curves, markers }))).toEqual({ name, warnings: [] });
				}
			}
		}
	});

	it('does not depend on the keys of boolean curves', () => {
		const curves = {
			0: boolCurve([[0.5, 1]]),
			3: boolCurve([
				[0.5, 1],
				[1, 0],
			]),
		};
		const withMarkers = fileOf(layoutOf('mrtk-1.1'), { flags: { hands: true }, curves });
		const without = fileOf(layoutOf('documented-1.1'), { flags: { hands: true }, curves });
		expect(detect(withMarkers)).toEqual({ name: 'mrtk-1.1', warnings: [] });
		expect(detect(without)).toEqual({ name: 'documented-1.1', warnings: [] });
	});

	it('may be wrong in wrap modes, weighted modes and order without a warning', () => {
		const odd = floatCurve(
			[
				[2, 1, 0, 0, 0, 0, -9],
				[1, 1, 0, 0, 0, 0, 77],
				[Number.NaN, 1, 0, 0, 0, 0, 4],
			],
			{ pre: -1, post: 99 },
		);
		const bytes = fileOf(layoutOf('documented-1.1'), { flags: { head: true }, curves: { 3: odd } });
		expect(detect(bytes)).toEqual({ name: 'documented-1.1', warnings: [] });
	});
});

describe('a forced layout', () => {
	it.each(LAYOUTS)('is taken by name and as an object: $name', ({ name, layout }) => {
		for (const bytes of [emptyFile(layout), fileOf(layout, { curves: { 0: keyed(layout, 4) }, markers: MARKERS })]) {
			expect(detect(bytes, name)).toEqual({ name, warnings: [] });
			expect(detect(bytes, { ...layout })).toEqual({ name, warnings: [] });
		}
	});

	it('of another version is a layout-mismatch', () => {
		expect(failure(headFile('mrtk-1.1'), 'mrtk-1.0')).toMatchObject({ code: 'layout-mismatch', byteOffset: 8 });
		expect(failure(emptyFile(layoutOf('mrtk-1.0')), 'mrtk-1.1')).toMatchObject({
			code: 'layout-mismatch',
			byteOffset: 8,
		});
	});

	it('that does not fit the bytes is refused with its own error', () => {
		const bytes = headFile('mrtk-1.1');
		expect(failure(bytes, 'simple-1.1')).toMatchObject({ code: 'trailing-bytes', byteOffset: 19 + 7 * 36 });
		expect(failure(bytes, 'extended-1.1').message).toContain('read as 1.1 with full keys');
		const unmarked = headFile('simple-1.1');
		expect(failure(unmarked, 'mrtk-1.1')).toMatchObject({
			code: 'truncated',
			path: 'markers',
			byteOffset: unmarked.length,
		});
	});

	it('that is none of the six is a TypeError', () => {
		const layout = { version: '1.0', keys: 'simple', markers: false } as const;
		expect(() => readRecording(headFile('mrtk-1.1'), { layout })).toThrow(TypeError);
		expect(() => readOutline(headFile('mrtk-1.1'), { layout: 'mrtk' as LayoutName })).toThrow(/^layout: 'mrtk' /);
	});
});

describe('a contrived file that fits full and simple keys', () => {
	// Two full keys with tangents and weights 0, modes Out and Both, and Default wraps everywhere. With simple keys the
	// curve takes (time, value) and the tangents of the first key; the rest of each key, [0, 0, 2] and [0, 0, 3], passes
	// for the header of a curve with so many keys, and the last of them uses up the headers of two curves without keys.
	const contrived = (firstTime: number, secondTime: number): Uint8Array => {
		const wraps = { pre: 0, post: 0 };
		const empty = floatCurve([], wraps);
		const keys = [
			[firstTime, 7, 0, 0, 0, 0, 2],
			[secondTime, 7, 0, 0, 0, 0, 3],
		];
		return concat(header('1.1', { gaze: true }), empty, floatCurve(keys, wraps), empty, empty, empty, empty);
	};

	it('is reported and read with full keys where simple ones would be out of order', () => {
		const bytes = contrived(0, 0.5);
		expect(detect(bytes)).toEqual({ name: 'documented-1.1', warnings: ['ambiguous-layout'] });
		expect(readOutline(bytes).issues).toMatchObject([
			{ code: 'ambiguous-layout', severity: 'warning', byteOffset: 19 },
		]);
	});

	it('is reported and read with simple keys where full ones would be out of order', () => {
		expect(detect(contrived(0, -1))).toEqual({ name: 'simple-1.1', warnings: ['ambiguous-layout'] });
	});

	it('is reported and comes out byte for byte where both are equally plausible', () => {
		expect(detect(contrived(0, 0)).warnings).toEqual(['ambiguous-layout']);
	});

	it('is read without a warning in either layout if the options name it', () => {
		for (const name of ['documented-1.1', 'simple-1.1'] as const) {
			expect(detect(contrived(0, 0.5), name)).toEqual({ name, warnings: [] });
		}
	});

	it('is reported when the marker list of one reading is a tangent of the other', () => {
		// The last five words of the key: one marker at 0 s whose name has 11 bytes.
		const key = concat(i32(0, 0), i32(1, 0, 11, 0, 2));
		const empty = floatCurve([]);
		const bytes = concat(header('1.1', { gaze: true }), empty, empty, empty, empty, empty, i32(8, 8, 1), key);
		expect(detect(bytes).warnings).toEqual(['ambiguous-layout']);
		const name = '\0\0\0\0\0\0\0\x02\0\0\0';
		expect(readRecording(bytes, { layout: 'mrtk-1.1' }).markers).toEqual([{ time: 0, name }]);
		expect(readRecording(bytes, { layout: 'documented-1.1' }).markers).toEqual([]);
	});
});

describe('a damaged file', () => {
	it.each([
		['mrtk-1.1', 8],
		['simple-1.1', 8],
		['documented-1.1', 28],
		['extended-1.1', 28],
	] as const)('of layout %s gets the error of the reading that gets furthest', (name, keySize) => {
		const bytes = headFile(name);
		const curve = (slot: number): number => 19 + slot * (12 + 3 * keySize);
		const reading = `read as 1.1 with ${keySize === 8 ? 'simple' : 'full'} keys`;
		const path = 'head.rotation.y';
		for (const [damaged, code, byteOffset] of [
			[bytes.subarray(0, curve(4) + 5), 'truncated', curve(4)],
			[bytes.subarray(0, curve(4) + 12), 'truncated', curve(4) + 12],
			[bytes.subarray(0, curve(4) + 12 + keySize + 3), 'truncated', curve(4) + 12],
			[patched(bytes, curve(4) + 8, -1), 'bad-count', curve(4) + 8],
			[patched(bytes, curve(4) + 8, 0x7fff_ffff), 'bad-count', curve(4) + 8],
			[patched(bytes, curve(4) + 8, 30), 'bad-count', curve(4) + 8],
		] as const) {
			const issue = failure(damaged);
			expect(issue).toMatchObject({ code, path, byteOffset, severity: 'error' });
			expect(issue.message).toContain(reading);
		}
	});

	it.each(['mrtk-1.1', 'extended-1.1', 'mrtk-1.0'] as const)(
		'of layout %s names what is wrong with its markers',
		(name) => {
			const layout = layoutOf(name);
			const bytes = fileOf(layout, { curves: { 0: keyed(layout, 3), 300: keyed(layout, 2) }, markers: MARKERS });
			const markers = bytes.length - markerList(MARKERS).length;
			const invalid = bytes.slice();
			invalid[markers + 10] = 0xff;
			const spread = concat(bytes.subarray(0, markers + 8), u8(0x84, 0), bytes.subarray(markers + 9));
			const endless = concat(bytes.subarray(0, markers + 8), u8(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0));
			for (const [damaged, code, path, byteOffset] of [
				[spread, 'bad-string', 'markers[0].name', markers + 8],
				[endless, 'bad-string', 'markers[0].name', markers + 8],
				[bytes.subarray(0, -1), 'truncated', 'markers[1].name', markers + 17],
				[bytes.subarray(0, markers + 15), 'truncated', 'markers[1]', markers + 13],
				[bytes.subarray(0, markers + 3), 'truncated', 'markers', markers],
				[invalid, 'bad-string', 'markers[0].name', markers + 8],
				[patched(bytes, markers, -1), 'bad-count', 'markers', markers],
				[patched(bytes, markers, 1), 'trailing-bytes', '', markers + 13],
				[patched(bytes, markers, 3), 'truncated', 'markers[2]', bytes.length],
				[patched(bytes, markers + 4, 0x7fc0_0000), 'bad-marker-time', 'markers[0].time', markers + 4],
				[concat(bytes, u8(0)), 'trailing-bytes', '', bytes.length],
			] as const) {
				expect(failure(damaged)).toMatchObject({ code, path, byteOffset, severity: 'error' });
			}
		},
	);

	it('with one zero key in each curve gets the error of its markers, which only simple keys reach', () => {
		// With full keys each key swallows the curve after it, up to the marker list, which is then taken for a curve.
		const curves = Object.fromEntries(Array.from({ length: 6 }, (_, slot) => [slot, floatCurve([[0, 0]])]));
		const markers = [{ time: 0, name: 'a long name' }];
		const bytes = fileOf(layoutOf('mrtk-1.1'), { flags: { gaze: true }, curves, markers });
		expect(detect(bytes)).toEqual({ name: 'mrtk-1.1', warnings: [] });
		const list = 19 + 6 * 20;
		bytes[bytes.length - 1] = 0xff;
		expect(failure(bytes)).toMatchObject({ code: 'bad-string', path: 'markers[0].name', byteOffset: list + 8 });
		expect(failure(bytes.subarray(0, -1))).toMatchObject({
			code: 'truncated',
			path: 'markers[0].name',
			byteOffset: list + 8,
		});
	});
});
