import { type Curve, type Issue, iterateCurves, listTrueSpans, type Recording } from '@handreel/core';
import { createWarning } from '../common/warning.ts';

/** Lists the keys of poses at times without tracking, where some formats have no values: one issue at most. */
export function listUntrackedIssues(recording: Recording): Issue[] {
	const curves = new Map<string, Curve>(iterateCurves(recording));
	const checks = new Map<string, ((time: number) => boolean) | null>();
	let first: string | null = null;
	let count = 0;
	for (const [path, { floats, start, stride, count: keys }] of curves) {
		const [, owner] = /^((?:hands|controllers)\.\w+)\.(?:joints|aim|grip)\./.exec(path) ?? [];
		if (owner === undefined) continue;
		if (!checks.has(owner)) checks.set(owner, createCheck(curves.get(`${owner}.tracked`), recording.duration));
		const isTracked = checks.get(owner);
		if (!isTracked) continue;
		for (let i = 0; i < keys; i++) {
			if (isTracked(floats[start + i * stride]!)) continue;
			first ??= path;
			count++;
		}
	}
	if (first === null) return [];
	return [createWarning('keys-lost', first, `keys while it is not tracked are not written (${count} in all curves)`)];
}

// Returns `null` if tracking was not recorded.
function createCheck(tracked: Curve | undefined, duration: number): ((time: number) => boolean) | null {
	if (tracked === undefined || tracked.count === 0 || !Number.isFinite(duration)) return null;
	const spans = listTrueSpans(tracked, { start: -duration - 1, end: duration + 1 });
	// Keys are mostly asked for in order of time.
	let at = 0;
	return (time) => {
		if (spans[at] === undefined || time < spans[at]!.start) at = 0;
		while (at < spans.length && time >= spans[at]!.end) at++;
		return at < spans.length && time >= spans[at]!.start;
	};
}
