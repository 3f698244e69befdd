import { SIDES, type Side } from '@handreel/core';
import type {
	ControllerMeasures,
	HandMeasures,
	MotionMeasures,
	Percentiles,
	RecordingMeasures,
	Summary,
} from '@handreel/core/measure';
import {
	formatCount,
	formatFrameRate,
	formatMillimeters,
	formatPercent,
	formatPlural,
	formatRounded,
	formatSeconds,
	quoteCell,
} from '@handreel/text';
import { escapeText } from './escape-text.ts';
import type { Style } from './style.ts';
import { type Column, formatTable } from './table.ts';

const LABEL_WIDTH = 12;

/** The lines that `handreel measure` prints for one file. */
export function printMeasures(file: string, measures: RecordingMeasures, style: Style): string[] {
	const { duration, frames, head, hands, gaze, controllers, problems } = measures;
	const label = (name: string, value: string): string => `  ${style.dim(name.padEnd(LABEL_WIDTH))}${value}`;
	const rate =
		frames.frameRate === null
			? 'unknown rate'
			: `${formatFrameRate(frames.frameRate)}, jitter ${((frames.jitter ?? 0) * 1000).toFixed(2)} ms, ${formatShare(frames.missedShare ?? 0)} without keys`;
	const lines = [
		style.heading(escapeText(file, 400)),
		'',
		label('Duration', style.strong(formatSeconds(duration))),
		label('Frames', `${formatPlural(frames.count, 'key time')}, ${rate}`),
	];
	const table = motionTable(measures);
	if (table.length > 0) lines.push('', ...table.map((line) => `  ${line}`));
	if (head !== null) {
		const { turning, height } = head;
		const height50 = height === null ? '' : `, ${digits(height.median)} m high`;
		lines.push(
			'',
			label(
				'Head',
				`turned ${digits(turning?.degrees)}°, up to ${digits(turning?.degreesPerSecond.peak)}°/s${height50}`,
			),
		);
	}
	for (const side of SIDES) if (hands !== null) lines.push('', ...handLines(side, hands[side], label));
	for (const side of SIDES) {
		const controller = controllers?.[side];
		if (controller) lines.push('', ...controllerLines(side, controller, label));
	}
	if (gaze !== null) {
		const { fixations, fixationShare, saccades } = gaze;
		lines.push(
			'',
			label(
				'Gaze',
				`${countOf(fixations, 'fixation')}${medianOf(fixations, ' s')}, ${formatShare(fixationShare)} of the time`,
			),
			label('', `${countOf(saccades.degrees, 'saccade')}${medianOf(saccades.degrees, '°')}`),
		);
	}
	if (problems !== null) {
		const codes = Object.entries(problems).map(([code, count]) => `${code} ${count}`);
		lines.push('', label('Problems', codes.length === 0 ? style.good('none') : style.warn(codes.join(', '))));
	}
	return lines;
}

function handLines(side: Side, hand: HandMeasures, label: (name: string, value: string) => string): string[] {
	const { tracking, pinches, reaches, smoothness, size, workspace, reach, height } = hand;
	const name = `${side === 'left' ? 'Left' : 'Right'} hand`;
	const lines = [
		label(
			name,
			`tracked ${formatShare(tracking.share)} of the time, ${countOf(tracking.losses, 'loss', 'losses')}${medianOf(tracking.losses, ' s')}`,
		),
	];
	if (tracking.seconds === 0) return lines;
	const closing = pinches.closingSpeed === null ? '' : `, closing at ${digits(pinches.closingSpeed.median)} m/s`;
	lines.push(
		label('', `${formatNumber(pinches.count, 'pinch', 'pinches')}${medianOf(pinches.lengths, ' s')}${closing}`),
	);
	if (pinches.aperture !== null) {
		const { min, median, max } = pinches.aperture;
		lines.push(
			label(
				'',
				`aperture ${formatMillimeters(min, 0)} to ${formatMillimeters(max, 0)}, median ${formatMillimeters(median, 0)}`,
			),
		);
	}
	const smooth = smoothness === null ? '' : `, smoothness ${smoothness.toFixed(2)}`;
	const ratio = reaches.speedRatios === null ? '' : `, peak / mean speed ${reaches.speedRatios.median.toFixed(2)}`;
	lines.push(
		label(
			'',
			`${formatNumber(reaches.count, 'reach', 'reaches')}${medianOf(reaches.distances, ' m')}${ratio}${smooth}`,
		),
	);
	if (workspace !== null) {
		lines.push(label('', `moves within ${workspace.extents.map((extent) => extent.toFixed(2)).join(' × ')} m`));
	}
	if (reach !== null && height !== null) {
		lines.push(
			label(
				'',
				`${reach.median.toFixed(2)} m from the head (up to ${reach.max.toFixed(2)}), ${formatLevel(height.median)}`,
			),
		);
	}
	if (size !== null) {
		const length = size.length === null ? 'unknown length' : `${formatMillimeters(size.length, 0)} long`;
		lines.push(label('', `${length}, bones vary by ${formatShare(size.variation)}`));
	}
	return lines;
}

