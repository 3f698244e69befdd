import { readFileSync } from 'node:fs';
import {
	type Curve,
	createCurve,
	createRecording,
	getCurveKeys,
	type IssueCode,
	type Recording,
	type RecordingParts,
	readOutline,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { diagnoseBytes, diagnoseRecording, repairBytes, repairRecording } from '@handreel/core/diagnose';
import { replaceParts } from '@handreel/core/edit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryLooseRecording, curvesByPath, describeModel } from '../support/arbitrary-recording.ts';
import { concat, fileOf, floatCurve, header, i32, u8 } from '../support/bytes.ts';
import { flipRotations, loseW, scoreRestoration } from '../support/lose-w.ts';
import { createRandom } from '../support/random.ts';

const RECORDED = new URL('../../../../fixtures/recorded/', import.meta.url);
const MRTK_1_1 = { version: '1.1', keys: 'simple', markers: true } as const;
const golden = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, RECORDED)));

/** A recording of a head whose rotation has these keys: time, x, y, z, w. */
function turning(...rows: ReadonlyArray<readonly number[]>): Recording {
	const axis = (field: number) => createCurve(rows.flatMap((row) => [row[0] ?? 0, row[field] ?? 0]));
	return createRecording({ head: { rotation: { x: axis(1), y: axis(2), z: axis(3), w: axis(4) } } });
}

const position = (recording: Recording | null, axis: 'x' | 'y' | 'z'): number[] => {
	const curve = recording?.head?.position[axis];
	return curve === undefined ? [] : [...getCurveKeys(curve)];
};
const moving = (x: readonly number[], options: RecordingParts = {}): Recording =>
	createRecording({ ...options, head: { position: { x: createCurve(x) } } });
const codes = (issues: ReadonlyArray<{ readonly code: IssueCode }>): IssueCode[] => issues.map(({ code }) => code);

