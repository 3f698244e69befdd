import { JOINTS } from '@handreel/core';
import { listParts } from './list-parts.ts';

/** A row of the dope sheet: a curve, or all curves of a joint, a finger, a hand or another section. */
export interface SheetRow {
	/** Unique among all rows. */
	readonly id: string;
	readonly title: string;
	/** The curves whose keys it shows. */
	readonly paths: readonly string[];
	readonly children: readonly SheetRow[];
}

/** A row in sight. */
export interface ShownRow extends SheetRow {
	/** 1 for sections. */
	readonly level: number;
	readonly isOpen: boolean;
	/** Its place among the rows with the same parent, from 1, and their number. */
	readonly place: number;
	readonly places: number;
}

const FINGERS: ReadonlyMap<string, string | null> = new Map(JOINTS.map(({ name, finger }) => [name, finger]));

/** Lists the rows of a recording: sections, in hands the fingers, their joints, and single curves. */
export function listRows(curves: readonly { readonly path: string; readonly count: number }[]): SheetRow[] {
	const filled = curves.filter(({ count }) => count > 0).map(({ path }) => path);
	return listParts(curves).map(({ path, title }) => {
		const own = filled.filter((entry) => entry === path || entry.startsWith(`${path}.`));
		const isHand = path.startsWith('hands.');
		return {
			id: path,
			title,
			paths: own,
			children: isHand ? listHandRows(path, own) : nest(path, own),
		};
	});
}

/** The rows in sight: those of open parents. */
export function showRows(rows: readonly SheetRow[], open: ReadonlySet<string>, level = 1): ShownRow[] {
	return rows.flatMap((row, i) => {
		const isOpen = open.has(row.id);
		const shown = { ...row, level, isOpen, place: i + 1, places: rows.length };
		return isOpen ? [shown, ...showRows(row.children, open, level + 1)] : [shown];
	});
}

// The joints of a finger are one row, which opens. Wrist and palm are beside the fingers.
function listHandRows(hand: string, paths: readonly string[]): SheetRow[] {
	const joints = `${hand}.joints.`;
	const states = paths.filter((path) => !path.startsWith(joints));
	const groups = new Map<string, string[]>();
	for (const path of paths) {
		if (!path.startsWith(joints)) continue;
		const [joint = ''] = path.slice(joints.length).split('.');
		const finger = FINGERS.get(joint) ?? joint;
		groups.set(finger, [...(groups.get(finger) ?? []), path]);
	}
	return [
		...nest(hand, states),
		...[...groups].map(([name, own]): SheetRow => {
			const isFinger = !FINGERS.has(name);
			const id = isFinger ? `${hand} ${name}` : `${joints}${name}`;
			const parent = isFinger ? joints.slice(0, -1) : id;
			return { id, title: capitalize(name), paths: own, children: nest(parent, own, isFinger ? name : '') };
		}),
	];
}

// The curves below a path, by the next part of their paths.
function nest(parent: string, paths: readonly string[], prefix = ''): SheetRow[] {
	const groups = new Map<string, string[]>();
	for (const path of paths) {
		if (path === parent) continue;
		const [name = ''] = path.slice(parent.length + 1).split('.');
		groups.set(name, [...(groups.get(name) ?? []), path]);
	}
	return [...groups].map(([name, own]) => {
		const path = `${parent}.${name}`;
		const isCurve = own.length === 1 && own[0] === path;
		// "Tip" of the index finger needs no "index".
		const title = prefix !== '' && name.startsWith(prefix) ? name.slice(prefix.length) : name;
		return { id: path, title: capitalize(title), paths: own, children: isCurve ? [] : nest(path, own) };
	});
}

function capitalize(text: string): string {
	return text.length === 1 ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
