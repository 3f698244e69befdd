import { decodeCsv, encodeCsv } from '@handreel/convert/csv';
import { decodeParquet, encodeParquet, encodeParquetChunks } from '@handreel/convert/parquet';

import {
	createCurve,
	createRecording,
	isRecordingError,
	iterateCurves,
	type Recording,
	SPACES,
	type SpaceName,
} from '@handreel/core';
import { getCurveWords } from '@handreel/core/internal';

import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { arbitraryExtendedRecording, arbitraryLooseRecording } from '../../../core/test/support/arbitrary-recording.ts';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { asText } from '../support/as-text.ts';
import { listFixtures } from '../support/fixture-recordings.ts';

const fixtures = listFixtures();
const small = createRecording({
	head: { position: { x: createCurve([0, 1, 0.5, -2.5]) } },
	hands: {
		left: {
			tracked: createCurve([0, 1, 0.5, 0], { kind: 'boolean' }),
			joints: { wrist: { position: { y: createCurve([0, 3, 0.25, 4]) } } },
		},
	},
	markers: [{ time: 0.25, name: 'früh' }],
	info: { device: 'Quest 3' },
});

function encodeOne(recording: Recording, options = {}): Uint8Array<ArrayBuffer> {
	return encodeParquet([{ name: 'a', recording }], options).bytes;
}

function decodeOne(bytes: Uint8Array): Recording {
	const { recordings } = decodeParquet(bytes);
	expect(recordings).toHaveLength(1);
	return recordings[0]!.recording;
}

function listCurves(recording: Recording): Map<string, Uint32Array> {
	const curves = [...iterateCurves(recording)].filter(([, curve]) => curve.count > 0);
	return new Map(curves.map(([path, curve]) => [path, getCurveWords(curve)]));
}

describe('a Parquet file', () => {
	it('has a row per key time, structs for poses, and nulls while a hand is not tracked', async () => {
		const { buffer } = encodeOne(small);
		const rows = await parquetReadObjects({ file: buffer });
		const pose = { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 };
		expect(rows).toEqual([
			{ recording: 'a', time: 0, head: { ...pose, x: 1 }, left_tracked: true, left_wrist: { ...pose, y: 3 } },
			{ recording: 'a', time: 0.25, head: { ...pose, x: -0.75 }, left_tracked: true, left_wrist: { ...pose, y: 4 } },
			{ recording: 'a', time: 0.5, head: { ...pose, x: -2.5 }, left_tracked: false, left_wrist: undefined },
		]);
	});

	it('has a row group per recording, and nulls for parts that a recording lacks', async () => {
		const other = createRecording({ gaze: { direction: { z: createCurve([0, 1, 1, 1]) } } });
		const { bytes } = encodeParquet([
			{ name: 'a', recording: small },
			{ name: 'b', recording: other },
		]);
		const { row_groups: groups } = parquetMetadata(bytes.buffer);
		expect(groups.map((group) => Number(group.num_rows))).toEqual([3, 2]);
		const rows = await parquetReadObjects({ file: bytes.buffer });
		expect(rows[3]).toEqual({
			recording: 'b',
			time: 0,
			head: undefined,
			left_tracked: null,
			left_wrist: undefined,
			gaze: { x: 0, y: 0, z: 0, dx: 0, dy: 0, dz: 1 },
		});
		const { recordings } = decodeParquet(bytes);
		expect(recordings.map(({ name }) => name)).toEqual(['a', 'b']);
		expect(recordings[1]?.recording.head).toBeNull();
		expect(recordings[0]?.recording.markers).toEqual(small.markers);
		expect(recordings[0]?.recording.info).toEqual(small.info);
	});

	it.each(fixtures)('of $name has the values of a CSV table', ({ recording }) => {
		const table = decodeCsv(asText(encodeCsv(recording, { raw: true })).text).recording;
		const back = decodeOne(encodeOne(recording, { raw: true }));
		expect(back.layout).toEqual(recording.layout);
		expect(back.markers).toEqual(recording.markers.map(({ time, name }) => ({ time: Math.fround(time), name })));
		const expected = listCurves(table);
		const found = listCurves(back);
		for (const [path, words] of expected) {
			if (!/^hands\.\w+\.joints/.test(path)) expect(found.get(path), path).toEqual(words);
		}
		// Joints lack the keys of rows without tracking.
		for (const [path, words] of found) {
			expect(isPart(words, expected.get(path) ?? new Uint32Array()), path).toBe(true);
		}
		for (const section of ['head', 'hands', 'gaze'] as const) {
			expect(back[section] === null, section).toBe(recording[section] === null);
		}
	});

	it.each(fixtures)('of $name stays the same when it is read and written again', ({ name, recording }) => {
		const bytes = encodeOne(recording, { raw: true });
		const back = decodeOne(bytes);
		const again = encodeOne(back, { raw: true });
		expect(listCurves(decodeOne(again))).toEqual(listCurves(back));
		// The payload of a NaN is read as that of the usual NaN.
		if (name !== 'odd-bits.bin') expect(Buffer.compare(again, bytes)).toBe(0);
	});

	it('keeps controllers, rays, radii, profiles and information', () => {
		const full = createFullRecording();
		const back = decodeOne(encodeOne(full));
		expect(back.info).toEqual(full.info);
		expect(back.hands?.left.radii).toEqual(full.hands?.left.radii);
		expect(back.controllers?.right?.profiles).toEqual(full.controllers?.right?.profiles);
		expect(back.controllers?.left?.buttons).toHaveLength(full.controllers?.left?.buttons.length ?? 0);
	});

	it('reports every loss', () => {
		const { issues } = encodeParquet([{ name: 'a', recording: createFullRecording() }]);
		expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
			'keys-lost head.position.x',
			'section-lost tracks.block',
			'keys-lost hands.left.joints.none.position.x',
		]);
		const { issues: named } = encodeParquet([
			{ name: 'a', recording: createFullRecording() },
			{ name: 'b', recording: small },
		]);
		expect(named[0]?.message).toMatch(/^a: /);
	});

	it('reports keys of hands that are not tracked', () => {
		const lost = createRecording({
			hands: {
				right: {
					tracked: createCurve([0, 1, 1, 0], { kind: 'boolean' }),
					joints: { palm: { position: { x: createCurve([0, 1, 2, 5]) } } },
				},
			},
		});
		expect(encodeParquet([{ name: 'a', recording: lost }]).issues.map(({ message }) => message)).toContain(
			'hands.right.joints.palm.position.x: keys while it is not tracked are not written (1 in all curves)',
		);
	});

	it.each(Object.keys(SPACES) as SpaceName[])(
		'writes poses in the space %s and reads them back in that of Unity',
		(space) => {
			const straight = createRecording({ head: { position: { z: createCurve([0, 1, 1, 2]) } } });
			const back = decodeOne(encodeOne(straight, { space }));
			expect([...listCurves(back).entries()].find(([path]) => path === 'head.position.z')?.[1]).toEqual(
				[...listCurves(straight).values()][0],
			);
		},
	);

	it('comes in pieces of a column each', () => {
		const { chunks } = encodeParquetChunks([{ name: 'a', recording: small }]);
		const pieces = [...chunks];
		expect(pieces.length).toBeGreaterThan(10);
		expect(Buffer.concat(pieces).equals(encodeOne(small))).toBe(true);
	});

	it.each([
		[[{ name: '', recording: small }], /expected a name/],
		[[small, small].map((recording) => ({ name: 'a', recording })), /two recordings have the name 'a'/],
	])('needs a name for each recording', (recordings, message) => {
		expect(() => encodeParquet(recordings)).toThrow(message);
	});
});

