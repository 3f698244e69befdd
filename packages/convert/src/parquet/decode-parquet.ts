import { createRecording, type Issue } from '@handreel/core';
import { clipText, DEFAULT_SPACE, quoteValue, ReadBudget } from '@handreel/core/internal';
import { readLeaf } from '../columnar/read-leaf.ts';
import { failParquet, openParquet, type ParquetFile, type ReadGroup } from '../columnar/read-parquet.ts';
import { type NamedRecording, nameIssues } from '../common/named-recording.ts';
import { createWarning } from '../common/warning.ts';
import type { Column } from '../frames/columns.ts';
import { nameLabelColumn } from '../frames/label-columns.ts';
import { checkMapped, listFields, type ReadMap, readTableMap, toKey } from '../frames/table-map.ts';
import { addMetadata, METADATA_KEY, parseMetadata } from './metadata.ts';
import { RECORDING_COLUMN, TIME_COLUMN } from './names.ts';
import type { ParquetReadOptions } from './options.ts';
import { RowBuilder } from './row-builder.ts';

/** All recordings of a Parquet file. */
export interface ParquetReadResult {
	/** In the order of the file. */
	readonly recordings: readonly NamedRecording[];
	/** Unknown columns, as warnings. */
	readonly issues: readonly Issue[];
}

/** Memory of the recording of a row, in a list that grows. */
const OWNER_BYTES = 16;

interface Input {
	readonly column: Column;
	readonly leaf: number;
	/** What values are multiplied with. */
	readonly factor: number;
}

/**
 * Returns the recordings of a Parquet file with the columns of {@link encodeParquet}, in any order; only `time` is
 * required. Each value becomes a key at the time of its row, with straight lines between keys; a null adds no key. Files
 * may come from other tools, as long as they are uncompressed or compressed with Snappy.
 *
 * The tables of other programs need a `map`.
 *
 * `issues` lists unknown columns. Throws `bad-parquet` for damaged files, for files without times or known columns, and for
 * times that do not increase, `too-large` for files beyond `limits`, and `TypeError` for a map that does not fit.
 *
 * @example
 * const { recordings } = decodeParquet(new Uint8Array(await file.arrayBuffer()));
 */
export function decodeParquet(bytes: Uint8Array, options: ParquetReadOptions = {}): ParquetReadResult {
	const budget = new ReadBudget(options.limits, bytes.length, 'table');
	const file = openParquet(bytes, budget);
	const text = file.texts.get(METADATA_KEY);
	const metadata = text === undefined ? null : parseMetadata(text, budget);
	const map = options.map === undefined ? null : readTableMap(options.map, [RECORDING_COLUMN]);
	const space = map?.space ?? metadata?.space ?? options.space ?? DEFAULT_SPACE;
	const tracks = [...(metadata?.recordings.values() ?? [])].flatMap((described) => described.tracks);
	const columns = findColumns(file, map, tracks.map(nameLabelColumn));
	const { issues } = columns;
	const builders = new Map<string, RowBuilder>();
	const createBuilder = (): RowBuilder => new RowBuilder(space, budget, map !== null);
	for (const name of metadata?.recordings.keys() ?? []) builders.set(name, createBuilder());
	for (const group of file.groups) readGroup(file, group, { ...columns, builders, createBuilder }, budget);
	// A file without rows and metadata is one empty recording.
	if (builders.size === 0) builders.set('', createBuilder());
	const moved: Issue[][] = [];
	const recordings = [...builders].map(([name, builder]) => {
		const described = metadata?.recordings.get(name);
		const { parts, issues: found } = builder.finish((reason) =>
			failParquet(nameReason(reason, name), null, columns.timeName),
		);
		moved.push([...found]);
		return {
			name,
			recording: createRecording(described === undefined ? parts : addMetadata(parts, described)),
		};
	});
	return { recordings, issues: [...issues, ...nameIssues(moved, recordings)] };
}

function nameReason(reason: string, name: string): string {
	return name === '' ? reason : `${reason} in the recording ${quoteValue(name)}`;
}

interface Columns {
	/** −1 if rows are counted. */
	readonly time: number;
	readonly timeName: string;
	/** Units of the times, or rows, per second. */
	readonly perSecond: number;
	/** −1 if the column is missing. */
	readonly recording: number;
	readonly inputs: readonly Input[];
	readonly issues: readonly Issue[];
}

