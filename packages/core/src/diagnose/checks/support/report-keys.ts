import { type Curve, getKeyTime } from '../../../model/curve.ts';
import type { Finding } from './check.ts';
import type { Subject } from './subject.ts';

/**
 * Reports invalid keys: one finding per vector or boolean curve, at the first invalid key. The path is that of the curve
 * if only one curve of a vector is affected.
 */
export function reportKeys(
	subject: Subject,
	report: (finding: Finding) => void,
	find: (curve: Curve) => readonly number[],
	describe: (count: string) => string,
): void {
	for (const { path, curves } of subject.groups) {
		let keys = 0;
		let total = 0;
		const hits: string[] = [];
		let first: { path: string; key: number; time: number } | null = null;
		for (const { path: curvePath, curve } of curves) {
			const found = find(curve);
			const [key] = found;
			if (key === undefined) continue;
			keys += found.length;
			total += curve.count;
			hits.push(curvePath);
			first ??= { path: curvePath, key, time: getKeyTime(curve, key) };
		}
		if (first === null) continue;
		const { path: at, key, time } = first;
		const text = `${describe(`${keys} of ${total} keys`)}; first: key ${key} of ${at.slice(at.lastIndexOf('.') + 1)}`;
		const when = Number.isFinite(time) ? { time } : {};
		report({ path: hits.length === 1 ? at : path, text, ...when, at: { path: at, key } });
	}
}
