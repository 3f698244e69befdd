import type { TimeSpan } from '../curves/state-changes.ts';
import { type ControllerCurves, hasKeys } from '../model/recording.ts';
import { createGrid } from './grid.ts';
import { type MotionMeasures, measureMotion } from './motion.ts';
import type { MeasureSettings } from './options.ts';
import type { Tracer } from './path.ts';
import { type Summary, summarize } from './statistics.ts';
import { listStateSpans, measureTracking, type TrackingMeasures, trimSpans } from './tracking.ts';

/** How a controller moves while it is tracked, and how its buttons are pressed. */
export interface ControllerMeasures {
	readonly tracking: TrackingMeasures;
	/** The motion of the grip. */
	readonly motion: MotionMeasures | null;
	/** Seconds of each press, per button in WebXR's order; `null` for a button that is never pressed. */
	readonly presses: readonly (Summary | null)[];
}

/** Measures a controller. */
export function measureController(
	{ tracked, grip, buttons }: ControllerCurves,
	extent: TimeSpan,
	tracer: Tracer,
	settings: MeasureSettings,
): ControllerMeasures {
	const spans = listStateSpans(tracked, extent);
	const { x, y, z } = grip.position;
	const grid = createGrid(trimSpans(spans, [x, y, z], extent), settings.sampleRate, extent.start);
	const path = grid.total > 0 && hasKeys(grip) ? tracer.trace(grip.position, grid) : null;
	const motion = path && measureMotion(path, settings.stillSpeed);
	if (path !== null) tracer.release(path);
	return {
		tracking: measureTracking(spans, extent),
		motion,
		presses: buttons.map(({ pressed }) =>
			summarize(listStateSpans(pressed, extent).map(({ start, end }) => end - start)),
		),
	};
}
