import type { ByteCursor, ByteWriter } from './bytes.ts';
import {
	countPoses,
	createOpenKind,
	FIRST_OPEN_KIND,
	GROUP_KINDS,
	type GroupKind,
	listKindVectors,
	numberOfOpenKind,
	type PoseReferences,
	type ReelSection,
	USUAL_SECTIONS,
	VECTOR_ROLES,
	type VectorSize,
} from './groups.ts';

// The sections of a head that have no bit in the mask (REEL.md, "Sections").

/** The most groups of a section, and curves of a reel. */
export const MAX_CURVES = 0x1_0000;
const MAX_PLAIN = 4;
/** The curves of vectors that their role determines. */
const ROLE_SIZES: Readonly<Record<string, number>> = { rotation: 4, direction: 3, boolean: 1 };

/** Writes a section. */
export function writeSection(writer: ByteWriter, { name, kinds, references = [] }: ReelSection): void {
	writer.writeText(name);
	writeRuns(
		writer,
		kinds,
		(a, b) => a === b,
		(kind) => writeKind(writer, kind),
	);
	writeRuns(
		writer,
		references,
		(a, b) => a.join() === b.join(),
		([first = 0, second = 0]) => {
			writer.writeCount(first);
			writer.writeCount(second);
		},
	);
}

/**
 * Reads a section after so many poses of other sections. Throws `reel-damaged`, and `reel-version` for kinds of groups that only later
 * versions know.
 */
export function readSection(cursor: ByteCursor, posesBefore: number): ReelSection {
	const name = cursor.readText();
	const kinds = readRuns<GroupKind>(cursor, MAX_CURVES, () => readKind(cursor));
	const poses = countPoses(kinds);
	const most = posesBefore + poses;
	const references = readRuns<PoseReferences>(cursor, poses, () => {
		return [cursor.readCount(most), cursor.readCount(most)].filter((distance) => distance > 0);
	});
	references.forEach((distances, i) => {
		if (distances.some((distance) => distance > posesBefore + i)) cursor.fail('a reference is out of range');
	});
	const usual = USUAL_SECTIONS.find((section) => section.name === name);
	if (usual === undefined) return { name, kinds, references };
	if (usual.kinds.join() !== kinds.join()) cursor.fail(`the section ${name} has other groups`);
	return usual;
}

function writeKind(writer: ByteWriter, kind: GroupKind): void {
	const number = numberOfOpenKind(kind);
	if (number === null) {
		writer.writeByte((GROUP_KINDS as readonly string[]).indexOf(kind));
		return;
	}
	const vectors = listKindVectors(kind);
	writer.writeByte(number);
	writer.writeByte(vectors.length);
	for (const [role, size] of vectors) {
		writer.writeByte(VECTOR_ROLES.indexOf(role));
		writer.writeByte(size);
	}
}

function readKind(cursor: ByteCursor): GroupKind {
	const number = cursor.readByte();
	if (number < FIRST_OPEN_KIND) return GROUP_KINDS[number] ?? cursor.failNew(`kind ${number}`);
	const count = cursor.readByte();
	const vectors = Array.from({ length: count }, (): VectorSize => {
		const role = VECTOR_ROLES[cursor.readByte()] ?? cursor.failNew('role');
		const size = cursor.readByte();
		if (size === 0 || size !== (ROLE_SIZES[role] ?? Math.min(size, MAX_PLAIN))) {
			cursor.fail(`a vector has ${size} curves`);
		}
		return [role, size];
	});
	return createOpenKind(number, vectors);
}

/** Writes items; those that repeat are written once, with their number. */
export function writeRuns<T>(
	writer: ByteWriter,
	items: readonly T[],
	isSame: (a: T, b: T) => boolean,
	write: (item: T) => void,
): void {
	const runs: { item: T; count: number }[] = [];
	for (const item of items) {
		const last = runs[runs.length - 1];
		if (last !== undefined && isSame(last.item, item)) last.count++;
		else runs.push({ item, count: 1 });
	}
	writer.writeCount(runs.length);
	for (const { item, count } of runs) {
		writer.writeCount(count);
		write(item);
	}
}

/** Reads at most `limit` items. */
export function readRuns<T>(cursor: ByteCursor, limit: number, read: () => T): T[] {
	const items: T[] = [];
	for (let left = cursor.readCount(limit); left > 0; left--) {
		const count = cursor.readCount(limit - items.length);
		const item = read();
		for (let i = 0; i < count; i++) items.push(item);
	}
	return items;
}
