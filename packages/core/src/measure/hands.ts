import type { TimeSpan } from '../curves/state-changes.ts';
import { type HandCurves, hasKeys, type Side } from '../model/recording.ts';
import { createGrid, type Grid } from './grid.ts';
import { type HandSize, measureHandSize } from './hand-size.ts';
import { type MotionMeasures, measureMotion } from './motion.ts';
import type { MeasureSettings } from './options.ts';
import type { Path, Tracer } from './path.ts';
import { measurePinches, type PinchMeasures } from './pinches.ts';
import { MEASURED_JOINTS, type MeasuredJoint } from './points.ts';
import { findReaches } from './reaches.ts';
import { type Range, type Summary, summarize, takeRange } from './statistics.ts';
import { listHandCurves, listStateSpans, measureTracking, type TrackingMeasures, trimSpans } from './tracking.ts';
import { measureWorkspace, type WorkspaceMeasures } from './workspace.ts';

/** How a hand moves while it is tracked. Figures without data are `null`. */
export interface HandMeasures {
	readonly tracking: TrackingMeasures;
	/** Wrist and fingertips. */
	readonly motion: Readonly<Record<MeasuredJoint, MotionMeasures | null>>;
	readonly reaches: ReachMeasures;
	/** The median spectral arc length of the reaches: nearer to 0 is smoother. */
	readonly smoothness: number | null;
	readonly pinches: PinchMeasures;
	/** The space in which the wrist moves. */
	readonly workspace: WorkspaceMeasures | null;
	readonly size: HandSize | null;
	/** Meters from the head to the wrist. */
	readonly reach: Range | null;
	/** Meters: the height of the wrist above the head, negative below it. */
	readonly height: Range | null;
}

/** The reaches of a hand; {@link listReaches} lists them. */
export interface ReachMeasures {
	readonly count: number;
	/** Meters. */
	readonly distances: Summary | null;
	/** Seconds. */
	readonly durations: Summary | null;
	/** m/s. */
	readonly peakSpeeds: Summary | null;
	/** Peak speed divided by mean speed. */
	readonly speedRatios: Summary | null;
}

/** The joints whose paths are needed after their motion is measured. */
const KEPT: readonly MeasuredJoint[] = ['wrist', 'thumbTip', 'indexTip'];

/** Measures a hand. `head` is the path of the head on a grid with a single run from the start of the recording. */
export function measureHand(
	side: Side,
	hand: HandCurves,
	head: Path | null,
	extent: TimeSpan,
	tracer: Tracer,
	settings: MeasureSettings,
): HandMeasures {
	const spans = listStateSpans(hand.tracked, extent);
	const grid = createGrid(trimSpans(spans, listHandCurves(hand), extent), settings.sampleRate, extent.start);
	const paths: Partial<Record<MeasuredJoint, Path>> = {};
	const motion = {} as Record<MeasuredJoint, MotionMeasures | null>;
	for (const joint of MEASURED_JOINTS) {
		motion[joint] = null;
		const pose = hand.joints[joint];
		if (grid.total === 0 || !hasKeys(pose)) continue;
		const path = tracer.trace(pose.position, grid);
		motion[joint] = measureMotion(path, settings.stillSpeed);
		tracer.give(path.acceleration, path.jerk);
		if (KEPT.includes(joint)) paths[joint] = path;
		else releaseRest(path, tracer);
	}
	const { wrist = null, thumbTip = null, indexTip = null } = paths;
	const reaches = wrist === null ? [] : findReaches(side, wrist, settings);
	const measures: HandMeasures = {
		tracking: measureTracking(spans, extent),
		motion,
		reaches: {
			count: reaches.length,
			distances: summarize(reaches.map(({ distance }) => distance)),
			durations: summarize(reaches.map((reach) => reach.duration)),
			peakSpeeds: summarize(reaches.map(({ peakSpeed }) => peakSpeed)),
			speedRatios: summarize(reaches.map(({ speedRatio }) => speedRatio)),
		},
		smoothness: summarize(reaches.map(({ smoothness }) => smoothness))?.median ?? null,
		pinches: measurePinches(hand, grid, thumbTip, indexTip, extent, tracer),
		workspace: wrist && measureWorkspace(wrist, tracer),
		size: measureHandSize(hand, grid),
		...(wrist === null || head === null ? { reach: null, height: null } : measureReach(wrist, head, grid, tracer)),
	};
	for (const path of Object.values(paths)) releaseRest(path, tracer);
	return measures;
}

function releaseRest({ x, y, z, speed }: Path, tracer: Tracer): void {
	tracer.give(x, y, z, speed);
}

function measureReach(wrist: Path, head: Path, grid: Grid, tracer: Tracer): Pick<HandMeasures, 'reach' | 'height'> {
	const distances = tracer.take(grid.total);
	const heights = tracer.take(grid.total);
	let count = 0;
	for (const { first, offset, count: samples } of grid.runs) {
		for (let i = 0; i < samples && first + i < head.grid.total; i++, count++) {
			const x = wrist.x[offset + i]! - head.x[first + i]!;
			const up = wrist.y[offset + i]! - head.y[first + i]!;
			const z = wrist.z[offset + i]! - head.z[first + i]!;
			distances[count] = Math.sqrt(x * x + up * up + z * z);
			heights[count] = up;
		}
	}
	const ranges = { reach: takeRange(distances, count), height: takeRange(heights, count) };
	tracer.give(distances, heights);
	return ranges;
}
