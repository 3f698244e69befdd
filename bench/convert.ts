// Converters beside the obvious way on the same data: JSON.stringify of arrays of keys, JSON.parse alone; other formats beside
// handreel's JSON. Megabytes per second go to standard error: of the recording as a .bin file, so that formats can be compared,
// and the size of the file beside JSON.
import { encodeAnim } from '@handreel/convert/anim';
import { decodeBvh, encodeBvh } from '@handreel/convert/bvh';
import { decodeHandsbin, encodeHandsbin } from '@handreel/convert/handsbin';
import { decodeIwer, encodeIwer } from '@handreel/convert/iwer';
import { decodeJson, encodeJson } from '@handreel/convert/json';
import { encodeLeRobot } from '@handreel/convert/lerobot';
import { decodeMcap, encodeMcap } from '@handreel/convert/mcap';
import { encodeNpz } from '@handreel/convert/npz';
import { decodeParquet, encodeParquet } from '@handreel/convert/parquet';
import { type Recording, readRecording, writeRecording } from '@handreel/core';
import { resampleRecording } from '@handreel/core/edit';
import { mapCurves } from '@handreel/core/internal';
import { makeFile } from './data.ts';
import { type Benchmark, compareSpeed, type Effort } from './harness.ts';

const BYTES = 5e6;
const SMALL_BYTES = 2e6;
const ROUNDS: Readonly<Record<Effort, number>> = { full: 11, quick: 5 };

/** Everything about converting. */
export function listConvertBenchmarks(): Benchmark[] {
	const about = { target: null, better: 'higher', isLarge: false } as const;
	return [
		{
			...about,
			name: 'JSON write 5 MB / JSON.stringify of shortest floats',
			run: (effort) => {
				const recording = readRecording(makeFile('simple', BYTES));
				const ours = (): unknown => encodeJson(recording).bytes;
				return compareSpeed(ours, () => stringifyObvious(recording), { rounds: ROUNDS[effort], collect: true });
			},
		},
		{
			...about,
			name: 'JSON read 5 MB / JSON.parse',
			run: (effort) => {
				// Parsed once, so that both sides read a flat string.
				const json = new TextDecoder().decode(encodeJson(readRecording(makeFile('simple', BYTES))).bytes);
				JSON.parse(json);
				const ours = (): unknown => decodeJson(json);
				return compareSpeed(ours, () => JSON.parse(json), { rounds: ROUNDS[effort], collect: true });
			},
		},
		...OTHERS.flatMap(listFormatBenchmarks),
	];
}

/** A format beside JSON: the same recording, with all frames at shared times. */
interface OtherFormat {
	readonly name: string;
	readonly encode: (recording: Recording) => Uint8Array;
	readonly decode?: (file: Uint8Array) => unknown;
}

const FRAME_RATE = 60;
const OTHERS: readonly OtherFormat[] = [
	{
		name: 'Parquet',
		encode: (recording) => encodeParquet([{ name: 'a', recording }]).bytes,
		decode: (file) => decodeParquet(file),
	},
	{ name: 'NumPy', encode: (recording) => encodeNpz(recording).bytes },
	{
		name: 'MCAP',
		encode: (recording) => encodeMcap(recording).bytes,
		decode: (file) => decodeMcap(file),
	},
	{
		name: 'LeRobot',
		encode: (recording) =>
			Buffer.concat(
				encodeLeRobot([{ name: 'a', recording }], { frameRate: 60 }).files.flatMap(({ chunks }) => [...chunks]),
			),
	},
	{
		name: 'handsbin',
		encode: (recording) => encodeHandsbin(recording).bytes,
		decode: (file) => decodeHandsbin(file),
	},
	{
		name: 'IWER capture',
		encode: (recording) => encodeIwer(recording).bytes,
		decode: (file) => decodeIwer(file),
	},
	{
		name: 'BVH',
		encode: (recording) => encodeBvh(recording, { frameRate: FRAME_RATE }).bytes,
		decode: (file) => decodeBvh(file),
	},
	{ name: 'Unity clip', encode: (recording) => encodeAnim(recording).bytes },
];

function listFormatBenchmarks({ name, encode, decode }: OtherFormat): Benchmark[] {
	const about = { target: null, isLarge: false } as const;
	const size = SMALL_BYTES / 1e6;
	const recordingOf = (): Recording =>
		resampleRecording(readRecording(makeFile('simple', SMALL_BYTES)), { frameRate: FRAME_RATE });
	const compare = (verb: string, effort: Effort, ours: () => unknown, other: () => unknown): number => {
		const { byteLength } = writeRecording(recordingOf());
		const onTime = (milliseconds: number): void =>
			void process.stderr.write(`  ${name} ${verb}: ${formatMegabytes(byteLength / (milliseconds / 1000))} MB/s\n`);
		return compareSpeed(ours, other, { rounds: ROUNDS[effort], collect: true, onTime });
	};
	return [
		{
			...about,
			name: `${name} write ${size} MB / JSON write`,
			better: 'higher',
			run: (effort) => {
				const recording = recordingOf();
				return compare(
					'write',
					effort,
					() => encode(recording),
					() => encodeJson(recording).bytes,
				);
			},
		},
		...(decode === undefined
			? []
			: [
					{
						...about,
						name: `${name} read ${size} MB / JSON read`,
						better: 'higher' as const,
						run: (effort: Effort) => {
							const recording = recordingOf();
							const [file, { bytes: json }] = [encode(recording), encodeJson(recording)];
							return compare(
								'read',
								effort,
								() => decode(file),
								() => decodeJson(json),
							);
						},
					},
				]),
		{
			...about,
			name: `size of ${name} / size of JSON`,
			better: 'lower',
			run: () => {
				const recording = recordingOf();
				const [own, json] = [encode(recording).length, encodeJson(recording).bytes.length];
				const [ownSize, jsonSize] = [own, json].map(formatMegabytes);
				process.stderr.write(`  ${name}: ${ownSize} MB, JSON: ${jsonSize} MB\n`);
				return own / json;
			},
		},
	];
}

const formatMegabytes = (bytes: number): string => (bytes / 1e6).toPrecision(3);

// An array for each key, each float with the fewest of six to nine digits that restore it.
function stringifyObvious(recording: Recording): string {
	const curves: Record<string, unknown> = {};
	mapCurves(recording, (curve, path) => {
		const { floats, start, stride, count, preWrap, postWrap } = curve;
		const keys = Array.from({ length: count }, (_, i) =>
			Array.from(floats.subarray(start + i * stride, start + (i + 1) * stride), shorten),
		);
		curves[path] = { preWrap, postWrap, keys };
		return curve;
	});
	return JSON.stringify(curves);
}

function shorten(value: number): number {
	for (let digits = 6; digits < 9; digits++) {
		const short = Number(value.toPrecision(digits));
		if (Math.fround(short) === value) return short;
	}
	return Number(value.toPrecision(9));
}
