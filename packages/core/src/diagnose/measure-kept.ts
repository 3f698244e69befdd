import { type Curve, getKeyTime } from '../model/curve.ts';
import { iterateCurves } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';

/** How much of a recording was kept. Restored and interpolated keys do not add to it. */
export interface KeptData {
	/** The curves with all of their keys, and the curves of the file. */
	readonly curves: number;
	readonly totalCurves: number;
	readonly keys: number;
	readonly totalKeys: number;
	/** The seconds between first and last key, on average over the curves with keys. */
	readonly seconds: number;
	readonly totalSeconds: number;
	/**
	 * True if curves could not be read. The totals then assume that these curves have as many keys as the similar curves
	 * that could be read, and last as long as the recording.
	 */
	readonly isEstimated: boolean;
}

/**
 * Compares the keys of a recording before and after a repair. Curves from `brokenPath` on could not be read completely;
 * `null` if all could.
 */
export function measureKept(before: Recording, after: Recording, brokenPath: string | null): KeptData {
	const given = [...iterateCurves(before)];
	const kept = new Map(iterateCurves(after));
	const broken = brokenPath === null ? -1 : given.findIndex(([path]) => path === brokenPath);
	const read = broken < 0 ? given : given.slice(0, broken);
	const longest = Math.max(0, ...given.map(([, curve]) => spanOf(curve)));
	const means = new Map<string, number>();
	let [curves, keys, totalKeys, seconds, totalSeconds, timed] = [0, 0, 0, 0, 0, 0];
	given.forEach(([path, curve], i) => {
		const isRead = broken < 0 || i < broken;
		const now = kept.get(path) ?? curve;
		const kind = kindOf(path);
		if (!isRead && !means.has(kind)) means.set(kind, meanCount(read, kind));
		const wanted = isRead ? curve.count : Math.max(curve.count, means.get(kind) ?? 0);
		if (isRead && now.count >= curve.count) curves++;
		keys += Math.min(now.count, curve.count);
		totalKeys += wanted;
		if (wanted === 0) return;
		const span = isRead ? spanOf(curve) : longest;
		timed++;
		totalSeconds += span;
		seconds += Math.min(span, spanOf(now));
	});
	const perCurve = (sum: number): number => (timed === 0 ? 0 : sum / timed);
	return {
		curves,
		totalCurves: given.length,
		keys,
		totalKeys: Math.round(totalKeys),
		seconds: perCurve(seconds),
		totalSeconds: perCurve(totalSeconds),
		isEstimated: broken >= 0,
	};
}

// `joints.rotation` for the rotation of any joint.
function kindOf(path: string): string {
	const names = path.split('.');
	return names[2] === 'joints' ? `joints.${names[4]}` : names.slice(0, -1).join('.');
}

// The mean number of keys of curves of this kind, otherwise of all curves.
function meanCount(read: ReadonlyArray<readonly [string, Curve]>, kind: string): number {
	const similar = read.filter(([path, { count }]) => count > 0 && kindOf(path) === kind);
	const chosen = similar.length > 0 ? similar : read;
	return chosen.length === 0 ? 0 : chosen.reduce((sum, [, { count }]) => sum + count, 0) / chosen.length;
}

function spanOf(curve: Curve): number {
	let start = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	for (let key = 0; key < curve.count; key++) {
		const time = getKeyTime(curve, key);
		if (!Number.isFinite(time)) continue;
		if (time < start) start = time;
		if (time > end) end = time;
	}
	return end > start ? end - start : 0;
}
