import { SPACES, type SpaceName } from '@handreel/core';
import { findNearestName, quoteValue } from '@handreel/core/internal';
import { type Column, listColumns } from './columns.ts';
import { groupColumns, POSE_FIELDS, RAY_FIELDS } from './parts.ts';

/** How the table of another program is read: what its columns are, and in which units. */
export interface TableMap {
	/**
	 * The column with the times, which are seconds unless `unit` is given. Times that float32 cannot hold start at 0;
	 * `info.startTime` holds the start in seconds.
	 */
	readonly time?: string | { readonly column: string; readonly unit?: TimeUnit };
	/** Rows per second of a table without times. */
	readonly frameRate?: number;
	/** The unit of positions. Default `'m'`. */
	readonly unit?: LengthUnit;
	/** The space of the values. Default: the option `space`. */
	readonly space?: SpaceName;
	/**
	 * The part and field of each column: `head.x`, `right_wrist.qw`, `left_indexTip.z`, `gaze.dx`, `left_tracked` and so on; also
	 * `marker` in CSV and `recording` in Parquet. Other columns are not read.
	 */
	readonly columns: Readonly<Record<string, string>>;
}

/** A unit of time. */
export type TimeUnit = keyof typeof UNITS_PER_SECOND;
/** A unit of length. */
export type LengthUnit = keyof typeof METERS;

const UNITS_PER_SECOND = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 } as const;
const METERS = { m: 1, cm: 0.01, mm: 0.001 } as const;

/** A {@link TableMap} that was checked. Names of columns are in lower case. */
export interface ReadMap {
	/** `null` for a table without times. */
	readonly time: string | null;
	/** Units of the times, or rows, per second. */
	readonly perSecond: number;
	readonly space: SpaceName | undefined;
	readonly columns: ReadonlyMap<string, Column>;
	/** Columns that have another meaning, such as `marker`, by it. */
	readonly others: ReadonlyMap<string, string>;
	/** The factor between the values of a column and those of a recording, apart from the space. */
	factorOf(column: Column): number;
}

/** All columns by their parts and fields, in lower case, as Parquet files name them. */
export function listFields(): Map<string, Column> {
	const fields = new Map<string, Column>();
	for (const { name, kind, columns } of groupColumns(listColumns())) {
		const names = kind === 'pose' ? POSE_FIELDS : kind === 'ray' ? RAY_FIELDS : null;
		columns.forEach((column, i) => {
			fields.set((names === null ? name : `${name}.${names[i]}`).toLowerCase(), column);
		});
	}
	return fields;
}

/** Checks a map. `extras` are the meanings that columns may have beside those of values. Throws `TypeError`. */
export function readTableMap(map: TableMap, extras: readonly string[]): ReadMap {
	const { time, frameRate, unit = 'm', space, columns: given } = map;
	if (typeof given !== 'object' || given === null) throw new TypeError('map.columns: must be an object');
	const { column, unit: timeUnit = 's' } = typeof time === 'object' && time !== null ? time : { column: time };
	if ((column === undefined) === (frameRate === undefined)) {
		throw new TypeError('map: expected either time, the column with the times, or frameRate');
	}
	if (column !== undefined && typeof column !== 'string') throw new TypeError('map.time: must be the name of a column');
	if (frameRate !== undefined && !(frameRate > 0 && frameRate < Number.POSITIVE_INFINITY)) {
		throw new TypeError(`map.frameRate: ${quoteValue(frameRate)} is not a number above 0`);
	}
	checkChoice('map.time.unit', timeUnit, UNITS_PER_SECOND);
	checkChoice('map.unit', unit, METERS);
	if (space !== undefined) checkChoice('map.space', space, SPACES);
	const fields = listFields();
	const columns = new Map<string, Column>();
	const others = new Map<string, string>();
	const taken = new Set<string>();
	for (const [name, field] of Object.entries(given)) {
		const key = String(field).toLowerCase();
		const found = fields.get(key);
		if (found === undefined && !extras.includes(key)) {
			const nearest = findNearestName(key, [...fields.keys(), ...extras]);
			throw new TypeError(
				`map.columns.${name}: ${quoteValue(field)} is not a value of a recording; nearest: ${nearest}`,
			);
		}
		if (taken.has(key)) throw new TypeError(`map.columns.${name}: ${quoteValue(field)} has two columns`);
		taken.add(key);
		if (found === undefined) others.set(key, toKey(name));
		else columns.set(toKey(name), found);
	}
	return {
		time: column === undefined ? null : toKey(column),
		perSecond: frameRate ?? UNITS_PER_SECOND[timeUnit],
		space,
		columns,
		others,
		factorOf: ({ path }) => (/\.(position|origin)\.\w$/.test(path) ? METERS[unit] : 1),
	};
}

/** The name of a column as tables are searched for it. */
export function toKey(name: string): string {
	return name.trim().toLowerCase();
}

/** Throws `TypeError` for columns of a map that a table lacks. */
export function checkMapped({ time, columns, others }: ReadMap, has: (key: string) => boolean): void {
	for (const key of [...(time === null ? [] : [time]), ...columns.keys(), ...others.values()]) {
		if (!has(key)) throw new TypeError(`map: the table has no column ${quoteValue(key)}`);
	}
}

function checkChoice(path: string, value: unknown, choices: object): void {
	if (typeof value === 'string' && Object.hasOwn(choices, value)) return;
	throw new TypeError(`${path}: ${quoteValue(value)} is not one of ${Object.keys(choices).join(', ')}`);
}
