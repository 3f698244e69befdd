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
	// Nothing was repaired: every curve is its own counterpart.
	const kept = after === before ? null : new Map(iterateCurves(after));
	const broken = brokenPath === null ? -1 : given.findIndex(([path]) => path === brokenPath);
	const spans = given.map(([, curve]) => spanOf(curve));
	const longest = spans.reduce((a, b) => Math.max(a, b), 0);
	// If not even the first curve is complete, the others have at least as many keys as are left of it.
	const means = broken < 0 ? null : measureMeans(given.slice(0, Math.max(1, broken)));
	let [curves, keys, totalKeys, seconds, totalSeconds, timed] = [0, 0, 0, 0, 0, 0];
	given.forEach(([path, curve], i) => {
		const isRead = broken < 0 || i < broken;
		const now = kept?.get(path) ?? curve;
		const mean = isRead ? 0 : (means?.get(kindOf(path)) ?? means?.get(ANY_KIND) ?? 0);
		const wanted = isRead ? curve.count : Math.max(curve.count, mean);
		if (isRead && now.count >= curve.count) curves++;
		keys += Math.min(now.count, curve.count);
		totalKeys += wanted;
		if (wanted === 0) return;
		const span = isRead ? spans[i]! : longest;
		timed++;
		totalSeconds += span;
		seconds += Math.min(span, now === curve ? spans[i]! : spanOf(now));
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

/** The kind for curves without similar curves. */
const ANY_KIND = '';

// The mean number of keys of the curves with keys, by kind, and of all curves.
function measureMeans(curves: ReadonlyArray<readonly [string, Curve]>): Map<string, number> {
	const counts = new Map<string, number>();
	const sums = new Map<string, number>();
	const add = (kind: string, count: number): void => {
		counts.set(kind, (counts.get(kind) ?? 0) + 1);
		sums.set(kind, (sums.get(kind) ?? 0) + count);
	};
	for (const [path, { count }] of curves) {
		add(ANY_KIND, count);
		if (count > 0) add(kindOf(path), count);
	}
	return new Map([...sums].map(([kind, sum]) => [kind, sum / (counts.get(kind) ?? 1)]));
}

// `joints.rotation` for the rotation of any joint.
function kindOf(path: string): string {
	const group = path.slice(0, path.lastIndexOf('.'));
	return group.includes('.joints.') ? `joints${group.slice(group.lastIndexOf('.'))}` : group;
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