// Labels come from the description of the file.
function findColumns({ leaves }: ParquetFile, map: ReadMap | null, labels: readonly string[]): Columns {
	const known = map?.columns ?? listFields();
	const others =
		map === null
			? [TIME_COLUMN, RECORDING_COLUMN, ...labels.map(toKey)]
			: [...(map.time === null ? [] : [map.time]), ...map.others.values()];
	const inputs: Input[] = [];
	const issues: Issue[] = [];
	const places = new Map<string, number>();
	leaves.forEach(({ path, type, isRepeated }, leaf) => {
		const name = path.join('.');
		const key = toKey(name);
		if (places.has(key)) failParquet('duplicate column', null, name);
		places.set(key, leaf);
		if (others.includes(key)) return;
		const column = known.get(key);
		const isNumber = type !== null && type !== 'bytes' && !isRepeated;
		if (column !== undefined && isNumber) inputs.push({ column, leaf, factor: map?.factorOf(column) ?? 1 });
		else issues.push(createWarning('unknown-column', name, 'unknown column, not read'));
	});
	if (map !== null) {
		checkMapped(map, (key) => places.has(key));
		return {
			time: map.time === null ? -1 : places.get(map.time)!,
			timeName: map.time ?? 'times',
			perSecond: map.perSecond,
			recording: places.get(map.others.get(RECORDING_COLUMN) ?? '') ?? -1,
			inputs,
			issues,
		};
	}
	const time = places.get(TIME_COLUMN);
	if (time === undefined) return failParquet(`the column ${TIME_COLUMN} is missing`);
	if (inputs.length === 0 && issues.length > 0) {
		const found = issues.slice(0, 3).map(({ path }) => clipText(path));
		failParquet(`no known column except ${TIME_COLUMN}; found ${found.join(', ')}`);
	}
	const recording = places.get(RECORDING_COLUMN) ?? -1;
	return { time, timeName: TIME_COLUMN, perSecond: 1, recording, inputs, issues };
}

function readGroup(
	file: ParquetFile,
	group: ReadGroup,
	{
		time,
		timeName,
		perSecond,
		recording,
		inputs,
		builders,
		createBuilder,
	}: Omit<Columns, 'issues'> & { readonly builders: Map<string, RowBuilder>; readonly createBuilder: () => RowBuilder },
	budget: ReadBudget,
): void {
	const start = group.chunks[time]?.start ?? null;
	const times = time < 0 ? null : readLeaf(file, group, time, budget).values;
	if (times !== null && times.length !== group.rowCount) failParquet('a row has no time', start, timeName);
	if (times !== null && !(times instanceof Float64Array)) failParquet('expected numbers', start, timeName);
	const names = recording < 0 ? null : readLeaf(file, group, recording, budget).values;
	if (names !== null && (names instanceof Float64Array || names.length !== group.rowCount)) {
		failParquet('expected a text in each row', group.chunks[recording]!.start, RECORDING_COLUMN);
	}
	// Rows of one recording usually follow each other.
	budget.chargeBytes(OWNER_BYTES * group.rowCount);
	const owners: RowBuilder[] = [];
	const rows = new Uint32Array(group.rowCount);
	let last = '';
	let owner: RowBuilder | undefined;
	for (let row = 0; row < group.rowCount; row++) {
		const name = names?.[row] ?? '';
		if (owner === undefined || name !== last) {
			owner = builders.get(name) ?? createBuilder();
			builders.set(name, owner);
			last = name;
		}
		const given = times === null ? owner.rowCount : times[row]!;
		rows[row] = owner.addTime(given / perSecond, (reason) => failParquet(nameReason(reason, name), start, timeName));
		owners.push(owner);
	}
	for (const { column, leaf, factor } of inputs) {
		const { values, isPresent, chargedBytes } = readLeaf(file, group, leaf, budget);
		if (!(values instanceof Float64Array)) continue;
		for (let row = 0, at = 0; row < group.rowCount; row++) {
			if (isPresent[row] === 1) owners[row]!.addValue(column, rows[row]!, factor * values[at++]!);
		}
		budget.refundBytes(chargedBytes);
	}
}
