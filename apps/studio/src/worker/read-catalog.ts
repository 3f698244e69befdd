import { type TableCell, TableReader } from '@handreel/convert/internal';
import { isRecordingError, JOINT_NAMES } from '@handreel/core';
import { readBlob } from './read-blob.ts';

/** A recording of a catalog. */
export interface CatalogRow {
	/** Relative to the folder of the recordings. */
	readonly path: string;
	readonly status: string;
	readonly error: string | null;
	readonly format: string | null;
	readonly device: string | null;
	readonly date: string | null;
	/** Codes of issues. */
	readonly problems: readonly string[];
	readonly errors: number;
	readonly warnings: number;
	/** Seconds. */
	readonly duration: number | null;
	readonly bytes: number | null;
	/** The time of the picture in seconds. */
	readonly moment: number | null;
	/** Everything that a search finds, in lower case. */
	readonly text: string;
}

/** A catalog of `handreel index`, without its figures, which are read on demand. */
export interface Catalog {
	readonly rows: readonly CatalogRow[];
	/** x y z of {@link PICTURE_JOINTS} joints of the left and then of the right hand, for each row; NaN without a hand. */
	readonly pictures: Float32Array;
	/** The names of columns with numbers, without the time of the picture. */
	readonly figures: readonly string[];
}

/** The joints of a hand in a picture: all but `none`. */
export const PICTURE_JOINTS: number = JOINT_NAMES.length - 1;
/** The numbers of a hand in a picture. */
export const PICTURE_SIZE: number = PICTURE_JOINTS * 3;

const REQUIRED = ['path', 'status', 'moment_left', 'moment_right'];
const TEXTS = ['path', 'format', 'device', 'application', 'subject', 'date', 'error', 'markers', 'problems'];
/** Reads a catalog; `null` if the file is something else. Rejects with `bad-parquet` if a catalog is damaged. */
export async function readCatalog({ blob }: { blob: Blob }): Promise<Catalog | null> {
	const table = openTable(await readBlob(blob));
	if (table === null || !REQUIRED.every((name) => table.columns.includes(name))) return null;
	const count = table.groups.reduce((sum, rows) => sum + rows, 0);
	const pictures = new Float32Array(count * PICTURE_SIZE * 2).fill(Number.NaN);
	const rows: CatalogRow[] = [];
	for (const [group, size] of table.groups.entries()) {
		const read = (name: string): readonly TableCell[] =>
			table.columns.includes(name) ? table.readColumn(name, group) : new Array<null>(size).fill(null);
		const hands = [read('moment_left'), read('moment_right')];
		const searched = TEXTS.map(read);
		const [status, error, format, device, date] = ['status', 'error', 'format', 'device', 'date'].map(read);
		const [errors, warnings, duration, bytes, moment] = ['errors', 'warnings', 'duration', 'bytes', 'moment'].map(read);
		const [path, problems] = ['path', 'problems'].map(read);
		for (let i = 0; i < size; i++) {
			for (const [side, hand] of hands.entries()) {
				const positions = hand[i];
				if (Array.isArray(positions) && positions.length === PICTURE_SIZE)
					pictures.set(positions as readonly number[], (rows.length * 2 + side) * PICTURE_SIZE);
			}
			rows.push({
				path: toText(path?.[i]) ?? '',
				status: toText(status?.[i]) ?? '',
				error: toText(error?.[i]),
				format: toText(format?.[i]),
				device: toText(device?.[i]),
				date: toText(date?.[i]),
				problems: toTexts(problems?.[i]),
				errors: toNumber(errors?.[i]) ?? 0,
				warnings: toNumber(warnings?.[i]) ?? 0,
				duration: toNumber(duration?.[i]),
				bytes: toNumber(bytes?.[i]),
				moment: toNumber(moment?.[i]),
				text: searched
					.flatMap((column) => toTexts(column[i]))
					.join('\n')
					.toLowerCase(),
			});
		}
	}
	return { rows, pictures, figures: table.numeric.filter((name) => name !== 'moment') };
}

/** Reads figures of a catalog: for each name a number per row, NaN without a value. */
export async function readFigures({ blob, names }: { blob: Blob; names: readonly string[] }): Promise<Float64Array[]> {
	const table = new TableReader(await readBlob(blob));
	return names.map((name) =>
		Float64Array.from(
			table.groups.flatMap((_, group) => table.readColumn(name, group)),
			(cell) => toNumber(cell) ?? Number.NaN,
		),
	);
}

// A damaged Parquet file may be a recording as well, whose reader explains the damage.
function openTable(bytes: Uint8Array): TableReader | null {
	try {
		return new TableReader(bytes);
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return null;
	}
}

function toText(cell: TableCell | undefined): string | null {
	return typeof cell === 'string' ? cell : null;
}

function toTexts(cell: TableCell | undefined): string[] {
	const cells: readonly unknown[] = Array.isArray(cell) ? cell : [cell];
	return cells.filter((entry) => typeof entry === 'string');
}

function toNumber(cell: TableCell | undefined): number | null {
	return typeof cell === 'number' && Number.isFinite(cell) ? cell : null;
}
