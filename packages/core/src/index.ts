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

export { ISSUE_CODES, type IssueCode } from './issue/codes.ts';
export { type Issue, isRecordingError, RecordingError } from './issue/error.ts';
export { findNearestName, listSimilarNames } from './issue/nearest-names.ts';

// math

export { hashIntegers } from './math/hash.ts';
export { composePoses, invertPose, writePoseMatrix } from './math/pose.ts';
export {
	alignQuaternion,
	angleBetweenQuaternions,
	findLookRotation,
	findShortestRotation,
	invertQuaternion,
	multiplyQuaternions,
	normalizeQuaternion,
	rotateVector,
	slerpQuaternions,
} from './math/quaternion.ts';
export {
	angleBetweenVectors,
	crossVectors,
	dotVectors,
	measureDistance,
	normalizeVector,
	type WritableNumbers,
} from './math/vector.ts';

// model

export {
	type ControllerParts,
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
	createCurveFromWords,
	getCurveKeys,
	getCurveWords,
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyTime,
	getKeyValue,
	getKeyWeightedMode,
	isTrueValue,
	replaceKeys,
	selectKeys,
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
export { isJsonValue, keepJsonFields, MAX_JSON_DEPTH } from './model/json-value.ts';
export {
	describeLayout,
	isSameLayout,
	LAYOUTS,
	type Layout,
	type LayoutInfo,
	type LayoutName,
} from './model/layout.ts';
export { countKeys, getTransferList, iterateCurves, SECTIONS, type SectionFlags } from './model/order.ts';
export {
	BUTTON_NAMES,
	type ButtonCurves,
	type ButtonName,
	type ControllerCurves,
	type ControllersCurves,
	type EventTrack,
	type HandCurves,
	type HandsCurves,
	hasKeys,
	type JointRadii,
	MAX_AXES,
	MAX_BUTTONS,
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
	type Track,
	type ValueTrack,
	type Vec3Curves,
} from './model/recording.ts';
export { isRepeatingWrap, repeatKeyTime, WRAP_MODES, type WrapMode, type WrapModeName } from './model/wrap-mode.ts';

// bytes

export { computeCrc32 } from './bytes/crc32.ts';
export type { ByteReader, ByteSource, SourceOptions } from './bytes/source.ts';
export type { BytesLike, ByteView } from './bytes/view.ts';

// codec

export { type KnownFault, listKnownFaults } from './codec/list-faults.ts';
export { checkMarkers } from './codec/markers.ts';
export {
	type ByteSpan,
	type CurveOutline,
	listSpans,
	type Outline,
	type OutlineOptions,
	readOutline,
} from './codec/outline.ts';
export type { WriteOptions } from './codec/plan.ts';
export {
	createFileBuffer,
	isRecording,
	type LoadOptions,
	loadBytes,
	loadRecording,
	type ReadOptions,
	readRecording,
} from './codec/read.ts';
export { type HandSummary, type PartSummary, type RecordingSummary, summarizeBytes } from './codec/summarize.ts';
export { getRecordingByteLength, writeRecording, writeRecordingInto } from './codec/write.ts';

// curves

export { type EvaluateOptions, evaluateCurve, evaluateCurveAt, evaluateCurveVelocity } from './curves/evaluate.ts';
export { listKeyTimes } from './curves/key-times.ts';
export { getSegmentKind, type SegmentKind } from './curves/segment.ts';
export { isSorted, sortCurve } from './curves/sort.ts';
export {
	listStateChanges,
	listTrueSpans,
	type StateChange,
	type StateRangeOptions,
	sumTimeSpans,
	type TimeSpan,
} from './curves/state-changes.ts';

// sample

export {
	type BakeOptions,
	type BakeTimes,
	bakeFrames,
	type ControllerTable,
	type FrameTable,
	type HandTable,
	listFrameTimes,
	type TableOptions,
} from './sample/bake.ts';
export { EYE_HEIGHT, estimateFloor } from './sample/estimate-floor.ts';
export { estimateGrip, estimatePalm, estimateRay } from './sample/estimate-hand.ts';
export {
	type ControllerSample,
	createControllerSample,
	createFrameSample,
	createHandSample,
	DEFAULT_SPACE,
	type FrameSample,
	getJointPose,
	type HandSample,
	JOINT_COUNT,
	type JointPose,
	POSE_STRIDE,
	RAY_STRIDE,
	type SampleOptions,
	SPACES,
	type SpaceName,
	type SpaceSigns,
	WEBXR_JOINT_COUNT,
	writeWebXRJoints,
} from './sample/frame-sample.ts';
export { sampleFrame, sampleHand, samplePose, sampleRay } from './sample/sample-frame.ts';
export { createSampler, type Sampler } from './sample/sampler.ts';
