import {
	type Curve,
	describeLayout,
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyWeightedMode,
	type Issue,
	iterateCurves,
	type Recording,
	type SampleOptions,
} from '@handreel/core';
import { createWarning } from '../common/warning.ts';
import { isClamped } from '../common/wraps.ts';
import type { Column } from './columns.ts';

/** The layout that reading a table gives. */
export const CSV_LAYOUT = 'mrtk-1.1';

/** What a table does not hold, markers apart. One issue for each kind, at the first curve that has it. */
export function listCsvIssues(
	recording: Recording,
	times: ArrayLike<number>,
	{ raw }: SampleOptions,
	columns: readonly Column[],
): Issue[] {
	const tangents: string[] = [];
	const wraps: string[] = [];
	const others: string[] = [];
	for (const [path, curve] of iterateCurves(recording)) {
		if (hasTangents(curve)) tangents.push(path);
		if (curve.count > 0 && !isClamped(curve)) wraps.push(path);
		if (curve.count > 0 && !hasTimes(curve, times)) others.push(path);
	}
	const issues: Issue[] = [];
	const warn = (code: Issue['code'], [path, ...more]: readonly string[], message: string): void => {
		if (path === undefined) return;
		issues.push(createWarning(code, path, `${message}${more.length > 0 ? ` (and ${more.length} more curves)` : ''}`));
	};
	warn('tangents-lost', tangents, 'sampled; comes back as straight lines between the rows');
	warn('wrap-lost', wraps, 'comes back with wrap mode 8 on both sides');
	warn('keys-lost', others, 'its key times are not those of the rows; comes back with a key in each row');
	const { name } = describeLayout(recording.layout);
	if (name !== CSV_LAYOUT) warn('values-lost', ['layout'], `${name} comes back as ${CSV_LAYOUT}`);
	const written = new Set(columns.map(({ path }) => path.split('.')[0]));
	for (const section of ['head', 'hands', 'gaze'] as const) {
		if (recording[section] !== null && !written.has(section))
			warn('section-lost', [section], 'has no keys to make rows of, so no column');
	}
	if (raw !== true && columns.some(({ path }) => /rotation|direction/.test(path))) {
		warn('values-lost', ['rotations and directions'], 'brought to unit length, unless raw values are asked for');
	}
	return issues;
}

function hasTangents(curve: Curve): boolean {
	if (curve.stride !== 7) return false;
	for (let i = 0; i < curve.count; i++) {
		const isStraight =
			getKeyInTangent(curve, i) === 0 &&
			getKeyOutTangent(curve, i) === 0 &&
			getKeyInWeight(curve, i) === 0 &&
			getKeyOutWeight(curve, i) === 0 &&
			getKeyWeightedMode(curve, i) === 3;
		if (!isStraight) return true;
	}
	return false;
}

function hasTimes({ floats, start, count, stride }: Curve, times: ArrayLike<number>): boolean {
	if (count !== times.length) return false;
	for (let i = 0; i < count; i++) if (floats[start + i * stride] !== times[i]) return false;
	return true;
}