function controllerLines(
	side: Side,
	{ tracking, presses }: ControllerMeasures,
	label: (name: string, value: string) => string,
): string[] {
	const pressed = presses.flatMap((summary, i) => (summary === null ? [] : [`button ${i} ${summary.count}×`]));
	return [
		label('Controller', `${side}, tracked ${formatShare(tracking.share)} of the time`),
		label('', pressed.length === 0 ? 'no button pressed' : `pressed: ${pressed.join(', ')}`),
	];
}

const MOTION_COLUMNS: readonly Column[] = [
	{ heading: 'Motion', align: 'left' },
	...['Path m', 'Still', 'Speed m/s', 'p95', 'Peak', 'm/s² p95', 'm/s³ p95'].map(
		(heading): Column => ({ heading, align: 'right' }),
	),
];

function motionTable({ head, hands, controllers }: RecordingMeasures): string[] {
	const rows: string[][] = [];
	const add = (name: string, motion: MotionMeasures | null | undefined): void => {
		if (!motion) return;
		const { pathLength, stillShare, speed, acceleration, jerk } = motion;
		const figures = [speed.median, speed.p95, speed.peak, acceleration?.p95, jerk?.p95].map(digits);
		rows.push([name, digits(pathLength), formatShare(stillShare), ...figures]);
	};
	add('head', head?.motion);
	for (const side of SIDES) {
		add(`${side} wrist`, hands?.[side].motion.wrist);
		add(`${side} thumb tip`, hands?.[side].motion.thumbTip);
		add(`${side} index tip`, hands?.[side].motion.indexTip);
		add(`${side} controller`, controllers?.[side]?.motion);
	}
	return rows.length === 0 ? [] : formatTable(MOTION_COLUMNS, rows);
}

const FILE_COLUMNS: readonly Column[] = [
	{ heading: 'File', align: 'left' },
	...['Seconds', 'Hz', 'Tracked L', 'R', 'Pinches L', 'R', 'Wrist m/s p95 L', 'R', 'Smoothness L', 'R', 'Problems'].map(
		(heading): Column => ({ heading, align: 'right' }),
	),
];

/** The table that `handreel measure` prints for several files. Keeps the cells only. */
export class FileTable {
	readonly #rows: string[][] = [];

	add(file: string, { duration, frames, hands, problems }: RecordingMeasures): void {
		const both = (figure: (hand: HandMeasures) => string): string[] =>
			SIDES.map((side) => (hands === null ? '–' : figure(hands[side])));
		this.#rows.push([
			escapeText(file, 400),
			duration.toFixed(1),
			frames.frameRate === null ? '–' : String(Math.round(frames.frameRate)),
			...both(({ tracking }) => formatShare(tracking.share)),
			...both(({ pinches }) => String(pinches.count)),
			...both(({ motion }) => digits(motion.wrist?.speed.p95)),
			...both(({ smoothness }) => (smoothness === null ? '–' : smoothness.toFixed(2))),
			problems === null ? '–' : String(Object.values(problems).reduce((sum, count) => sum + count, 0)),
		]);
	}

	format(): string {
		return `${formatTable(FILE_COLUMNS, this.#rows).join('\n')}\n${formatPlural(this.#rows.length, 'file')}\n`;
	}
}

/** All figures of several files as CSV: a row per file, a column per figure, named by its path. */
export class FigureTable {
	/** The place of each figure in a row. */
	readonly #columns = new Map<string, number>([['file', 0]]);
	readonly #rows: string[] = [];
	readonly #widths: number[] = [];

	add(file: string, measures: RecordingMeasures): void {
		const figures = new Map<string, number>();
		collectFigures(measures, '', figures);
		for (const name of figures.keys()) {
			if (!this.#columns.has(name)) this.#columns.set(name, this.#columns.size);
		}
		const names = [...this.#columns.keys()].slice(1);
		this.#rows.push([quoteCell(file), ...names.map((name) => figures.get(name) ?? '')].join(','));
		this.#widths.push(this.#columns.size);
	}

	format(): string {
		const names = [...this.#columns.keys()];
		// Rows before a new figure end early.
		const rows = this.#rows.map((row, i) => `${row}${','.repeat(names.length - this.#widths[i]!)}\n`);
		return `${names.map(quoteCell).join(',')}\n${rows.join('')}`;
	}
}

function collectFigures(node: unknown, path: string, row: Map<string, number>): void {
	if (typeof node === 'number') row.set(path, node);
	else if (typeof node === 'object' && node !== null) {
		for (const [name, child] of Object.entries(node))
			collectFigures(child, path === '' ? name : `${path}.${name}`, row);
	}
}

/** Three digits; `–` without a figure. */
function digits(value: number | null | undefined): string {
	return value === null || value === undefined ? '–' : formatRounded(value);
}

function formatShare(share: number): string {
	return formatPercent(share, 1);
}

function formatLevel(height: number): string {
	return `${Math.abs(height).toFixed(2)} m ${height < 0 ? 'below' : 'above'} it`;
}

function countOf(summary: Summary | null, noun: string, plural = `${noun}s`): string {
	return formatNumber(summary?.count ?? 0, noun, plural);
}

function formatNumber(count: number, noun: string, plural: string): string {
	return count === 0 ? `no ${plural}` : `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

function medianOf(summary: Summary | Percentiles | null, unit: string): string {
	return summary === null ? '' : ` of ${digits(summary.median)}${unit} (median)`;
}
