import { decodeRecording, encodeRecording } from '@handreel/convert';
import { decodeCsv } from '@handreel/convert/csv';
import { encodeLeRobot } from '@handreel/convert/lerobot';
import { decodeParquet, encodeParquet } from '@handreel/convert/parquet';
import { createCurve, createRecording, getKeyTime, isRecordingError, type Recording } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { TimeColumn } from '../../src/frames/time-column.ts';

const ROWS = 720;
const RATE = 90;

function tableOf(start: number): string {
	const rows = Array.from({ length: ROWS }, (_, i) => `${start + i / RATE},${i},marker ${i}`);
	return `time_s,head_px_m,marker\n${rows.join('\n')}\n`;
}

const timesOf = ({ head }: Recording): number[] => {
	const { x } = head!.position;
	return Array.from({ length: x.count }, (_, i) => getKeyTime(x, i));
};

const fail = (row: number, reason: string): never => {
	throw new Error(`row ${row}: ${reason}`);
};

describe('absolute times', () => {
	it.each([1_700_000_000.25, 36_000.1, -1e6])(
		'of a CSV that starts at %d s move to 0, with the start in info',
		(start) => {
			const { recording, issues } = decodeCsv(tableOf(start));
			const times = timesOf(recording);
			expect(times.length).toBe(ROWS);
			for (const [i, time] of times.entries()) expect(Math.abs(time - i / RATE)).toBeLessThan(1e-6);
			expect(recording.info.startTime).toBe(start);
			expect(recording.markers[ROWS - 1]!.time).toBe(times[ROWS - 1]);
			expect(issues.map(({ code, severity }) => [code, severity])).toEqual([['times-moved', 'info']]);
		},
	);

	it.each([0, 5, 100.125])('of a CSV that starts at %d s stay', (start) => {
		const { recording, issues } = decodeCsv(tableOf(start));
		expect(timesOf(recording)[1]).toBe(Math.fround(start + 1 / RATE));
		expect(recording.info).toEqual({});
		expect(issues).toEqual([]);
	});

	it('of a Parquet file move to 0', () => {
		const { recording } = decodeCsv(tableOf(0));
		const times = Array.from({ length: ROWS }, (_, i) => 1_700_000_000.25 + i / RATE);
		const { bytes } = encodeParquet([{ name: 'a', recording }], { times });
		const result = decodeParquet(bytes);
		const read = result.recordings[0]!.recording;
		expect(timesOf(read).length).toBe(ROWS);
		expect(timesOf(read)[ROWS - 1]).toBeCloseTo((ROWS - 1) / RATE, 5);
		expect(read.info.startTime).toBe(1_700_000_000.25);
		expect(result.issues.map(({ code }) => code)).toEqual(['times-moved']);
	});

	it('that were float32 come back as they were', async () => {
		const times = Array.from({ length: 50 }, (_, i) => Math.fround(36_000 + i / 72));
		const recording = createRecording({
			head: { position: { x: createCurve(times.flatMap((time) => [time, time])) } },
		});
		for (const format of ['csv', 'parquet'] as const) {
			const { bytes } = await encodeRecording(recording, format);
			expect(timesOf((await decodeRecording(bytes)).recording)).toEqual(times);
		}
	});

	it('that float32 cannot hold are refused', () => {
		const column = new TimeColumn();
		for (const time of [0.1, 1e6 + 0.001, 1e6 + 0.002]) column.add(time, (reason) => fail(0, reason));
		expect(() => column.settle(fail)).toThrow(/row 2: .* are the same as float32 numbers/);
		try {
			decodeCsv('time_s,head_px_m\n0.1,0\n1000000.001,1\n1000000.002,2\n');
			throw new Error('was read');
		} catch (error) {
			if (!isRecordingError(error, 'bad-csv')) throw error;
			expect(error.issue.path).toBe('line 4, column time_s');
		}
	});

	it('that float32 rounds noticeably are reported', () => {
		const column = new TimeColumn();
		for (let i = 0; i < 100; i++) column.add(i * 500.0123, (reason) => fail(i, reason));
		for (let i = 0; i < 200; i++) column.add(60_000.001 + i / 90, (reason) => fail(i, reason));
		expect(column.settle(fail).issues.map(({ code }) => code)).toEqual(['time-precision-lost']);
	});
});

describe('times before 0', () => {
	const keys = Array.from({ length: 161 }, (_, i) => (i - 80) / 20).flatMap((time) => [time, time]);
	const recording = createRecording({ head: { position: { x: createCurve(keys) } } });

	it.each(['csv', 'parquet', 'iwer', 'mcap', 'handsbin', 'bvh'] as const)(
		'are kept by %s at a frame rate',
		async (format) => {
			const { bytes, issues } = await encodeRecording(recording, format, { frameRate: 20 });
			const { recording: read } = await decodeRecording(bytes);
			const times = timesOf(read);
			const isMoved = format !== 'csv' && format !== 'parquet';
			if (format !== 'mcap') expect(times.length).toBe(161);
			expect(issues.some(({ code, path }) => code === 'values-lost' && path === 'times')).toBe(isMoved);
			if (!isMoved) expect(times[0]).toBeCloseTo(-4, 5);
		},
	);

	it('are kept by LeRobot data sets', () => {
		const { issues, files } = encodeLeRobot([{ name: 'a', recording }], { frameRate: 20, state: ['head'] });
		expect(issues.some(({ path }) => path === 'times')).toBe(true);
		const info = files.find(({ path }) => path === 'meta/info.json')!;
		expect(JSON.parse(Buffer.concat([...info.chunks]).toString()).total_frames).toBe(161);
	});
});