describe('repairing a recording', () => {
	it('sorts keys and keeps the order of keys at the same time', () => {
		const { recording, repaired, remaining } = repairRecording(moving([2, 1, 1, 2, 1, 3, 0, 4]));
		expect(position(recording, 'x')).toEqual([0, 4, 1, 2, 1, 3, 2, 1]);
		expect(codes(repaired)).toEqual(['unsorted-keys']);
		expect(codes(remaining)).toEqual(['duplicate-key']);
	});

	it('removes keys that repeat the previous key in every bit', () => {
		const { recording, remaining } = repairRecording(moving([0, 1, 1, 2, 1, 2, 2, 3]));
		expect(position(recording, 'x')).toEqual([0, 1, 1, 2, 2, 3]);
		expect(remaining).toEqual([]);
	});

	it('interpolates positions that are not finite, with less confidence over longer gaps', () => {
		const short = repairRecording(moving([0, 1, 0.0625, Number.NaN, 0.09375, 4]));
		expect(position(short.recording, 'x')).toEqual([0, 1, 0.0625, 3, 0.09375, 4]);
		expect(short.repaired[0]).toMatchObject({ code: 'non-finite-value', confidence: 0.9, time: 0.0625 });
		const long = repairRecording(moving([0, 1, 2, Number.POSITIVE_INFINITY, 4, 3]));
		expect(position(long.recording, 'x')).toEqual([0, 1, 2, 2, 4, 3]);
		expect(long.repaired[0]?.confidence).toBeLessThan(0.2);
	});

	it('removes keys whose time is not finite', () => {
		const { recording } = repairRecording(moving([0, 1, Number.NaN, 9, 1, 2]));
		expect(position(recording, 'x')).toEqual([0, 1, 1, 2]);
	});

	it('leaves a curve without finite values unchanged and returns a reason', () => {
		const given = moving([0, Number.NaN, 1, Number.NaN]);
		const { recording, remaining } = repairRecording(given);
		expect(recording).toBe(given);
		expect(remaining).toMatchObject([{ code: 'non-finite-value', reason: expect.stringContaining('no finite key') }]);
	});

	it('aligns signs by flipping sign bits only', () => {
		const given = turning([0, 0, 0.6, 0, 0.8], [1, -0, -0.6, 0, -0.8], [2, 0, -0.6, 0, -0.8], [3, 0, 0.6, 0, 0.8]);
		const { recording, repaired } = repairRecording(given);
		expect(codes(repaired)).toEqual(['rotation-flip']);
		expect(repaired[0]).toMatchObject({ path: 'head.rotation', time: 1, confidence: null });
		const expected = turning([0, 0, 0.6, 0, 0.8], [1, 0, 0.6, -0, 0.8], [2, -0, 0.6, -0, 0.8], [3, 0, 0.6, 0, 0.8]);
		expect(recording && describeModel(recording)).toEqual(describeModel(expected));
	});

	it('scales tangents together with values', () => {
		const key = (value: number) => createCurve([0, value, 1, 2, 0, 0, 0], { stride: 7 });
		const given = createRecording({ head: { rotation: { x: key(0), y: key(0), z: key(0), w: key(2) } } });
		const { recording } = repairRecording(given);
		const w = recording?.head?.rotation.w;
		expect(w && [...getCurveKeys(w)].slice(0, 4)).toEqual([0, 1, 0.5, 1]);
	});

	it('removes zero rotations if others are left', () => {
		const { recording, remaining } = repairRecording(turning([0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [2, 0, 0, 0, 1]));
		expect(recording?.head?.rotation.w.count).toBe(2);
		expect(remaining).toEqual([]);
		const hopeless = repairRecording(turning([0, 0, 0, 0, 0]));
		expect(codes(hopeless.remaining)).toEqual(['rotation-not-unit']);
	});

	it('removes isolated jumps on request only, and never a jump that lasts', () => {
		const spike = [0, 0, 1 / 64, 0, 2 / 64, 5, 3 / 64, 0, 4 / 64, 0];
		const axes = (x: readonly number[]) => {
			const still = createCurve(x.map((value, i) => (i % 2 === 0 ? value : 0)));
			return createRecording({ head: { position: { x: createCurve(x), y: still, z: still } } });
		};
		expect(codes(repairRecording(axes(spike)).remaining)).toEqual(['teleport']);
		const { recording, repaired } = repairRecording(axes(spike), { removeJumps: true });
		expect(position(recording, 'x')).toEqual([0, 0, 1 / 64, 0, 3 / 64, 0, 4 / 64, 0]);
		expect(repaired).toMatchObject([{ code: 'teleport', severity: 'warning', confidence: 0.8 }]);
		const lasting = axes([0, 0, 1 / 64, 0, 2 / 64, 5, 3 / 64, 5]);
		expect(repairRecording(lasting, { removeJumps: true })).toMatchObject({
			recording: lasting,
			remaining: [{ code: 'teleport', severity: 'info' }],
		});
	});

	it('repairs only the selected issues', () => {
		const given = moving([1, 1, 0, Number.NaN, 0.5, 2]);
		const { recording, repaired, remaining } = repairRecording(given, { only: ['unsorted-keys'] });
		expect(position(recording, 'x')).toEqual([0, Number.NaN, 0.5, 2, 1, 1]);
		expect(codes(repaired)).toEqual(['unsorted-keys']);
		expect(remaining).toMatchObject([{ code: 'non-finite-value', reason: expect.stringContaining('not selected') }]);
		expect(() => repairRecording(given, { only: ['no-such-code' as IssueCode] })).toThrow(TypeError);
	});

	it('returns a recording that needs no repair as it is, with any bits', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (given) => {
				const { recording } = repairRecording(given, { only: [] });
				expect(recording).toBe(given);
			}),
			{ seed: 7, numRuns: 60 },
		);
	});

	it('finds nothing more to repair the second time where W has a key for each time, and X several', () => {
		const axes = {
			x: createCurve([0, 1e-40, 0, 0, 1, 0]),
			y: createCurve([Number.NaN, 0.6, 0.5, 0.8, 1e-38, 0]),
			z: createCurve([0, 0, 0.5, 0, 1, 0]),
		};
		for (const w of [createCurve([0, 0.8]), createCurve([0, 0.8, 1, 0])]) {
			const given = createRecording({ layout: 'mrtk-1.1', head: { rotation: { ...axes, w } } });
			const { recording } = repairRecording(given);
			expect(repairRecording(recording as Recording).repaired).toEqual([]);
		}
	});

	it('finds nothing more to repair the second time, and reports the issues of a diagnosis', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (given) => {
				const before = describeModel(given);
				const { recording, remaining } = repairRecording(given, { removeJumps: true });
				expect(describeModel(given)).toEqual(before);
				if (recording === null) throw new Error('nothing is left of a recording');
				const messages = diagnoseRecording(recording).map(({ message }) => message);
				expect(remaining.map(({ message }) => message)).toEqual(messages);
				expect(codes(remaining)).not.toContain('unsorted-keys');
				const again = repairRecording(recording, { removeJumps: true });
				expect(again.repaired).toEqual([]);
				expect(again.recording).toBe(recording);
			}),
			{ seed: 8, numRuns: 150 },
		);
	});
});

