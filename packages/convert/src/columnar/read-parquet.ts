import { RecordingError } from '@handreel/core';
import { clipText, PATH_LENGTH, type ReadBudget } from '@handreel/core/internal';
import { CODECS, PARQUET_MAGIC, REPETITIONS, TYPES, type TypeName } from './format.ts';
import {
	getNumber,
	getStruct,
	getStructs,
	getText,
	ThriftError,
	ThriftReader,
	type ThriftStruct,
} from './thrift-reader.ts';

/** A leaf of the schema of a file that was opened. */
export interface ReadLeaf {
	readonly path: readonly string[];
	/** `null` for types that are not read, such as 96-bit times. */
	readonly type: TypeName | null;
	readonly maxDefinition: number;
	/** Whether it is part of a list. */
	readonly isRepeated: boolean;
}

/** The place of a leaf in a row group. */
export interface ReadChunk {
	readonly start: number;
	readonly end: number;
	readonly codec: number;
}

/** Some rows of a file. */
export interface ReadGroup {
	readonly rowCount: number;
	/** A chunk per leaf. */
	readonly chunks: readonly ReadChunk[];
}

/** A file whose footer was read and checked. */
export interface ParquetFile {
	readonly bytes: Uint8Array;
	readonly leaves: readonly ReadLeaf[];
	readonly groups: readonly ReadGroup[];
	readonly texts: ReadonlyMap<string, string>;
}

/** Even the smallest encodings of increasing times take more than this share of a byte per row. */
const MAX_ROWS_PER_BYTE = 16;
const MIN_LENGTH = 12;

/** Reads the footer of a Parquet file. Throws `bad-parquet` with the place of the damage, and `too-large`. */
export function openParquet(bytes: Uint8Array, budget: ReadBudget): ParquetFile {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	if (bytes.length < MIN_LENGTH) failParquet('the file ends early', bytes.length);
	if (view.getUint32(bytes.length - 4, true) !== PARQUET_MAGIC) {
		failParquet('the file does not end with PAR1: it is cut off or damaged', bytes.length - 4);
	}
	const footerLength = view.getUint32(bytes.length - 8, true);
	const footerStart = bytes.length - 8 - footerLength;
	if (footerStart < 4) failParquet(`a footer of ${footerLength} bytes does not fit into the file`, bytes.length - 8);
	try {
		return readFooter(
			bytes,
			new ThriftReader(bytes.subarray(0, bytes.length - 8), footerStart, budget).readStruct(),
			footerStart,
		);
	} catch (error) {
		if (error instanceof ThriftError) return failParquet(`the footer is damaged: ${error.message}`, footerStart);
		throw error;
	}
}

function readFooter(bytes: Uint8Array, footer: ThriftStruct, footerStart: number): ParquetFile {
	const leaves = listLeaves(getStructs(footer, 2));
	const groups = getStructs(footer, 4).map((group) => readGroup(group, leaves, bytes.length, footerStart));
	const texts = getStructs(footer, 5).map((entry) => [getText(entry, 1) ?? '', getText(entry, 2) ?? ''] as const);
	return { bytes, leaves, groups, texts: new Map(texts) };
}

function readGroup(group: ThriftStruct, leaves: readonly ReadLeaf[], size: number, end: number): ReadGroup {
	const rowCount = getNumber(group, 3) ?? -1;
	if (!(rowCount >= 0 && rowCount <= size * MAX_ROWS_PER_BYTE)) {
		failParquet(`a row group of ${rowCount} rows does not fit into ${size} bytes`, end);
	}
	const chunks = getStructs(group, 1).map((chunk) => readChunk(chunk, end));
	if (chunks.length !== leaves.length) {
		failParquet(`a row group has ${chunks.length} columns, the schema ${leaves.length}`, end);
	}
	return { rowCount, chunks };
}

function readChunk(chunk: ThriftStruct, footerStart: number): ReadChunk {
	const metadata = getStruct(chunk, 3);
	if (metadata === null) return failParquet('a column has no description', footerStart);
	const data = getNumber(metadata, 9) ?? -1;
	// Some writers give 0 where there is no dictionary.
	const dictionary = getNumber(metadata, 11) || data;
	const start = Math.min(data, dictionary);
	const end = start + (getNumber(metadata, 7) ?? -1);
	if (!(start >= 4 && end >= start && end <= footerStart)) {
		failParquet(`a column from byte ${start} to ${end} is outside the file`, footerStart);
	}
	return { start, end, codec: getNumber(metadata, 4) ?? CODECS.none };
}

// Walks the flattened tree: every element states how many children follow.
function listLeaves(elements: readonly ThriftStruct[]): ReadLeaf[] {
	const leaves: ReadLeaf[] = [];
	let at = 0;
	const visit = (path: readonly string[], definition: number, isRepeated: boolean): void => {
		const element = elements[at++];
		if (element === undefined) throw new ThriftError('the schema ends early');
		if (path.length > 16) throw new ThriftError('the schema is nested too deeply');
		const isRoot = at === 1;
		const repetition = isRoot ? REPETITIONS.required : (getNumber(element, 3) ?? REPETITIONS.required);
		const own = isRoot ? path : [...path, getText(element, 4) ?? ''];
		const maxDefinition = definition + (repetition === REPETITIONS.required ? 0 : 1);
		const repeats = isRepeated || repetition === REPETITIONS.repeated;
		const childCount = getNumber(element, 5) ?? 0;
		for (let i = 0; i < childCount; i++) visit(own, maxDefinition, repeats);
		if (childCount > 0 || isRoot) return;
		const type = (Object.keys(TYPES) as TypeName[]).find((name) => TYPES[name] === getNumber(element, 1)) ?? null;
		leaves.push({ path: own, type, maxDefinition, isRepeated: repeats });
	};
	visit([], 0, false);
	return leaves;
}

/** Throws `bad-parquet`. */
export function failParquet(message: string, byteOffset: number | null = null, path = ''): never {
	const place = clipText(path, PATH_LENGTH);
	const text = path === '' ? message : `${place}: ${message}`;
	throw new RecordingError({
		code: 'bad-parquet',
		severity: 'error',
		message: text,
		path: place,
		byteOffset,
		time: null,
	});
}
