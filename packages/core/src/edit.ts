/**
 * Edits recordings: keys of single curves, whole recordings, comparison and optimization. Every function returns new
 * data and shares the parts that did not change.
 *
 * @example
 * import { optimizeRecording, trimRecording } from '@handreel/core/edit';
 * const small = optimizeRecording(trimRecording(recording, { start: 2, end: 8.5 }));
 *
 * @module
 */

export type { Deviation } from './compare/channel.ts';
export type { ChannelDeviation } from './compare/compare-item.ts';
export {
	COMPARE_DEFAULTS,
	type CompareOptions,
	type CompareRunOptions,
	type Comparison,
	compareInSteps,
	compareRecordings,
	listExcesses,
} from './compare/compare-recordings.ts';
export { type RunOptions, TOLERANCE_DEFAULTS, type Tolerances } from './compare/options.ts';
export type { MarkerDifference, StateDisagreement } from './compare/states.ts';
export {
	type AnonymizeOptions,
	anonymizeRecording,
	type BodyScales,
	getBodyScales,
	STANDARD_BODY,
	type StandardBody,
} from './edit/anonymize-recording.ts';
export type { RoundingOptions } from './edit/check-times.ts';
export { compactRecording } from './edit/compact-recording.ts';
export { CONCAT_DEFAULTS, type ConcatOptions, concatRecordings } from './edit/concat-recordings.ts';
export {
	FILL_DEFAULTS,
	type FillOptions,
	type FillResult,
	fillGaps,
	listGaps,
	type TrackingGap,
} from './edit/fill-gaps.ts';
export { addMarker, moveMarker, removeMarker, renameMarker } from './edit/markers.ts';
export { mirrorRecording } from './edit/mirror-recording.ts';
export { type AnchorOptions, getAnchorPose, moveRecording, reanchorRecording } from './edit/move-recording.ts';
export { editCurves, getCurves, replaceCurves, replaceParts } from './edit/replace-curves.ts';
export { type ResampleOptions, resampleRecording } from './edit/resample-recording.ts';
export { reverseRecording, shiftRecording, stretchRecording } from './edit/retime-recording.ts';
export { SMOOTH_DEFAULTS, type SmoothOptions, smoothRecording } from './edit/smooth-recording.ts';
export { type RecordingPiece, type SplitOptions, splitAtMarkers, splitRecording } from './edit/split-recording.ts';
export {
	RECORDING_PARTS,
	type RecordingPart,
	STRIPPABLE_PARTS,
	type StrippablePart,
	stripRecording,
} from './edit/strip-recording.ts';
export { type CutOptions, type TrimOptions, trimRecording } from './edit/trim-recording.ts';
export { convertSegmentsToHermite, convertToHermite, convertToLinear } from './keys/convert-keys.ts';
export {
	type AlignOptions,
	alignGroup,
	findKey,
	insertGroupKey,
	insertKey,
	setWrapModes,
	type WrapModes,
} from './keys/edit-keys.ts';
export { type KeyChange, removeKey, removeKeys, setKey, setKeys } from './keys/set-keys.ts';
export { setTangents, type TangentMode, type TangentOptions } from './keys/set-tangents.ts';
export { type CurveGroup, mapCurves, mapGroup, mapMarkers } from './model/map-curves.ts';
export {
	type OptimizeOptions,
	type OptimizeRunOptions,
	optimizeInSteps,
	optimizeRecording,
} from './optimize/optimize-recording.ts';
