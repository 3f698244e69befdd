/**
 * Reads, writes, inspects and samples XR motion recordings in MRTK's input animation format.
 *
 * @example
 * const recording = await loadRecording(file);
 * const hand = sampleHand(recording, 'right', 1.5, createHandSample());
 * console.log(recording.duration, getJointPose(hand, 'indexTip')?.position);
 * const bytes = writeRecording(recording, { layout: 'mrtk-1.1' });
 *
 * @module
 */

// issue

export type { LimitOptions, ReadLimits } from './issue/budget.ts';
export { ISSUE_CODES, type IssueCode } from './issue/codes.ts';
export { type Issue, isRecordingError, RecordingError } from './issue/error.ts';

// math

export { writePoseMatrix } from './math/pose.ts';

export type { WritableNumbers } from './math/vector.ts';

// model

export { BODY_JOINTS, type BodyJoint } from './model/body-joints.ts';
export {
	type ControllerParts,
	createRecording,
	type HandParts,
	type PoseParts,
	type RayParts,
	type RecordingParts,
} from './model/create-recording.ts';
export { type Curve, type CurveOptions, createCurve, getCurveKeys, getKeyTime, getKeyValue } from './model/curve.ts';
export { JOINT_SETS, type JointSet, type JointSetName, type SetJoint } from './model/joint-sets.ts';
export {
	FINGER_JOINTS,
	type Finger,
	findWebXRJoint,
	JOINT_NAMES,
	JOINTS,
	type JointInfo,
	type JointName,
} from './model/joints.ts';

export { describeLayout, LAYOUTS, type Layout, type LayoutInfo, type LayoutName } from './model/layout.ts';
export { getTransferList, iterateCurves, type SectionFlags } from './model/order.ts';

export {
	BUTTON_NAMES,
	type ButtonCurves,
	type ButtonName,
	type ControllerCurves,
	type ControllersCurves,
	type EventTrack,
	type HandCurves,
	type HandsCurves,
	type JointRadii,
	type Marker,
	type PoseCurves,
	type PoseTrack,
	type QuatCurves,
	type RayCurves,
	type Recording,
	type RecordingInfo,
	type RecordingWith,
	type Section,
	SIDES,
	type Side,
	type Span,
	type SpanTrack,
	type Track,
	type UnknownPart,
	type ValueTrack,
	type Vec3Curves,
} from './model/recording.ts';
export type {
	AnchorState,
	ItemParts,
	LightState,
	MeshParts,
	MeshState,
	PlaneOrientation,
	PlaneParts,
	PlaneState,
	Room,
	RoomAnchor,
	RoomItem,
	RoomMesh,
	RoomParts,
	RoomPlane,
	RoomPose,
	RoomState,
} from './model/room.ts';
export { WRAP_MODES, type WrapMode, type WrapModeName } from './model/wrap-mode.ts';

// bytes

export type { ByteReader, ByteSource, SourceOptions } from './bytes/source.ts';
export type { BytesLike, ByteView } from './bytes/view.ts';

// codec

export {
	type ByteSpan,
	type CurveOutline,
	listSpans,
	type Outline,
	type OutlineOptions,
	readOutline,
} from './codec/outline.ts';
export type { WriteOptions } from './codec/plan.ts';
export { type LoadOptions, loadBytes, loadRecording, type ReadOptions, readRecording } from './codec/read.ts';
export {
	type BytesSummary,
	type HandSummary,
	type PartSummary,
	type RecordingSummary,
	summarizeBytes,
	summarizeRecording,
} from './codec/summarize.ts';
export type {
	ButtonSummary,
	ControllerSummary,
	ExtraSummary,
	HandDetails,
	RoomSummary,
	TrackSummary,
} from './codec/summarize-extras.ts';
export { type WrittenRecording, writeRecording, writeRecordingWithLayout } from './codec/write.ts';

// curves

export { type EvaluateOptions, evaluateCurve, evaluateCurveAt, evaluateCurveVelocity } from './curves/evaluate.ts';

export {
	listStateChanges,
	listTrueSpans,
	type StateChange,
	type StateRangeOptions,
	sumTimeSpans,
	type TimeSpan,
} from './curves/state-changes.ts';

// sample

export type {
	ChoiceOption,
	DataOption,
	FlagOption,
	ListOption,
	NumberOption,
	Option,
	OptionsOf,
	OptionTable,
	OptionValue,
	SettingsOf,
	TextOption,
	VectorOption,
} from './option/option.ts';
export {
	type BakeOptions,
	type BakeTimes,
	bakeFrames,
	type ControllerTable,
	type FrameTable,
	type HandTable,
	type TableOptions,
} from './sample/bake.ts';
export { type BodySample, BodySampler } from './sample/body-sampler.ts';
export { estimateGrip, estimatePalm, estimateRay } from './sample/estimate-hand.ts';
export {
	type ControllerSample,
	createFrameSample,
	createHandSample,
	type FrameSample,
	getJointPose,
	type HandSample,
	JOINT_COUNT,
	type JointPose,
	POSE_STRIDE,
	RAY_STRIDE,
	type SampleOptions,
	WEBXR_JOINT_COUNT,
} from './sample/frame-sample.ts';
export { sampleFrame, sampleHand, samplePose, sampleRay } from './sample/sample-frame.ts';
export { createSampler, type Sampler } from './sample/sampler.ts';
export { selectJoints } from './sample/select-joints.ts';
export { convertSpace, SPACES, type Space, type SpaceName } from './sample/spaces.ts';
