import type { FrameTable, Issue, JointSetName, Recording, SpaceName } from '@handreel/core';
import { checkMarkers, DEFAULT_SPACE } from '@handreel/core/internal';
import { bakeFramesSimd } from '@handreel/core/simd';
import type { ParquetColumn } from '../columnar/columns.ts';
import type { LeafData } from '../columnar/encode-values.ts';
import { ParquetWriter, type RowGroup, writeParquet } from '../columnar/write-parquet.ts';
import type { DatasetResult, DatasetStream, RecordingSource } from '../common/dataset.ts';
import { listLostDetails } from '../common/details.ts';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { joinFile } from '../common/join-chunks.ts';
import { checkNames, type NamedRecording, nameIssues } from '../common/named-recording.ts';
import { createWarning } from '../common/warning.ts';
import { type Column, listPresent, listSetColumns } from '../frames/columns.ts';
import { listFrameIssues } from '../frames/issues.ts';
import { labelRows, listLabelTracks, nameLabelColumn } from '../frames/label-columns.ts';
import type { FrameOptions } from '../frames/options.ts';
import {
	type FramePart,
	findTrackedRows,
	groupColumns,
	locateColumn,
	POSE_FIELDS,
	RAY_FIELDS,
} from '../frames/parts.ts';
import { listRowTimes } from '../frames/row-times.ts';
import { listUntrackedIssues } from '../frames/untracked.ts';
import { describeRecording, formatMetadata, METADATA_KEY } from './metadata.ts';
import { RECORDING_COLUMN, TIME_COLUMN } from './names.ts';

/**
 * Returns a Parquet file of sampled frames: a row per frame with `recording`, `time`, states, and a struct
 * `{x y z qx qy qz qw}` per pose, such as `head` and `left_indexTip`, which is null while a hand is not tracked. Labels of
 * spans are columns such as `label_gesture`. Every recording is a row group. `docs/parquet.md` lists the columns.
 *
 * Throws `TypeError` for recordings without a unique name, `RangeError` for a frame rate that is not above 0, for
 * times that do not increase and for marker times that are NaN.
 *
 * @example encodeParquet([{ name: 'session-1', recording }], { frameRate: 60 }).bytes
 */
export function encodeParquet(recordings: readonly NamedRecording[], options: FrameOptions = {}): EncodeResult {
	return joinFile(encodeParquetChunks(recordings, options));
}

/** {@link encodeParquet} in pieces, for many recordings. Memory holds the frames of one recording at a time. */
export function encodeParquetChunks(recordings: readonly NamedRecording[], options: FrameOptions = {}): EncodeChunks {
	checkNames(recordings);
	for (const { recording } of recordings) checkMarkers(recording.markers);
	const { space = DEFAULT_SPACE, joints } = options;
	const times = recordings.map(({ recording }) => listRowTimes(recording, options));
	const parts = groupColumns(listUnion(recordings, joints));
	const labels = new Set(recordings.flatMap(({ recording }) => listLabelTracks(recording).map(nameLabelColumn)));
	const write = (): Generator<Uint8Array<ArrayBuffer>> => {
		const groups = listGroups(recordings, times, parts, options);
		return writeParquet(listParquetColumns(parts, labels), groups, () => describeFile(recordings, space));
	};
	const issues = recordings.map(({ recording }, i) => listIssues(recording, times[i]!, options));
	return { chunks: { [Symbol.iterator]: write }, issues: nameIssues(issues, recordings) };
}

/** {@link encodeParquetChunks} for one recording. */
export function encodeOneParquet(
	recording: Recording,
	{ name = 'recording', ...options }: FrameOptions & { readonly name?: string | undefined },
): EncodeChunks {
	return encodeParquetChunks([{ name, recording }], options);
}

/** A Parquet file in pieces, of recordings that are read one at a time. */
export interface ParquetStream {
	/** Made on demand, once. */
	readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
	/** Data that the file does not hold, as warnings. */
	readonly issues: readonly Issue[];
}

/**
 * {@link encodeParquet} for more recordings than memory can hold. Reads each recording twice: for the columns of the file, which
 * all recordings share, and for its frames. Memory holds one recording, and some ten kilobytes for the description of each of them.
 *
 * Rejects like {@link encodeParquet}, and with the errors of `load`.
 *
 * @example
 * const takes = ['grab', 'wave'].map((name) => ({ name, load: async () => loadRecording(await fetch(`${name}.bin`)) }));
 * const { chunks } = await streamParquet(takes);
 * for await (const chunk of chunks) console.log(chunk.length);
 */
export async function streamParquet(
	sources: readonly RecordingSource[],
	options: FrameOptions = {},
): Promise<ParquetStream> {
	checkNames(sources);
	const { space = DEFAULT_SPACE, joints } = options;
	const present = new Set<string>();
	const labels = new Set<string>();
	const described: object[] = [];
	const issues: Issue[][] = [];
	for (const { name, load } of sources) {
		const recording = await load();
		checkMarkers(recording.markers);
		for (const column of listPresent(recording, joints)) present.add(column.name);
		for (const track of listLabelTracks(recording)) labels.add(nameLabelColumn(track));
		described.push(describeRecording(name, recording));
		issues.push(listIssues(recording, listRowTimes(recording, options), options));
	}
	const parts = groupColumns(listNamed(present, joints));
	async function* write(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
		const writer = new ParquetWriter(listParquetColumns(parts, labels));
		yield* writer.start();
		for (const { name, load } of sources) {
			const recording = await load();
			const groups = listGroups([{ name, recording }], [listRowTimes(recording, options)], parts, options);
			for (const group of groups) yield* writer.addGroup(group);
		}
		yield* writer.end({ [METADATA_KEY]: formatMetadata(space, described) });
	}
	return { chunks: { [Symbol.asyncIterator]: write }, issues: nameIssues(issues, sources) };
}

