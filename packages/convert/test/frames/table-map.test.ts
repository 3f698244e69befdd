import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { decodeRecording, type TableMap } from '@handreel/convert';
import { decodeCsv } from '@handreel/convert/csv';
import { decodeParquet } from '@handreel/convert/parquet';
import { evaluateCurve, isRecordingError, type Recording } from '@handreel/core';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'handreel-map-')).replaceAll('\\', '/');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

// A logger with other conventions: Unix milliseconds, millimeters, right-handed, w first, empty cells while the hand is lost.
const START = 1_700_000_000_000;
const ROWS = 200;
const isLost = (row: number): boolean => row >= 50 && row < 80;
const place = (row: number): number[] => [100 + row, 200 - row, 300 + 2 * row];
const TURN = [0.5, 0.5, -0.5, 0.5];
const NAMES = [
	'Timestamp_ms',
	'wrist_x',
	'wrist_y',
	'wrist_z',
	'wrist_qw',
	'wrist_qx',
	'wrist_qy',
	'wrist_qz',
	'score',
];
const listCells = (row: number): (number | null)[] => [
	START + row * 10,
	...(isLost(row) ? Array.from({ length: 7 }, () => null) : [...place(row), ...TURN]),
	0.9,
];
const csv = [NAMES, ...Array.from({ length: ROWS }, (_, row) => listCells(row))].map((row) => row.join(',')).join('\n');
const columns = {
	wrist_x: 'right_wrist.x',
	Wrist_Y: 'right_wrist.y',
	wrist_z: 'right_wrist.z',
	wrist_qw: 'right_wrist.qw',
	wrist_qx: 'right_wrist.qx',
	wrist_qy: 'right_wrist.qy',
	wrist_qz: 'right_wrist.qz',
};
const map: TableMap = { time: { column: 'timestamp_ms', unit: 'ms' }, unit: 'mm', space: 'webxr', columns };

function check({ hands, info, duration }: Recording): void {
	expect(info.startTime).toBe(START / 1000);
	expect(duration).toBeCloseTo((ROWS - 1) / 100, 5);
	const { position, rotation } = hands!.right.joints.wrist;
	expect(position.x.count).toBe(ROWS - 30);
	for (const row of [0, 49, 80, 199]) {
		const [x = 0, y = 0, z = 0] = place(row);
		const time = row / 100;
		expect(evaluateCurve(position.x, time)).toBeCloseTo(x / 1000, 5);
		expect(evaluateCurve(position.y, time)).toBeCloseTo(y / 1000, 5);
		expect(evaluateCurve(position.z, time)).toBeCloseTo(-z / 1000, 5);
	}
	const turn = [rotation.x, rotation.y, rotation.z, rotation.w].map((curve) => evaluateCurve(curve, 0));
	expect(turn).toEqual([-0.5, 0.5, 0.5, 0.5]);
	const states = [0.49, 0.51, 0.79, 0.81].map((time) => evaluateCurve(hands!.right.tracked, time));
	expect(states).toEqual([1, 0, 0, 1]);
	expect(hands!.left.tracked.count).toBe(0);
}

async function refuse(bytes: Uint8Array): Promise<string> {
	const error = await decodeRecording(bytes).catch((caught: unknown) => caught);
	if (!isRecordingError(error)) throw error;
	return error.message;
}

// The map that an error shows.
function readHint(message: string): TableMap {
	return JSON.parse(message.slice(message.indexOf('{')));
}

