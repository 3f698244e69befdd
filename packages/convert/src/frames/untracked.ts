import { type FrameTable, type Issue, iterateCurves, type Recording } from '@handreel/core';
import { createWarning } from '../common/warning.ts';
import { getGroup } from './columns.ts';
import { type FramePart, findTrackedRows } from './parts.ts';

/** Lists the keys of poses that fall into rows without tracking, where formats with nulls have none: one issue at most. */
export function listUntrackedIssues(recording: Recording, table: FrameTable, parts: readonly FramePart[]): Issue[] {
	const times = new Map<Uint8Array, Set<number>>();
	const untracked = new Map<string, Set<number>>();
	for (const part of parts) {
		const tracked = findTrackedRows(recording, table, part);
		if (tracked === null || !tracked.includes(0)) continue;
		let set = times.get(tracked);
		if (set === undefined) {
			set = new Set();
			for (let row = 0; row < tracked.length; row++) if (tracked[row] === 0) set.add(Math.fround(table.times[row]!));
			times.set(tracked, set);
		}
		untracked.set(part.path, set);
	}
	if (untracked.size === 0) return [];
	let first: string | null = null;
	let count = 0;
	for (const [path, { floats, start, stride, count: keys }] of iterateCurves(recording)) {
		const lost = untracked.get(getGroup(path));
		if (lost === undefined) continue;
		for (let i = 0; i < keys; i++) {
			if (!lost.has(floats[start + i * stride]!)) continue;
			first ??= path;
			count++;
		}
	}
	if (first === null) return [];
	return [createWarning('keys-lost', first, `keys while it is not tracked are not written (${count} in all curves)`)];
}
