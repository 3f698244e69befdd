/**
 * Measures recordings: tracking, motion, smoothness, pinches, reaches, gaze, hand size; and figures over time for plots.
 *
 * @example
 * import { createChannel, measureRecording, sampleChannel } from '@handreel/core/measure';
 * const { hands } = measureRecording(recording);
 * console.log(hands?.right.motion.wrist?.speed.p95); // m/s
 * console.log(sampleChannel(createChannel(recording, 'aperture(right)'), 1.25)); // meters
 *
 * @module
 */

export type { ChannelInfo, ChannelParameter } from './measure/channel/channels.ts';
export { CHANNELS, type Channel, createChannel, sampleChannel } from './measure/channel/create-channel.ts';
export { listPoints } from './measure/channel/points.ts';
export type { ControllerMeasures } from './measure/controllers.ts';
export {
	type Figure,
	type FigureNumber,
	type FigureSection,
	type FigureSubject,
	listNumbers,
	readFigure,
} from './measure/figure.ts';
export { FIGURES } from './measure/figures.ts';
export type { FrameMeasures } from './measure/frames.ts';
export type { GazeMeasures, SaccadeMeasures } from './measure/gaze.ts';
export type { HandSize } from './measure/hand-size.ts';
export type { HandMeasures, ReachMeasures } from './measure/hands.ts';
export { type HeadMeasures, measureRecording, type RecordingMeasures } from './measure/measure-recording.ts';
export type { MotionMeasures } from './measure/motion.ts';
export {
	MEASURE_DEFAULTS,
	type MeasureOptions,
	type MeasureSettings,
	type MotionOptions,
	type ReachOptions,
} from './measure/options.ts';
export { listPinches, type Pinch, type PinchMeasures } from './measure/pinches.ts';
export type { MeasuredJoint } from './measure/points.ts';
export { listReaches, type Reach } from './measure/reaches.ts';
export type { Percentiles, Range, Summary } from './measure/statistics.ts';
export type { TrackingMeasures } from './measure/tracking.ts';
export type { TurningMeasures } from './measure/turning.ts';
export type { WorkspaceMeasures } from './measure/workspace.ts';