describe('the table of another program', () => {
	it('is read from CSV with a map of columns, units, time base and space', async () => {
		const { recording, issues } = decodeCsv(csv, { map });
		check(recording);
		expect(issues.map(({ code, path }) => [code, path])).toEqual([
			['unknown-column', 'score'],
			['times-moved', 'times'],
		]);
		check((await decodeRecording(utf8(csv), { map })).recording);
	});

	it('is read from Parquet that DuckDB wrote', async () => {
		const connection = await (await DuckDBInstance.create(':memory:')).connect();
		const rows = Array.from({ length: ROWS }, (_, row) => {
			const [time, x, y, z, ...rest] = listCells(row).map((cell) => cell ?? 'NULL');
			const [qw, qx, qy, qz] = rest;
			return `(${time}::BIGINT, {'p': {'x': ${x}::DOUBLE, 'y': ${y}::DOUBLE, 'z': ${z}::DOUBLE}, 'q': [${[qw, qx, qy, qz]}]}, ${qw}::FLOAT, ${qx}::FLOAT, ${qy}::FLOAT, ${qz}::FLOAT)`;
		});
		const file = `${folder}/other.parquet`;
		await connection.run(
			`COPY (SELECT * FROM (VALUES ${rows}) t(stamp, hand, w, a, b, c)) TO '${file}' (FORMAT parquet)`,
		);
		const bytes = new Uint8Array(readFileSync(file));
		const other: TableMap = {
			...map,
			time: { column: 'stamp', unit: 'ms' },
			columns: {
				'hand.p.x': 'right_wrist.x',
				'hand.p.y': 'right_wrist.y',
				'hand.p.z': 'right_wrist.z',
				w: 'right_wrist.qw',
				a: 'right_wrist.qx',
				b: 'right_wrist.qy',
				c: 'right_wrist.qz',
			},
		};
		check(decodeParquet(bytes, { map: other }).recordings[0]!.recording);
		check((await decodeRecording(bytes, { map: other })).recording);
		expect(await refuse(bytes)).toContain('the column time is missing');
	});

	it('may have no times, but markers and states', () => {
		const text = 'event;x;seen\n;0;1\nstart;0,5;1\n;1;0\n';
		const { recording } = decodeCsv(text, {
			map: { frameRate: 50, unit: 'cm', columns: { event: 'marker', x: 'left_palm.x', seen: 'left_tracked' } },
		});
		expect(recording.duration).toBeCloseTo(0.04, 6);
		expect(recording.markers).toEqual([{ time: Math.fround(0.02), name: 'start' }]);
		expect(evaluateCurve(recording.hands!.left.joints.palm.position.x, 0.04)).toBeCloseTo(0.01, 7);
		expect(evaluateCurve(recording.hands!.left.tracked, 0.04)).toBe(0);
	});

	it('comes with a map in the error that reads it', async () => {
		const message = await refuse(utf8(csv));
		expect(message).toMatch(/^line 1: the column time_s is missing; a map reads the table/);
		const hint = readHint(message);
		expect(hint.time).toEqual({ column: 'Timestamp_ms', unit: 'ms' });
		expect(hint.columns).toEqual(
			Object.fromEntries(Object.entries(columns).map(([key, value]) => [key.toLowerCase(), value])),
		);
		check((await decodeRecording(utf8(csv), { map: { ...hint, unit: 'mm', space: 'webxr' } })).recording);
	});

	it.each([
		['t,RightIndexTipPosX,RightIndexTipPosY,RightIndexTipPosZ', 'right_indexTip.x right_indexTip.y right_indexTip.z'],
		[
			'time_s,L_INDEX_FINGER_MCP_x,L_INDEX_FINGER_MCP_y,L_INDEX_FINGER_MCP_z',
			'left_indexKnuckle.x left_indexKnuckle.y left_indexKnuckle.z',
		],
		['frame,hmd_x,hmd_y,hmd_z,hmd_rot_x,hmd_rot_y,hmd_rot_z', 'head.x head.y head.z'],
		[
			'time\tleft_hand_px_mm\tleft_hand_py_mm\tleft_hand_pz_mm\tleft_tracked',
			'left_wrist.x left_wrist.y left_wrist.z left_tracked',
		],
		[
			'time,lefthand.thumb_cmc.x,lefthand.thumb_cmc.y,lefthand.thumb_cmc.z',
			'left_thumbMetacarpal.x left_thumbMetacarpal.y left_thumbMetacarpal.z',
		],
	])('guesses the columns of %j', async (heading, expected) => {
		const width = heading.split(/[,\t]/).length;
		const separator = heading.includes('\t') ? '\t' : ',';
		const row = (value: number): string => Array.from({ length: width }, () => value).join(separator);
		const message = await refuse(utf8(`${heading}\n${row(0)}\n${row(1)}\n`));
		const hint = readHint(message);
		expect(Object.values(hint.columns).join(' ')).toBe(expected);
		expect(hint.unit).toBe(heading.includes('mm') ? 'mm' : 'm');
		const { recording } = await decodeRecording(utf8(`${heading}\n${row(0)}\n${row(1)}\n`), { map: hint });
		expect(recording.duration).toBeGreaterThan(0);
	});

	it.each(['a,b,c\n1,2,3\n', 'city,population\nRome,3\n', 'time,x,y\n0,1,2\n'])('has no map in %j', async (text) => {
		expect(await refuse(utf8(text))).not.toContain('a map');
	});

	it.each([
		[{ columns: {} }, 'map: expected either time, the column with the times, or frameRate'],
		[{ frameRate: 0, columns: {} }, 'map.frameRate: 0 is not a number above 0'],
		[{ frameRate: 30 }, 'map.columns: must be an object'],
		[{ time: 5, columns: {} }, 'map.time: must be the name of a column'],
		[{ frameRate: 30, unit: 'in', columns: {} }, 'map.unit: "in" is not one of m, cm, mm'],
		[{ frameRate: 30, space: 'mars', columns: {} }, 'map.space: "mars" is not one of'],
		[{ frameRate: 30, columns: { wrist_x: 'right_wrst.x' } }, 'nearest: right_wrist.x'],
		[
			{ frameRate: 30, columns: { wrist_x: 'head.x', wrist_y: 'head.x' } },
			'map.columns.wrist_y: "head.x" has two columns',
		],
		[{ frameRate: 30, columns: { elbow: 'head.x' } }, 'map: the table has no column "elbow"'],
	])('refuses the map %j', (wrong, message) => {
		const read = (): unknown => decodeCsv(csv, { map: wrong as unknown as TableMap });
		expect(read).toThrow(TypeError);
		expect(read).toThrow(message);
	});
});
