import type { RecordingMeasures } from '@handreel/core/measure';

/** A figure of MEASURES.md that has a column. */
export interface Figure {
	/** The name of the column. */
	readonly name: string;
	/** Where it is in the measures of a recording. */
	readonly path: readonly string[];
}

const PERCENTILES = ['median', 'p95', 'p99', 'peak'];
const SUMMARY = ['count', 'mean', 'median', 'min', 'max'];
const RANGE = ['min', 'median', 'max'];
const JOINTS = ['wrist', 'thumbTip', 'indexTip', 'middleTip', 'ringTip', 'pinkyTip'];

const each = (name: string, fields: readonly string[]): string[] => fields.map((field) => `${name}.${field}`);

const MOTION = [
	'pathLength',
	'stillShare',
	...['speed', 'acceleration', 'jerk'].flatMap((name) => each(name, PERCENTILES)),
];
const TRACKING = ['tracking.seconds', 'tracking.share', ...each('tracking.losses', SUMMARY)];

const HAND = [
	...TRACKING,
	...JOINTS.flatMap((joint) => each(`motion.${joint}`, MOTION)),
	'reaches.count',
	...['distances', 'durations', 'peakSpeeds', 'speedRatios'].flatMap((name) =>
		each(`reaches.${name}`, SUMMARY.slice(1)),
	),
	'smoothness',
	'pinches.count',
	...['lengths', 'intervals', 'closingSpeed'].flatMap((name) => each(`pinches.${name}`, SUMMARY.slice(1))),
	...each('pinches.aperture', RANGE),
	'workspace.extents.0',
	'workspace.extents.1',
	'workspace.extents.2',
	'workspace.volume',
	...each('size', ['length', 'palm', 'finger', 'variation']),
	...each('reach', RANGE),
	...each('height', RANGE),
];

const PATHS = [
	...each('frames', ['count', 'frameRate', 'jitter', 'missedShare', 'longestInterval']),
	...each('head.motion', MOTION),
	'head.turning.degrees',
	...each('head.turning.degreesPerSecond', PERCENTILES),
	...each('head.height', RANGE),
	...each('hands.left', HAND),
	...each('hands.right', HAND),
	'gaze.fixationShare',
	...each('gaze.fixations', SUMMARY),
	...each('gaze.saccades.degrees', SUMMARY),
	...each('gaze.saccades.degreesPerSecond', SUMMARY.slice(1)),
	...['left', 'right'].flatMap((side) => each(`controllers.${side}`, [...TRACKING, ...each('motion', MOTION)])),
];

/** `hands.left.motion.thumbTip.speed.p95` → `left_thumb_tip_speed_p95`. */
function nameFigure(path: string): string {
	return path
		.replace(/^hands\./, '')
		.replace(/^controllers\.(\w+)/, '$1.controller')
		.replace('.motion.', '.')
		.replaceAll('.', '_')
		.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** All figures with a column of their own, in the order of the columns. */
export const FIGURES: readonly Figure[] = /* @__PURE__ */ PATHS.map((path) => ({
	name: nameFigure(path),
	path: path.split('.'),
}));

/**
 * Reads a figure; `null` without data. The count of events is 0 if the hand, gaze or controller was recorded but nothing
 * happened.
 */
export function readFigure(measures: RecordingMeasures, { path }: Figure): number | null {
	let node: unknown = measures;
	for (const [i, name] of path.entries()) {
		if (typeof node !== 'object' || node === null) return i > 1 && isCount(path) && i === path.length - 1 ? 0 : null;
		node = (node as Readonly<Record<string, unknown>>)[name];
	}
	return typeof node === 'number' ? cleanNumber(node) : null;
}

function isCount(path: readonly string[]): boolean {
	return path.at(-1) === 'count';
}

/** A number as the tables hold it: finite, and without a negative zero, which JSON cannot hold. */
export function cleanNumber(value: number): number | null {
	return Number.isFinite(value) ? value + 0 : null;
}