describe('any recording', () => {
	it('survives writing, reading and writing again', () => {
		fc.assert(
			fc.property(fc.oneof(arbitraryLooseRecording(), arbitraryExtendedRecording()), (recording) => {
				let bytes: Uint8Array;
				try {
					bytes = encodeOne(recording, { raw: true });
				} catch (error) {
					// Marker times that are NaN.
					expect(error).toBeInstanceOf(RangeError);
					return;
				}
				const back = decodeOne(bytes);
				const second = encodeOne(back, { raw: true });
				expect(listCurves(decodeOne(second))).toEqual(listCurves(back));
			}),
			{ numRuns: 100 },
		);
	});
});

describe('a damaged file', () => {
	const bytes = encodeOne(small);
	it.each([
		['is empty', new Uint8Array(0), /ends early/],
		['is cut off', bytes.subarray(0, bytes.length - 10), /does not end with PAR1/],
		['has a wrong footer', setByte(bytes, bytes.length - 6, 0xff), /does not fit/],
		['has a column name that is not UTF-8', setByte(bytes, Buffer.from(bytes).lastIndexOf('head'), 0xe9), /not UTF-8/],
		['has a damaged page', setByte(bytes, 12, 0xff), /damaged|outside|decompressed|impossible/],
	])('that %s is refused', (_, damaged, message) => {
		expect(() => decodeParquet(damaged)).toThrow(message);
		try {
			decodeParquet(damaged);
		} catch (error) {
			expect(isRecordingError(error, 'bad-parquet')).toBe(true);
		}
	});
});

function setByte(bytes: Uint8Array, at: number, value: number): Uint8Array {
	const copy = bytes.slice();
	copy[at] = value;
	return copy;
}

/** Whether all pairs of words are among others, in the same order. */
function isPart(words: Uint32Array, all: Uint32Array): boolean {
	let next = 0;
	for (let i = 0; i < all.length && next < words.length; i += 2) {
		if (all[i] === words[next] && all[i + 1] === words[next + 1]) next += 2;
	}
	return next === words.length;
}
