import type { IssueCode } from '../issue/codes.ts';
import { checkRecording } from '../model/check-recording.ts';
import { hasKeys, type Recording, type Side } from '../model/recording.ts';
import { type ControllerMeasures, measureController } from './controllers.ts';
import { type FrameMeasures, measureFrames } from './frames.ts';
import { type GazeMeasures, measureGaze } from './gaze.ts';
import { checkLength, createGrid } from './grid.ts';
import { type HandMeasures, measureHand } from './hands.ts';
import { type MotionMeasures, measureMotion } from './motion.ts';
import { type MeasureOptions, readSettings } from './options.ts';
import { Tracer } from './path.ts';
import { type Range, takeRange } from './statistics.ts';
import { findExtent } from './tracking.ts';
import { measureTurning, type TurningMeasures } from './turning.ts';

/** How the head moves. Figures without data are `null`. */
export interface HeadMeasures {
	readonly motion: MotionMeasures | null;
	readonly turning: TurningMeasures | null;
	/** Meters above the origin of the recording's space. */
	readonly height: Range | null;
}

/** The figures of a recording, as plain data that JSON can hold. Sections that were not recorded are `null`. */
export interface RecordingMeasures {
	/** Seconds from the first key to the last. */
	readonly duration: number;
	readonly frames: FrameMeasures;
	readonly head: HeadMeasures | null;
	readonly hands: Readonly<Record<Side, HandMeasures>> | null;
	readonly gaze: GazeMeasures | null;
	readonly controllers: Readonly<Record<Side, ControllerMeasures | null>> | null;
	/** The number of problems per code; `null` unless `diagnose` was given. */
	readonly problems: Readonly<Record<string, number>> | null;
}

/**
 * Measures a recording: frames, tracking, motion, smoothness, pinches, hand size, gaze, button presses. MEASURES.md
 * defines every figure.
 *
 * Reads the keys that it needs and takes about 2 milliseconds per 10 seconds. Throws `RangeError` for invalid options, and
 * for a recording of more than 39 hours, or of more than 2.4 hours with few keys.
 *
 * @example
 * const { hands } = measureRecording(recording);
 * console.log(hands?.right.motion.wrist?.speed.p95, hands?.right.pinches.count);
 */
export function measureRecording(recording: Recording, options: MeasureOptions = {}): RecordingMeasures {
	checkRecording(recording);
	const settings = readSettings(options);
	checkLength(recording, settings.sampleRate);
	const tracer = new Tracer(settings);
	const { head, hands, gaze, controllers } = recording;
	const extent = findExtent(recording);
	const whole = createGrid([extent], settings.sampleRate, extent.start);
	const headPath = head !== null && hasKeys(head) ? tracer.trace(head.position, whole) : null;
	const hand = (side: Side, { [side]: curves }: NonNullable<typeof hands>): HandMeasures =>
		measureHand(side, curves, headPath, extent, tracer, settings);
	const controller = (side: Side): ControllerMeasures | null => {
		const curves = controllers?.[side] ?? null;
		return curves && measureController(curves, extent, tracer, settings);
	};
	const measures: RecordingMeasures = {
		duration: extent.end - extent.start,
		frames: measureFrames(recording),
		head:
			head !== null && headPath !== null
				? {
						motion: measureMotion(headPath, settings.stillSpeed),
						turning: measureTurning(head.rotation, whole, tracer),
						height: takeRange(headPath.y.slice(0, whole.total), whole.total),
					}
				: null,
		hands: hands && { left: hand('left', hands), right: hand('right', hands) },
		gaze: gaze !== null && hasKeys(gaze) ? measureGaze(gaze, whole, tracer, settings) : null,
		controllers: controllers && { left: controller('left'), right: controller('right') },
		problems: options.diagnose ? countCodes(options.diagnose(recording).map(({ code }) => code)) : null,
	};
	if (headPath !== null) tracer.release(headPath);
	return measures;
}

function countCodes(codes: readonly IssueCode[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
	return counts;
}