const FILE_NAME = 'recordings.parquet';

/** {@link encodeParquetChunks} as a data set of one file. */
export function encodeParquetDataset(recordings: readonly NamedRecording[], options: FrameOptions): DatasetResult {
	const { chunks, issues } = encodeParquetChunks(recordings, options);
	return { files: [{ path: FILE_NAME, chunks }], issues };
}

/** {@link streamParquet} as a data set of one file. */
export async function streamParquetDataset(
	sources: readonly RecordingSource[],
	options: FrameOptions,
): Promise<DatasetStream> {
	const { chunks, issues } = await streamParquet(sources, options);
	return { files: [{ path: FILE_NAME, chunks }], issues };
}

function listIssues(recording: Recording, rows: ArrayLike<number>, options: FrameOptions): Issue[] {
	const columns = rows.length === 0 ? [] : listPresent(recording, options.joints);
	return [
		...listFrameIssues(recording, rows, options, columns, ['layout', 'sections', 'details', 'spans']),
		...listLostDetails(recording).map((path) => createWarning('values-lost', path, 'JSON cannot hold it')),
		...listUntrackedIssues(recording),
	];
}

function describeFile(recordings: readonly NamedRecording[], space: SpaceName): Readonly<Record<string, string>> {
	const described = recordings.map(({ name, recording }) => describeRecording(name, recording));
	return { [METADATA_KEY]: formatMetadata(space, described) };
}

// The columns of all recordings, in the order of a table.
function listUnion(recordings: readonly NamedRecording[], joints: JointSetName | undefined): Column[] {
	const present = recordings.flatMap(({ recording }) => listPresent(recording, joints).map(({ name }) => name));
	return listNamed(new Set(present), joints);
}

function listNamed(names: ReadonlySet<string>, joints: JointSetName | undefined): Column[] {
	return listSetColumns(joints).filter(({ name }) => names.has(name));
}

function listParquetColumns(parts: readonly FramePart[], labels: ReadonlySet<string>): ParquetColumn[] {
	return [
		{ name: RECORDING_COLUMN, kind: 'value', type: 'bytes', isOptional: false },
		{ name: TIME_COLUMN, kind: 'value', type: 'double', isOptional: false },
		...parts.map(({ name, kind }): ParquetColumn => {
			if (kind === 'pose' || kind === 'ray') {
				return { name, kind: 'struct', fields: kind === 'pose' ? POSE_FIELDS : RAY_FIELDS };
			}
			return { name, kind: 'value', type: kind, isOptional: true };
		}),
		...[...labels].map((name): ParquetColumn => ({ name, kind: 'value', type: 'bytes', isOptional: true })),
	];
}

function* listGroups(
	recordings: readonly NamedRecording[],
	times: readonly ArrayLike<number>[],
	parts: readonly FramePart[],
	options: FrameOptions,
): Generator<RowGroup> {
	for (const [i, { name, recording }] of recordings.entries()) {
		const rows = times[i]!;
		if (rows.length === 0) continue;
		const { frameRate: _, joints, ...sampling } = options;
		const table = bakeFramesSimd(recording, { ...sampling, times: rows });
		const present = new Set(groupColumns(listPresent(recording, joints)).map((part) => part.name));
		yield createGroup(name, recording, table, parts, present);
	}
}

function createGroup(
	name: string,
	recording: Recording,
	table: FrameTable,
	parts: readonly FramePart[],
	present: ReadonlySet<string>,
): RowGroup {
	const byName = new Map(parts.map((part) => [part.name, part]));
	const rowCount = table.times.length;
	const tracks = listLabelTracks(recording);
	return {
		rowCount,
		readLeaf: ({ path: [column = '', field] }): LeafData => {
			if (column === RECORDING_COLUMN) return { values: new Array<string>(rowCount).fill(name) };
			if (column === TIME_COLUMN) return { values: table.times };
			const labeled = tracks.find((track) => nameLabelColumn(track) === column);
			if (labeled !== undefined) {
				const cells = labelRows(labeled.spans, table.times);
				return {
					values: cells.filter((cell) => cell !== null),
					isPresent: Uint8Array.from(cells, (cell) => +(cell !== null)),
				};
			}
			const part = byName.get(column);
			const fields = part?.kind === 'ray' ? RAY_FIELDS : POSE_FIELDS;
			const source = part?.columns[field === undefined ? 0 : fields.indexOf(field)];
			if (part === undefined || source === undefined || !present.has(column)) {
				return { values: new Float32Array(0), isPresent: new Uint8Array(rowCount) };
			}
			const isPresent = findTrackedRows(recording, table, part);
			return { values: pickValues(table, source, isPresent), isPresent: isPresent ?? undefined };
		},
	};
}

function pickValues(table: FrameTable, column: Column, isPresent: Uint8Array | null): Float32Array | Uint8Array {
	const place = locateColumn(table, column);
	if (place === null) throw new TypeError(`${column.path}: the table has no such column`);
	const { values, stride, offset } = place;
	const rowCount = table.times.length;
	const picked = new (column.kind === 'boolean' ? Uint8Array : Float32Array)(rowCount);
	let count = 0;
	for (let row = 0, at = offset; row < rowCount; row++, at += stride) {
		if (isPresent === null || isPresent[row] === 1) picked[count++] = values[at]!;
	}
	return picked.subarray(0, count);
}
