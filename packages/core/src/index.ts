/**
 * Reads, writes, evaluates, samples, edits, records and plays XR input recordings in the input animation format of MRTK.
 *
 * @example
 * const recording = readRecording(await file.arrayBuffer(), { require: ['hands'] });
 * const tip = recording.hands.right.joints.indexTip.position;
 * console.log(recording.duration, keyCount(tip.x), keyTime(tip.x, 0), keyValue(tip.x, 0));
 * const bytes = writeRecording(recording, { layout: 'mrtk-1.1' });
 *
 * @module
 */

// issue

export { ISSUE_CODES, type IssueCode } from './issue/codes.ts';
export { type Issue, isRecordingError, RecordingError } from './issue/error.ts';

// model

export {
	createRecording,
	type HandParts,
	type PoseParts,
	type RayParts,
	type RecordingParts,
} from './model/create-recording.ts';
export {
	type Curve,
	type CurveOptions,
	createCurve,
	curveKeys,
	curveWords,
	keyCount,
	keyInTangent,
	keyInWeight,
	keyOutTangent,
	keyOutWeight,
	keyTime,
	keyValue,
	keyWeightedMode,
} from './model/curve.ts';
export {
	FINGER_JOINTS,
	type Finger,
	findWebXRJoint,
	JOINT_NAMES,
	JOINTS,
	type JointInfo,
	type JointName,
} from './model/joints.ts';
export {
	describeLayout,
	isSameLayout,
	LAYOUTS,
	type Layout,
	type LayoutInfo,
	type LayoutName,
} from './model/layout.ts';
export type { SectionFlags } from './model/order.ts';
export type {
	HandCurves,
	HandsCurves,
	Marker,
	PoseCurves,
	QuatCurves,
	RayCurves,
	Recording,
	RecordingWith,
	Section,
	Side,
	Vec3Curves,
} from './model/recording.ts';
export { transferList } from './model/transfer.ts';

// bytes

export type { ByteSource, SourceOptions } from './bytes/source.ts';
export type { BytesLike, ByteView } from './bytes/view.ts';

// codec

export { type LoadOptions, loadRecording } from './codec/load.ts';
export {
	type ByteSpan,
	type CurveOutline,
	listSpans,
	type Outline,
	type OutlineOptions,
	readOutline,
} from './codec/outline.ts';
export type { WriteOptions } from './codec/plan.ts';
export { createFileBuffer, isRecording, type ReadOptions, readRecording } from './codec/read.ts';
export { sumTimeSpans, type TimeSpan } from './codec/summarize/time-spans.ts';
export { type HandSummary, type PartSummary, type RecordingSummary, summarizeBytes } from './codec/summarize.ts';
export { recordingByteLength, writeRecording, writeRecordingInto } from './codec/write.ts';

// curves

export { type EvaluateOptions, evaluateCurve, evaluateCurveAt, evaluateCurveVelocity } from './curves/evaluate.ts';
export { type SegmentKind, segmentKind } from './curves/segment.ts';
export { isSorted, sortCurve } from './curves/sort.ts';

// sample

export { type BakeOptions, type BakeTimes, bakeFrames, type FrameTable, type HandTable } from './sample/bake.ts';
export { sampleFrame, sampleHand } from './sample/frame.ts';
export {
	createFrameSample,
	createHandSample,
	type FrameSample,
	type HandSample,
	JOINT_COUNT,
	POSE_STRIDE,
	RAY_STRIDE,
} from './sample/frame-sample.ts';
export type { SampleOptions } from './sample/options.ts';
export { samplePose, sampleRay } from './sample/pose.ts';
export { createSampler, type Sampler } from './sample/sampler.ts';
export { WEBXR_JOINT_COUNT, writeWebXRJoints } from './sample/webxr-joints.ts';

// edit

export type { Deviation } from './compare/channel.ts';
export {
	type ChannelDeviation,
	type CompareOptions,
	type CompareRunOptions,
	type Comparison,
	compareInSteps,
	compareRecordings,
	listExcesses,
} from './compare/compare-recordings.ts';
export type { RunOptions } from './compare/run-steps.ts';
export type { MarkerDifference, StateDisagreement } from './compare/states.ts';
export { DEFAULT_TOLERANCES, type Tolerances } from './compare/tolerances.ts';
export { compactRecording } from './edit/compact-recording.ts';
export { type ConcatOptions, concatRecordings } from './edit/concat-recordings.ts';
export { type FillOptions, fillGaps } from './edit/fill-gaps.ts';
export { listGaps, type TrackingGap } from './edit/list-gaps.ts';
export { addMarker, moveMarker, removeMarker, renameMarker } from './edit/markers.ts';
export { mirrorRecording } from './edit/mirror-recording.ts';
export { invertPose, moveRecording } from './edit/move-recording.ts';
export { type AnchorOptions, anchorPose, reanchorRecording } from './edit/reanchor-recording.ts';
export { editCurves, getCurves, replaceCurves } from './edit/replace-curves.ts';
export { replaceParts } from './edit/replace-parts.ts';
export { type ResampleOptions, resampleRecording } from './edit/resample-recording.ts';
export { reverseRecording } from './edit/reverse-recording.ts';
export { shiftRecording } from './edit/shift-recording.ts';
export { type SmoothOptions, smoothRecording } from './edit/smooth-recording.ts';
export { type RecordingPiece, type SplitOptions, splitAtMarkers, splitRecording } from './edit/split-recording.ts';
export { stretchRecording } from './edit/stretch-recording.ts';
export { type RecordingPart, stripRecording } from './edit/strip-recording.ts';
export { type TrimOptions, trimRecording } from './edit/trim-recording.ts';
export { bendCurve, straightenCurve } from './keys/convert-keys.ts';
export { alignGroup, insertGroupKey } from './keys/edit-group.ts';
export {
	findKey,
	insertKey,
	type KeyChange,
	removeKey,
	setKey,
	setWrapModes,
	type WrapModes,
} from './keys/edit-keys.ts';
export { setTangents, type TangentMode, type TangentOptions } from './keys/set-tangents.ts';
export { type CurveGroup, mapCurves, mapGroup } from './model/map-curves.ts';
export {
	type OptimizeOptions,
	type OptimizeRunOptions,
	optimizeInSteps,
	optimizeRecording,
} from './optimize/optimize-recording.ts';

// record

export type { JournalGap } from './record/journal-replay.ts';
export type { JournalSink } from './record/journal-writer.ts';
export { Recorder, type RecorderOptions } from './record/recorder.ts';
export { type JournalRecovery, recoverJournal } from './record/recover-journal.ts';

// play

export { listKeyTimes } from './play/key-times.ts';
export { Player, type PlayerOptions, type PlayerRange } from './play/player.ts';
export type { PlayerEvents } from './play/player-events.ts';
export type { PlayerWrap } from './play/playhead.ts';

// diagnose

export { type Diagnosis, diagnoseBytes } from './diagnose/diagnose-bytes.ts';
export { diagnoseRecording } from './diagnose/diagnose-recording.ts';
export {
	type RemainingIssue,
	type Repair,
	type RepairedIssue,
	type RepairOptions,
	repairBytes,
	repairRecording,
} from './diagnose/repair.ts';
