import { type FrameTable, JOINT_SETS, type JointSetName } from '@handreel/core';
import { type Column, listColumns } from '../frames/columns.ts';
import { groupColumns, locateColumn, POSE_FIELDS, RAY_FIELDS } from '../frames/parts.ts';

/** A vector of floats per frame: `observation.state` or `action`. */
export interface FrameVector {
	/** A name per float, such as `left_wrist_qw`. */
	readonly names: readonly string[];
	readonly columns: readonly Column[];
}

/** Finds the columns of named parts. Throws `TypeError` for names that are not known. */
export function describeVector(parts: readonly string[], option: string): FrameVector {
	if (parts.length === 0) throw new TypeError(`${option}: expected at least one part, such as left_wrist`);
	const known = new Map(groupColumns(listColumns()).map((part) => [part.name, part]));
	const names: string[] = [];
	const columns: Column[] = [];
	for (const text of parts.flatMap(listSetParts)) {
		const [name = '', piece] = text.split('.');
		const part = known.get(name);
		if (part === undefined || (piece !== undefined && (part.kind !== 'pose' || !Object.hasOwn(PIECES, piece)))) {
			throw new TypeError(
				`${option}: '${text}' is not a part; expected head, left_wrist, left_indexTip.position, left_mano-21.position, right_pinching and so on`,
			);
		}
		const fields = part.kind === 'pose' ? POSE_FIELDS : part.kind === 'ray' ? RAY_FIELDS : [''];
		const [start, end] = piece === undefined ? [0, fields.length] : PIECES[piece as keyof typeof PIECES];
		for (let i = start; i < end; i++) {
			names.push(fields[i] === '' ? name : `${name}_${fields[i]}`);
			columns.push(part.columns[i]!);
		}
	}
	return { names, columns };
}

// Returns the joints of a part such as left_mano-21.position, without those that recordings lack; other parts as they are.
function listSetParts(text: string): string[] {
	const [, side, set = '', piece = ''] = /^(left|right)_([^.]+)(\..*)?$/.exec(text) ?? [];
	if (!Object.hasOwn(JOINT_SETS, set)) return [text];
	const joints = JOINT_SETS[set as JointSetName].joints.flatMap(({ joint }) => joint ?? []);
	return [...new Set(joints)].map((joint) => `${side}_${joint}${piece}`);
}

const PIECES = { position: [0, 3], rotation: [3, 7] } as const;

/** Returns a row of floats per frame. Values that were not recorded are 0, and w of rotations 1, so that all are rotations. */
export function fillVector(table: FrameTable, { columns }: FrameVector): Float32Array {
	const rows = table.times.length;
	const vector = new Float32Array(rows * columns.length);
	columns.forEach((column, at) => {
		const place = locateColumn(table, column);
		const isW = column.path.endsWith('.rotation.w');
		for (let row = 0; row < rows; row++) {
			const to = row * columns.length + at;
			const from = place === null ? -1 : row * place.stride + place.offset;
			const value = place?.values[from] ?? 0;
			if (Number.isFinite(value)) vector[to] = value;
			if (isW && !(place !== null && isRotation(place.values, from))) vector[to] = 1;
		}
	});
	return vector;
}

// Whether x y z w, of which the place of w is given, are a rotation. Those that were not recorded are NaN, or 0 throughout.
function isRotation(values: ArrayLike<number>, w: number): boolean {
	return Math.hypot(values[w - 3]!, values[w - 2]!, values[w - 1]!, values[w]!) > 0;
}

/** Returns the vector of the next frame for each frame; the last frame repeats its own. */
export function shiftVector(vector: Float32Array, width: number): Float32Array {
	const shifted = new Float32Array(vector.length);
	shifted.set(vector.subarray(width));
	shifted.set(vector.subarray(vector.length - width), vector.length - width);
	return shifted;
}
