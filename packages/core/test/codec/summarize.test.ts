import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
	type ByteView,
	createCurve,
	createRecording,
	getCurveKeys,
	isRecordingError,
	type PoseParts,
	readOutline,
	readRecording,
	summarizeBytes,
	summarizeRecording,
	sumTimeSpans,
	writeRecording,
} from '@handreel/core';
import { createFileBuffer, getRecordingByteLength, mapCurves } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../../fixtures/recorded/', import.meta.url));
const files = readdirSync(folder)
	.filter((name) => name.endsWith('.bin') && !name.includes('0bytes'))
	.map((name) => [name, new Uint8Array(readFileSync(`${folder}${name}`))] as const);

function poseOf(times: readonly number[]): PoseParts {
	const move = createCurve(times.flatMap((time) => [time, time]));
	const zero = createCurve([0, 0]);
	return {
		position: { x: move, y: move, z: move },
		rotation: { x: zero, y: zero, z: zero, w: createCurve([0, 1]) },
	};
}

/** A view that is not memory, and counts what is asked of it. */
class FarView implements ByteView {
	reads = 0;
	readonly #view: DataView;
	constructor(bytes: Uint8Array) {
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}
	get byteLength(): number {
		return this.#view.byteLength;
	}
	getUint8(byteOffset: number): number {
		this.reads++;
		return this.#view.getUint8(byteOffset);
	}
	getInt32(byteOffset: number, littleEndian: true): number {
		this.reads++;
		return this.#view.getInt32(byteOffset, littleEndian);
	}
	getFloat32(byteOffset: number, littleEndian: true): number {
		this.reads++;
		return this.#view.getFloat32(byteOffset, littleEndian);
	}
}

