/**
 * Turns the 21 landmarks of camera hand trackers, such as MediaPipe, into hands with 26 joints.
 *
 * @example
 * const fitter = new LandmarkFitter({ width: 640, height: 480, handLength: 0.18 });
 * const onHands = (time: number, hands: SeenHand[]) => fitter.fit({ time, hands }, createFrameSample());
 *
 * @module
 */

export type { PictureSize } from './camera.ts';
export { type FitterOptions, LandmarkFitter } from './landmark-fitter.ts';
export { LANDMARK_COUNT, type SeenFrame, type SeenHand } from './landmarks.ts';
export { type CameraPlace, FIT_OPTIONS, type FitOptions } from './options.ts';
export { PINCH_GAPS } from './pinch-state.ts';
export type { HandQuality } from './quality.ts';
