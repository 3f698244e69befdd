import { SIDES } from '@handreel/core';
import type {
	ControllerMeasures,
	HandMeasures,
	MotionMeasures,
	RecordingMeasures,
	Summary,
} from '@handreel/core/measure';
import {
	formatCount,
	formatFrameRate,
	formatMillimeters,
	formatPercent,
	formatRounded,
	formatSeconds,
} from '@handreel/text';

/** A figure in words. */
export interface Figure {
	readonly name: string;
	readonly value: string;
	/** The channel that shows it over time. */
	readonly expression?: string;
}

/** Figures with a heading. */
export interface FigureGroup {
	readonly title: string;
	readonly figures: readonly Figure[];
}

/** Lists the figures of a recording as a person reads them. MEASURES.md defines them. */
export function listFigures({ duration, frames, head, hands, gaze, controllers }: RecordingMeasures): FigureGroup[] {
	const groups: FigureGroup[] = [
		{
			title: 'Recording',
			figures: compact([
				['Duration', formatSeconds(duration)],
				['Key times', formatCount(frames.count)],
				['Frame rate', frames.frameRate === null ? 'unknown' : formatFrameRate(frames.frameRate)],
				['Jitter', frames.jitter === null ? null : `${(frames.jitter * 1000).toFixed(2)} ms`],
				['Frames without keys', frames.missedShare === null ? null : formatPercent(frames.missedShare, 1)],
				['Longest interval', formatSeconds(frames.longestInterval)],
			]),
		},
	];
	if (head !== null) {
		groups.push({
			title: 'Head',
			figures: compact([
				...listMotion(head.motion, 'head'),
				['Turned', head.turning === null ? null : `${formatRounded(head.turning.degrees)}°`],
				[
					'Fastest turn',
					head.turning === null ? null : `${formatRounded(head.turning.degreesPerSecond.peak)}°/s`,
					'turning(head)',
				],
				['Height, median', head.height === null ? null : `${head.height.median.toFixed(2)} m`, 'y(head)'],
			]),
		});
	}
	for (const side of SIDES) {
		if (hands !== null) groups.push(listHand(side, hands[side]));
		const controller = controllers?.[side];
		if (controller) groups.push(listController(side, controller));
	}
	if (gaze !== null) {
		groups.push({
			title: 'Eye gaze',
			figures: compact([
				['Fixations', countOf(gaze.fixations)],
				['Fixation, median', medianOf(gaze.fixations, 's')],
				['Time in fixations', formatPercent(gaze.fixationShare, 1)],
				['Saccades', countOf(gaze.saccades.degrees)],
				['Saccade, median', gaze.saccades.degrees && `${formatRounded(gaze.saccades.degrees.median)}°`],
			]),
		});
	}
	return groups;
}

type Row = readonly [name: string, value: string | null, expression?: string];

function listHand(side: 'left' | 'right', hand: HandMeasures): FigureGroup {
	const { tracking, motion, pinches, reaches, smoothness, size, workspace, reach, height } = hand;
	return {
		title: `${side} hand`,
		figures: compact([
			['Tracked', formatPercent(tracking.share, 1), `tracked(${side})`],
			['Losses', countOf(tracking.losses)],
			...(tracking.seconds === 0 ? [] : listMotion(motion.wrist, `${side}.wrist`, 'Wrist ')),
			[
				'Index tip speed, p95',
				motion.indexTip && `${formatRounded(motion.indexTip.speed.p95)} m/s`,
				`speed(${side}.indexTip)`,
			],
			['Pinches', formatCount(pinches.count), `pinching(${side})`],
			['Pinch, median', medianOf(pinches.lengths, 's')],
			[
				'Aperture',
				pinches.aperture &&
					`${formatMillimeters(pinches.aperture.min, 0)} to ${formatMillimeters(pinches.aperture.max, 0)}`,
				`aperture(${side})`,
			],
			['Reaches', formatCount(reaches.count)],
			['Reach, median', medianOf(reaches.distances, 'm')],
			['Smoothness', smoothness === null ? null : smoothness.toFixed(2)],
			['Workspace', workspace && `${workspace.extents.map((extent) => extent.toFixed(2)).join(' × ')} m`],
			['From the head, median', reach && `${reach.median.toFixed(2)} m`, `distance(${side}.wrist, head)`],
			['Above the head, median', height && `${height.median.toFixed(2)} m`],
			['Hand length', size?.length == null ? null : formatMillimeters(size.length, 0)],
			['Bones vary by', size && formatPercent(size.variation, 1)],
		]),
	};
}

function listController(side: 'left' | 'right', { tracking, motion, presses }: ControllerMeasures): FigureGroup {
	return {
		title: `${side} controller`,
		figures: compact([
			['Tracked', formatPercent(tracking.share, 1)],
			...listMotion(motion, `${side}.controller`),
			...presses.map((press, i): Row => [`Button ${i} pressed`, press && `${press.count}×`]),
		]),
	};
}

function listMotion(motion: MotionMeasures | null, point: string, prefix = ''): Row[] {
	if (motion === null) return [];
	const { pathLength, speed, acceleration, jerk, stillShare } = motion;
	const name = (text: string): string =>
		prefix === '' ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : `${prefix}${text}`;
	return [
		[name('path'), `${formatRounded(pathLength)} m`],
		[name('speed, median'), `${formatRounded(speed.median)} m/s`, `speed(${point})`],
		[name('speed, p95'), `${formatRounded(speed.p95)} m/s`, `speed(${point})`],
		[name('speed, peak'), `${formatRounded(speed.peak)} m/s`, `speed(${point})`],
		[name('acceleration, p95'), acceleration && `${formatRounded(acceleration.p95)} m/s²`, `acceleration(${point})`],
		[name('jerk, p95'), jerk && `${formatRounded(jerk.p95)} m/s³`, `jerk(${point})`],
		[name('still'), formatPercent(stillShare, 1)],
	];
}

// Leaves out figures without data.
function compact(rows: readonly Row[]): Figure[] {
	return rows.flatMap(([name, value, expression]) =>
		value === null ? [] : [{ name, value, ...(expression === undefined ? {} : { expression }) }],
	);
}

function countOf(summary: Summary | null): string {
	return formatCount(summary?.count ?? 0);
}

function medianOf(summary: Summary | null, unit: string): string | null {
	return summary && `${formatRounded(summary.median)} ${unit}`;
}