describe('summarizeBytes', () => {
	it.each(files)('%s: agrees with the recording', (_, bytes) => {
		const recording = readRecording(bytes);
		const summary = summarizeBytes(bytes);
		let keys = 0;
		let curves = 0;
		mapCurves(recording, (curve) => {
			keys += getCurveKeys(curve).length / curve.stride;
			curves++;
			return curve;
		});
		expect(summary).toMatchObject({ size: bytes.length, keys, curves, duration: recording.duration });
		expect(summary.markers).toEqual(recording.markers);
		expect([summary.head, summary.hands, summary.gaze].map((part) => part === null)).toEqual(
			[recording.head, recording.hands, recording.gaze].map((part) => part === null),
		);
		const parts = [summary.head, summary.hands?.left, summary.hands?.right, summary.gaze].filter(
			(part) => part != null,
		);
		expect(parts.reduce((sum, part) => sum + part.keys, 0)).toBe(keys);
	});

	it.each(files)('%s: reports the same wherever the bytes lie', (_, bytes) => {
		const summary = summarizeBytes(bytes);
		for (const offset of [0, 1, 2, 3]) {
			const moved = new Uint8Array(bytes.length + 8).subarray(offset, offset + bytes.length);
			moved.set(bytes);
			expect(summarizeBytes(moved)).toEqual(summary);
		}
		const aligned = createFileBuffer(bytes.length, bytes);
		aligned.set(bytes);
		expect(summarizeBytes(aligned)).toEqual(summary);
		expect(summarizeBytes(bytes.slice().buffer)).toEqual(summary);
		expect(summarizeBytes(new DataView(bytes.slice().buffer))).toEqual(summary);
		expect(summarizeBytes(bytes, readOutline(bytes))).toEqual(summary);
		expect(summarizeBytes(new FarView(bytes))).toEqual({ ...summary, durationFrom: 'first and last keys' });
	});

	it('asks a file elsewhere only for a small part of its keys', () => {
		const times = Array.from({ length: 100_000 }, (_, i) => i / 60);
		const bytes = writeRecording(createRecording({ head: poseOf(times) }));
		const view = new FarView(bytes);
		const { duration, frameRate, keys } = summarizeBytes(view);
		expect(duration).toBeCloseTo(99_999 / 60, 3);
		expect(frameRate).toBeCloseTo(60, 3);
		expect(keys).toBe(300_004);
		expect(view.reads).toBeLessThan(2000);
	});

	it('finds the ends of keys out of order and before 0 in memory', () => {
		const bytes = writeRecording(createRecording({ head: poseOf([0.5, -2, 9, 3, Number.NaN]) }));
		expect(summarizeBytes(bytes)).toMatchObject({ start: -2, duration: 9, durationFrom: 'every key' });
	});

	it('lists when hands are tracked and pinch, up to the end', () => {
		const hand = (tracked: number[], pinching: number[]) => ({
			tracked: createCurve(tracked, { kind: 'boolean' }),
			pinching: createCurve(pinching, { kind: 'boolean' }),
			joints: { palm: poseOf([0, 4]) },
		});
		const recording = createRecording({ hands: { left: hand([0, 1, 1, 0, 3, 1], [0, 0]), right: hand([0, 0], []) } });
		const { hands } = summarizeBytes(writeRecording(recording));
		expect(hands?.left).toMatchObject({ joints: 1, pinching: [] });
		expect(hands?.left.tracked).toEqual([
			{ start: 0, end: 1 },
			{ start: 3, end: 4 },
		]);
		expect(sumTimeSpans(hands?.left.tracked ?? [])).toBe(2);
		expect(hands?.right.tracked).toEqual([]);
	});

	it('knows no frame rate where keys are few or irregular', () => {
		const few = createRecording({ head: poseOf([0, 0.1, 0.2]) });
		const wild = createRecording({ head: poseOf(Array.from({ length: 40 }, (_, i) => (i * (i + 1.37)) / 17)) });
		for (const recording of [few, wild]) expect(summarizeBytes(writeRecording(recording)).frameRate).toBe(null);
	});

	it('estimates the same frame rate if keys are out of order, repeated or not finite', () => {
		const times = Array.from({ length: 90 }, (_, i) => i / 72);
		const estimate = (given: number[]): number | null =>
			summarizeBytes(writeRecording(createRecording({ head: poseOf(given) }))).frameRate;
		const expected = estimate(times);
		expect(expected).toBeCloseTo(72, 3);
		expect(estimate(times.toReversed())).toBe(expected);
		expect(estimate(times.flatMap((time) => [time, time]))).toBe(expected);
		expect(estimate([...times, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBe(expected);
	});

	it('estimates an uneven frame rate', () => {
		const times = Array.from({ length: 200 }, (_, i) => (i + 0.35 * Math.sin(i * i)) / 84);
		const { frameRate, isFrameRateSteady } = summarizeBytes(writeRecording(createRecording({ head: poseOf(times) })));
		expect(isFrameRateSteady).toBe(false);
		expect(frameRate).toBeGreaterThan(75);
		expect(frameRate).toBeLessThan(95);
	});

	it('sums up nothing as nothing', () => {
		const recording = createRecording({});
		expect(summarizeBytes(writeRecording(recording))).toMatchObject({
			size: getRecordingByteLength(recording),
			start: 0,
			duration: 0,
			frameRate: null,
			keys: 0,
			hands: null,
		});
		expect(sumTimeSpans([])).toBe(0);
	});

	it('sums up bytes beyond the first 2 GiB of a buffer', () => {
		const recording = createRecording({ head: poseOf([0.5, 1, 2]) });
		const bytes = writeRecording(recording, { layout: 'mrtk-1.0' });
		// The engine commits the memory of no page that is not used.
		const far = new Uint8Array(new ArrayBuffer(2 ** 31 + bytes.length), 2 ** 31);
		far.set(bytes);
		expect(summarizeBytes(far)).toEqual(summarizeBytes(bytes));
		expect(summarizeBytes(far).duration).toBe(2);
	});

	it('throws as reading does', () => {
		const read = (): unknown => summarizeBytes(new Uint8Array(40));
		expect(read).toThrow();
		try {
			read();
		} catch (error) {
			expect(isRecordingError(error, 'bad-magic')).toBe(true);
		}
	});
});

describe('summarizeRecording', () => {
	it.each(files)('%s: reports the same as the summary of the file', (_, bytes) => {
		const file = summarizeBytes(bytes);
		const summary = summarizeRecording(readRecording(bytes));
		const plain = JSON.parse(JSON.stringify(summary, (name, value) => (name === 'bytes' ? undefined : value)));
		expect(JSON.parse(JSON.stringify(file))).toMatchObject(plain);
		expect(Object.keys(plain)).toEqual(expect.arrayContaining(['layout', 'start', 'frameRate', 'curves', 'keys']));
	});

	it('covers the times and keys of what a .bin file cannot store', () => {
		const head = { position: { y: createCurve([1, 1.6, 2, 1.7]) } };
		const aim = { position: { x: createCurve([0.5, 0]) } };
		const rays = summarizeRecording(createRecording({ head, hands: { left: { aim } } }));
		expect(rays).toMatchObject({ start: 0.5, duration: 2, keys: 3, handDetails: { left: { aimKeys: 1 } } });
		const controllers = { right: { axes: [createCurve([7, 0, -1, 1])] } };
		const moved = summarizeRecording(createRecording({ head, controllers }));
		expect(moved).toMatchObject({ start: -1, duration: 7, keys: 4, controllers: { left: null, right: { keys: 2 } } });
		expect(summarizeRecording(createRecording({}))).toMatchObject({ start: 0, duration: 0, keys: 0 });
	});
});
