import { createHash } from 'node:crypto';
import type { TableColumn, TableRow } from '@handreel/convert/internal';
import { type CheckInfo, listChecks } from '@handreel/core/diagnose';
import { FIGURES } from '@handreel/core/measure';
import { FIGURE_COLUMNS } from './figures.ts';

/**
 * The columns of `catalog`: a row per recording. `moment` columns describe a picture of the hands: a time in seconds, and
 * the positions of 26 joints relative to the head.
 */
export const CATALOG_COLUMNS: readonly TableColumn[] = [
	{ name: 'path', type: 'text', isRequired: true },
	{ name: 'hash', type: 'text' },
	{ name: 'bytes', type: 'int64' },
	{ name: 'status', type: 'text', isRequired: true },
	{ name: 'error', type: 'text' },
	{ name: 'format', type: 'text' },
	{ name: 'layout', type: 'text' },
	{ name: 'errors', type: 'int32', isRequired: true },
	{ name: 'warnings', type: 'int32', isRequired: true },
	{ name: 'notes', type: 'int32', isRequired: true },
	{ name: 'problems', type: 'texts' },
	{ name: 'duration', type: 'double' },
	{ name: 'keys', type: 'int64' },
	{ name: 'has_head', type: 'boolean' },
	{ name: 'has_hands', type: 'boolean' },
	{ name: 'has_gaze', type: 'boolean' },
	{ name: 'has_controllers', type: 'boolean' },
	{ name: 'markers', type: 'texts' },
	{ name: 'device', type: 'text' },
	{ name: 'application', type: 'text' },
	{ name: 'date', type: 'text' },
	{ name: 'subject', type: 'text' },
	{ name: 'info', type: 'text' },
	{ name: 'moment', type: 'double' },
	{ name: 'moment_left', type: 'floats' },
	{ name: 'moment_right', type: 'floats' },
	...FIGURE_COLUMNS.map(({ name }): TableColumn => ({ name, type: 'double' })),
];

/** The kinds of events. */
const EVENT_KINDS = ['button', 'label', 'loss', 'marker', 'pinch', 'reach'] as const;
/** The kind of an event. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** The columns of `events`: a row per pinch, marker, labeled span, loss of tracking, button press and reach. */
export const EVENT_COLUMNS: readonly TableColumn[] = [
	{ name: 'path', type: 'text', isRequired: true },
	{ name: 'kind', type: 'text', isRequired: true },
	{ name: 'side', type: 'text' },
	{ name: 'name', type: 'text' },
	{ name: 'track', type: 'text' },
	{ name: 'score', type: 'double' },
	{ name: 'start', type: 'double' },
	{ name: 'end', type: 'double' },
	{ name: 'duration', type: 'double' },
	{ name: 'distance', type: 'double' },
	{ name: 'path_length', type: 'double' },
	{ name: 'peak_speed', type: 'double' },
	{ name: 'smoothness', type: 'double' },
];

/** Changes by hand when the same recording gets other rows although no description here changes. */
const SALT = 5;

/** Changes when the same recording may give other rows, so that older catalogs are made again: a hash of what describes them. */
export const CATALOG_VERSION: string = /* @__PURE__ */ createHash('sha256')
	.update(JSON.stringify([SALT, CATALOG_COLUMNS, EVENT_COLUMNS, EVENT_KINDS, FIGURES, listChecks().map(describeCheck)]))
	.digest('hex')
	.slice(0, 12);

function describeCheck({ code, severity, rule }: CheckInfo): readonly string[] {
	return [code, severity, rule];
}

/** A file of the corpus as the data set describes it. Plain data, so that threads, queues and JSON can carry it. */
export interface IndexedFile {
	/** The path relative to the folder, with `/` as separator. */
	readonly path: string;
	/** A cell per column of {@link CATALOG_COLUMNS}. */
	readonly row: TableRow;
	/** Rows with a cell per column of {@link EVENT_COLUMNS}. */
	readonly events: readonly TableRow[];
}

/** The place of a column of the catalog. */
export function findCatalogColumn(name: string): number {
	const at = CATALOG_COLUMNS.findIndex((column) => column.name === name);
	if (at < 0) throw new RangeError(`name: the catalog has no column '${name}'`);
	return at;
}
