import { createRecording, DEFAULT_SPACE, type Issue, type SpaceName } from '@handreel/core';
import { readLeaf } from '../columnar/read-leaf.ts';
import { failParquet, openParquet, type ParquetFile, type ReadGroup } from '../columnar/read-parquet.ts';
import { createWarning } from '../common/warning.ts';
import { type Column, listColumns } from '../frames/columns.ts';
import { FRAME_LAYOUT } from '../frames/issues.ts';
import type { NamedRecording } from '../frames/named-recording.ts';
import { groupColumns, POSE_FIELDS, RAY_FIELDS } from '../frames/parts.ts';
import { addMetadata, METADATA_KEY, parseMetadata } from './metadata.ts';
import { RECORDING_COLUMN, TIME_COLUMN } from './names.ts';
import { RowBuilder } from './row-builder.ts';

/** How {@link decodeParquet} reads. */
export interface ParquetReadOptions {
	/** The space of a file without handreel's metadata. Default: core's `DEFAULT_SPACE`. */
	readonly space?: SpaceName;
}

/** All recordings of a Parquet file. */
export interface ParquetReadResult {
	/** In the order of the file. */
	readonly recordings: readonly NamedRecording[];
	/** Unknown columns, as warnings. */
	readonly issues: readonly Issue[];
}

interface Input {
	readonly column: Column;
	readonly leaf: number;
}

/**
 * Returns the recordings of a Parquet file with the columns of {@link encodeParquet}, in any order; only `time` is
 * required. Each value becomes a key at the time of its row, with straight lines between keys; a null adds no key. Files
 * may come from other tools, as long as they are uncompressed or compressed with Snappy.
 *
 * `issues` lists unknown columns. Throws `bad-parquet` for damaged files, for files without times or known columns, and for
 * times that do not increase.
 *
 * @example
 * const { recordings } = decodeParquet(new Uint8Array(await file.arrayBuffer()));
 */
export function decodeParquet(bytes: Uint8Array, options: ParquetReadOptions = {}): ParquetReadResult {
	const file = openParquet(bytes);
	const text = file.texts.get(METADATA_KEY);
	const metadata = text === undefined ? null : parseMetadata(text);
	const space = metadata?.space ?? options.space ?? DEFAULT_SPACE;
	const { time, recording, inputs, issues } = findColumns(file);
	const builders = new Map<string, RowBuilder>();
	for (const name of metadata?.recordings.keys() ?? []) builders.set(name, new RowBuilder(space));
	for (const group of file.groups) readGroup(file, group, { time, recording, inputs, space, builders });
	// A file without rows and metadata is one empty recording.
	if (builders.size === 0) builders.set('', new RowBuilder(space));
	const recordings = [...builders].map(([name, builder]) => {
		const described = metadata?.recordings.get(name);
		const parts = builder.finish();
		return {
			name,
			recording: createRecording(
				described === undefined ? { ...parts, layout: FRAME_LAYOUT } : addMetadata(parts, described),
			),
		};
	});
	return { recordings, issues };
}

interface Columns {
	readonly time: number;
	/** −1 if the column is missing. */
	readonly recording: number;
	readonly inputs: readonly Input[];
	readonly issues: readonly Issue[];
}

function findColumns({ leaves }: ParquetFile): Columns {
	const known = new Map<string, Column>();
	for (const { name, kind, columns } of groupColumns(listColumns())) {
		const fields = kind === 'pose' ? POSE_FIELDS : kind === 'ray' ? RAY_FIELDS : null;
		columns.forEach((column, i) => {
			known.set((fields === null ? name : `${name}.${fields[i]}`).toLowerCase(), column);
		});
	}
	const inputs: Input[] = [];
	const issues: Issue[] = [];
	const places = new Map<string, number>();
	leaves.forEach(({ path, type, isRepeated }, leaf) => {
		const name = path.join('.');
		const key = name.toLowerCase();
		if (places.has(key)) failParquet('duplicate column', null, name);
		places.set(key, leaf);
		if (key === TIME_COLUMN || key === RECORDING_COLUMN) return;
		const column = known.get(key);
		const isNumber = type !== null && type !== 'bytes' && !isRepeated;
		if (column !== undefined && isNumber) inputs.push({ column, leaf });
		else issues.push(createWarning('unknown-column', name, 'unknown column, not read'));
	});
	const time = places.get(TIME_COLUMN);
	if (time === undefined) return failParquet(`the column ${TIME_COLUMN} is missing`);
	if (inputs.length === 0 && issues.length > 0) {
		const found = issues.slice(0, 3).map(({ path }) => path);
		failParquet(`no known column except ${TIME_COLUMN}; found ${found.join(', ')}`);
	}
	return { time, recording: places.get(RECORDING_COLUMN) ?? -1, inputs, issues };
}

function readGroup(
	file: ParquetFile,
	group: ReadGroup,
	{
		time,
		recording,
		inputs,
		space,
		builders,
	}: Omit<Columns, 'issues'> & { readonly space: SpaceName; readonly builders: Map<string, RowBuilder> },
): void {
	const { start } = group.chunks[time]!;
	const times = readLeaf(file, group, time).values;
	if (times.length !== group.rowCount) failParquet('a row has no time', start, TIME_COLUMN);
	if (!(times instanceof Float64Array)) failParquet('expected numbers', start, TIME_COLUMN);
	const names = recording < 0 ? null : readLeaf(file, group, recording).values;
	if (names !== null && (names instanceof Float64Array || names.length !== group.rowCount)) {
		failParquet('expected a text in each row', group.chunks[recording]!.start, RECORDING_COLUMN);
	}
	// Rows of one recording usually follow each other.
	const owners: RowBuilder[] = [];
	let last = '';
	let owner: RowBuilder | undefined;
	for (let row = 0; row < group.rowCount; row++) {
		const name = names?.[row] ?? '';
		if (owner === undefined || name !== last) {
			owner = builders.get(name) ?? new RowBuilder(space);
			builders.set(name, owner);
			last = name;
		}
		owner.addTime(times[row]!, (reason) =>
			failParquet(name === '' ? reason : `${reason} in the recording ${JSON.stringify(name)}`, start, TIME_COLUMN),
		);
		owners.push(owner);
	}
	for (const { column, leaf } of inputs) {
		const { values, isPresent } = readLeaf(file, group, leaf);
		if (!(values instanceof Float64Array)) continue;
		for (let row = 0, at = 0; row < group.rowCount; row++) {
			if (isPresent[row] === 1) owners[row]!.addValue(column, times[row]!, values[at++]!);
		}
	}
}
