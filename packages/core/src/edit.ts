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
	STANDARD_BODY,
	type StandardBody,
} from './edit/anonymize-recording.ts';
export { ROUNDING_OPTIONS, type RoundingOptions } from './edit/check-times.ts';
export { compactRecording } from './edit/compact-recording.ts';
export { CONCAT_OPTIONS, type ConcatOptions, concatRecordings } from './edit/concat-recordings.ts';
export type { Edit, EditOutcome, EditResult, OptionValues } from './edit/edit.ts';
export { EDITS, findEdit } from './edit/edits.ts';
export { type FillOptions, type FillResult, fillGaps, type TrackingGap } from './edit/fill-gaps.ts';
export { addMarker, moveMarker, removeMarker, renameMarker } from './edit/markers.ts';
export { mirrorRecording } from './edit/mirror-recording.ts';
export { type AnchorOptions, moveRecording, reanchorRecording } from './edit/move-recording.ts';
export { editCurves, replaceParts } from './edit/replace-curves.ts';
export { type ResampleOptions, resampleRecording } from './edit/resample-recording.ts';
export { reverseRecording, shiftRecording, stretchRecording } from './edit/retime-recording.ts';
export { type SmoothOptions, smoothRecording } from './edit/smooth-recording.ts';
export { type RecordingPiece, type SplitOptions, splitAtMarkers, splitRecording } from './edit/split-recording.ts';
export {
	type RecordingPart,
	type StrippablePart,
	stripRecording,
} from './edit/strip-recording.ts';
export { type CutOptions, type TrimOptions, trimRecording } from './edit/trim-recording.ts';
export { convertSegmentsToHermite, convertToHermite, convertToLinear } from './keys/convert-keys.ts';
export {
	type AlignOptions,
	alignGroup,
	insertGroupKey,
	insertKey,
	setWrapModes,
	type WrapModes,
} from './keys/edit-keys.ts';
export { type KeyChange, removeKey, removeKeys, setKey, setKeys } from './keys/set-keys.ts';
export { setTangents, type TangentMode, type TangentOptions } from './keys/set-tangents.ts';
export type { CurveGroup } from './model/map-curves.ts';
export {
	type OptimizeOptions,
	type OptimizeRunOptions,
	optimizeInSteps,
	optimizeRecording,
} from './optimize/optimize-recording.ts';