/** A file without W, and its repair, which takes a second. */
const bytes = golden('mrtk-2.6.0-full-5s.bin');
const repair = repairBytes(bytes);

describe('repairing lost W', () => {
	it('changes only W of rotations, in files written by MRTK as well', () => {
		const written = writeRecording(repair.recording as Recording, { layout: 'mrtk-1.1' });
		const [before, after] = [bytes, written].map((file) => curvesByPath(readRecording(file)));
		const changed: string[] = [];
		for (const [path, curve] of before ?? []) {
			const now = after?.get(path);
			if (now === undefined || Buffer.compare(asBytes(curve), asBytes(now)) !== 0) changed.push(path);
		}
		expect(changed).toHaveLength(53);
		expect(changed.filter((path) => !path.endsWith('.rotation.w'))).toEqual([]);
	});

	const random = createRandom(56);
	const noHand = createRecording({ hands: {} }).hands!.left;
	it.each<[string, string, (recording: Recording) => Recording, ('some' | 'none')?]>([
		['with sign flips', 'none-joint', (recording) => flipRotations(recording, random, 0.2)],
		['with partition size 0', 'n020-part0', (recording) => recording, 'none'],
		['with both', 'n033', (recording) => flipRotations(recording, random, 0.2), 'none'],
		[
			'with one hand and no gaze',
			'n100',
			(recording) => replaceParts(recording, { gaze: null, hands: { left: noHand } }),
		],
		['of the head alone', 'camera-only', (recording) => recording],
	])('changes nothing but W in another recording %s', (_, name, vary, partition) => {
		const intact = vary(readRecording(golden(`mrtk-2.8.3-${name}.bin`)));
		const lost = loseW(intact, partition);
		const { recording, restoredW } = repairBytes(writeRecording(lost, { layout: 'mrtk-1.1' }), {
			only: ['rotation-w-lost'],
		});
		const after = curvesByPath(readRecording(writeRecording(recording as Recording, { layout: 'mrtk-1.1' })));
		for (const [path, curve] of curvesByPath(lost)) {
			if (!path.endsWith('.rotation.w')) expect(asBytes(after.get(path) as Curve), path).toEqual(asBytes(curve));
		}
		const poses = Object.entries(restoredW).map(([path, confidences]) => ({ path, keyCount: 0, confidences }));
		const restoration = { recording: recording as Recording, poses, keyCount: 0, unsureCount: 0 };
		expect(scoreRestoration(intact, restoration)).toMatchObject({ off2: 0, off10: 0 });
		expect(poses.length).toBeGreaterThan(0);
	});

	it('aligns flipped signs in the same call', () => {
		const intact = flipRotations(readRecording(golden('mrtk-2.8.3-n100.bin')), createRandom(3), 0.2);
		const once = repairBytes(writeRecording(loseW(intact), { layout: 'mrtk-1.1' }));
		expect(new Set(codes(once.repaired))).toEqual(new Set(['rotation-w-lost', 'rotation-flip']));
		expect(codes(once.remaining)).not.toContain('rotation-flip');
		const again = repairRecording(once.recording as Recording);
		expect(again.repaired).toEqual([]);
		expect(again.recording).toBe(once.recording);
		for (const [path, confidences] of Object.entries(once.restoredW)) {
			expect(confidences).toHaveLength(curvesByPath(once.recording as Recording).get(`${path}.w`)?.count ?? -1);
		}
	});

	it('returns a confidence per issue and per key', () => {
		expect(repair.repaired.map(({ code, path }) => `${code} ${path}`)).toEqual([
			'rotation-w-lost head',
			'rotation-w-lost hands.left',
			'rotation-w-lost hands.right',
		]);
		for (const { confidence } of repair.repaired) expect(confidence).toBeGreaterThan(0.5);
		expect(Object.keys(repair.restoredW)).toHaveLength(53);
		for (const [path, confidences] of Object.entries(repair.restoredW)) {
			expect(confidences).toHaveLength(curvesByPath(repair.recording as Recording).get(`${path}.x`)?.count ?? 0);
			expect(confidences.every((value) => value >= 0 && value <= 1)).toBe(true);
		}
	});
});

