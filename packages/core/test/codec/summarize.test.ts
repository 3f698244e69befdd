import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
	type ByteView,
	createCurve,
	createFileBuffer,
	createRecording,
	getCurveKeys,
	getRecordingByteLength,
	isRecordingError,
	type PoseParts,
	readOutline,
	readRecording,
	summarizeBytes,
	sumTimeSpans,
	writeRecording,
} from '@handreel/core';
import { mapCurves } from '@handreel/core/edit';
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

	it.each(files)('%s: says the same wherever the bytes lie', (_, bytes) => {
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