describe('repairing a file', () => {
	const keys = [0, 0.25, 0.5, 0.75, 1, 1.25].map((time) => [time, 1 + time]);
	const file = fileOf(MRTK_1_1, {
		flags: { head: true },
		curves: Object.fromEntries([0, 1, 2].map((slot) => [slot, floatCurve(keys)])),
		markers: [{ time: 1, name: 'here' }],
	});
	const curveSize = 12 + keys.length * 8;
	const withCount = (slot: number, count: number): Uint8Array => {
		const damaged = file.slice();
		new DataView(damaged.buffer).setInt32(19 + slot * curveSize + 8, count, true);
		return damaged;
	};

	it.each([-1, 5, 7, 1000, 0x7fff_ffff])('corrects a key count that became %i', (count) => {
		const { recording, repaired, remaining } = repairBytes(withCount(1, count));
		expect(repaired).toMatchObject([{ confidence: 0.95 }]);
		expect(remaining).toEqual([]);
		expect(recording && writeRecording(recording)).toEqual(file);
	});

	it('reports how much of a truncated file was kept', () => {
		const bytes = golden('mrtk-2.8.3-full-5s.bin');
		expect(repairBytes(bytes).kept).toMatchObject({ curves: 395, totalCurves: 395, isEstimated: false });
		const cut = bytes.subarray(0, Math.floor(bytes.length * 0.25));
		const { recording, kept } = repairBytes(cut);
		expect(diagnoseBytes(cut).readable).toEqual(kept);
		const keys = [...curvesByPath(recording as Recording).values()].reduce((sum, { count }) => sum + count, 0);
		expect(kept).toMatchObject({ keys, totalCurves: 395, isEstimated: true });
		expect(kept?.curves).toBeLessThan(150);
		expect((kept?.keys ?? 0) / (kept?.totalKeys ?? 0)).toBeCloseTo(0.25, 1);
		expect((kept?.seconds ?? 0) / (kept?.totalSeconds ?? 0)).toBeLessThan(0.5);
	});

	it('counts removed keys, but not restored keys, as lost', () => {
		expect(repairRecording(moving([0, 1, Number.NaN, 9, 1, 2])).kept).toMatchObject({ keys: 2, totalKeys: 3 });
		const { kept } = repair;
		expect(kept?.keys).toBe(kept?.totalKeys);
		expect(repairBytes(new Uint8Array(5)).kept).toBeNull();
	});

	it('keeps the data before a key count that cannot be corrected', () => {
		const damaged = withCount(1, -1).subarray(0, file.length - 20);
		const { recording, repaired } = repairBytes(damaged);
		expect(recording?.head?.position.x.count).toBe(6);
		expect(recording?.head?.position.y.count).toBe(6);
		expect(recording?.head?.position.z.count).toBe(0);
		expect(repaired).toMatchObject([{ code: 'bad-count', confidence: 0.5 }]);
	});

	it('reads flags with the value that makes the file fit', () => {
		const damaged = file.slice();
		damaged[17] = 200;
		expect(repairBytes(damaged)).toMatchObject({ repaired: [{ code: 'bad-flag', confidence: 0.95 }], remaining: [] });
		expect(repairBytes(damaged).recording?.hands).toBeNull();
	});

	it('accepts a wrong magic number or version only if the rest fits', () => {
		for (const byte of [0, 8, 12]) {
			const damaged = file.slice();
			damaged[byte] = 77;
			expect(repairBytes(damaged).recording?.head?.position.x.count, `byte ${byte}`).toBe(6);
			expect(repairBytes(damaged.subarray(0, -1)).recording, `byte ${byte}`).toBeNull();
		}
	});

	it('keeps complete markers and repairs damaged ones', () => {
		const marker = (time: Uint8Array, ...name: number[]): Uint8Array => concat(time, u8(name.length, ...name));
		const nan = i32(0x7fc00000);
		const one = i32(0x3f800000);
		const list = concat(header('1.1'), i32(4), marker(one, 97), marker(nan, 98), marker(one, 0xff), one, u8(9, 99));
		const { recording, remaining } = repairBytes(list);
		expect(recording?.markers).toEqual([
			{ time: 1, name: 'a' },
			{ time: 1, name: 'b' },
			{ time: 1, name: '\ufffd' },
		]);
		expect(remaining).toEqual([]);
	});

	it('returns no recording if the damage is not selected', () => {
		const { recording, remaining } = repairBytes(file.subarray(0, 60), { only: ['unsorted-keys'] });
		expect(recording).toBeNull();
		expect(remaining).toMatchObject([{ code: 'truncated', reason: expect.stringContaining('not selected') }]);
	});

	it('returns the recording of a clean file, and rejects arguments that are not bytes', () => {
		expect(repairBytes(file)).toMatchObject({ repaired: [], remaining: [] });
		expect(() => repairBytes('file' as unknown as Uint8Array)).toThrow(TypeError);
		expect(() => diagnoseBytes(null as unknown as Uint8Array)).toThrow(TypeError);
	});

	it('respects the offset of a view, and does not share its memory', () => {
		const larger = concat(u8(1, 2, 3), file);
		const { recording, spans } = diagnoseBytes(larger.subarray(3));
		larger.fill(0);
		expect(recording && writeRecording(recording)).toEqual(file);
		expect(spans.at(-1)).toMatchObject({ what: 'marker', path: 'markers[0]' });
	});

	it('lists the bytes that could not be read', () => {
		const { spans } = diagnoseBytes(file.subarray(0, 19 + curveSize + 12 + 20));
		expect(spans.slice(-2)).toEqual([
			{ path: 'head.position.y', byteOffset: 19 + curveSize + 12, byteLength: 16, what: 'keys' },
			{ path: 'head.position.y', byteOffset: 19 + curveSize + 28, byteLength: 4, what: 'unread' },
		]);
		expect(readOutline(file).curves[1]?.byteOffset).toBe(19 + curveSize);
	});
});

function asBytes(curve: Parameters<typeof getCurveKeys>[0]): Uint8Array {
	const { buffer, byteOffset, byteLength } = getCurveKeys(curve);
	return new Uint8Array(buffer, byteOffset, byteLength);
}
