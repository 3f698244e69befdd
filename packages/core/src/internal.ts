/**
 * Not covered by semantic versioning: what the other packages of handreel share, and users do not need.
 *
 * @module
 */

export { computeCrc32 } from './bytes/crc32.ts';
export { type KnownFault, listKnownFaults } from './codec/list-faults.ts';
export { checkMarkers } from './codec/markers.ts';
export { chooseLayout } from './codec/plan.ts';
export { createFileBuffer, isRecording } from './codec/read.ts';
export { isJournal, isReel } from './codec/signatures.ts';
export { getRecordingByteLength } from './codec/write.ts';
export { findFirstTime } from './curves/first-time.ts';
export { listKeyTimes } from './curves/key-times.ts';
export { getSegmentKind, type SegmentKind } from './curves/segment.ts';
export { isSorted, sortCurve } from './curves/sort.ts';
export { listDroppedParts } from './edit/edit.ts';
export { listGaps } from './edit/fill-gaps.ts';
export { type ChangeLimits, limitChanges } from './edit/limit-changes.ts';
export { getAnchorPose } from './edit/move-recording.ts';
export { type PoseChange, poseHand } from './edit/pose-hand.ts';
export { reflectRoom } from './edit/room.ts';
export { setSpans } from './edit/spans.ts';
export {
	failGltf,
	type Glb,
	type GltfDocument,
	packGlb,
	packGltf,
	padded,
	unpackGlb,
	unpackGltf,
} from './gltf/glb.ts';
export { type AccessorView, type GltfItem, GltfReader, isCount } from './gltf/gltf-reader.ts';
export { ReadBudget } from './issue/budget.ts';
export { countOf } from './issue/error.ts';
export { findNearestName, listSimilarNames } from './issue/nearest-names.ts';
export { clipText, PATH_LENGTH, quoteValue } from './issue/quote.ts';
export { widenCurve } from './keys/insert-keys.ts';
export { hashIntegers } from './math/hash.ts';
export { blendPoses, composePoses, invertPose } from './math/pose.ts';
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
export { angleBetweenVectors, crossVectors, dotVectors, measureDistance, normalizeVector } from './math/vector.ts';
export { BODY_JOINT_COUNT, BODY_TRACKED_TRACK, type BodyCurves, findBody } from './model/body-joints.ts';
export { checkRecording } from './model/check-recording.ts';
export {
	createCurveFromWords,
	getCurveWords,
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyWeightedMode,
	isTrueValue,
	replaceKeys,
	selectKeys,
} from './model/curve.ts';
export {
	findHandButtons,
	HAND_BUTTON_NAMES,
	MAX_HAND_BUTTONS,
	nameHandButton,
	nameTransientPointer,
} from './model/hand-buttons.ts';
export { isJsonValue, keepJsonFields, MAX_JSON_DEPTH } from './model/json-value.ts';
export { mapCurves, mapGroup, moveCurves } from './model/map-curves.ts';
export { countKeys, formatPath, SECTIONS } from './model/order.ts';
export { parseJson } from './model/parse-json.ts';
export { readSpan } from './model/read-span.ts';
export { hasKeys, MAX_AXES, MAX_BUTTONS } from './model/recording.ts';
export { findLastState, findRoomState, NO_ROOM, ROOM_LIMITS } from './model/room.ts';
export { isRepeatingWrap, repeatKeyTime } from './model/wrap-mode.ts';
export { type Filled, fillOptions } from './option/fill-options.ts';
export { describeValues, fitsOption, readOptions } from './option/option.ts';
export { AXIS_STRIDE, writeHandAxes } from './perform/hand-axes.ts';
export { createRadii, getPinchGap, writeHandJoints } from './perform/hand-model.ts';
export { FINGER_ANGLES, HAND_ANGLES, readShape } from './perform/hand-shapes.ts';
export { alignRotation } from './sample/align-signs.ts';
export { listEvenTimes, listFrameTimes } from './sample/bake.ts';
export { createPoseSampler } from './sample/body-sampler.ts';
export { EYE_HEIGHT, estimateFloor } from './sample/estimate-floor.ts';
export { writeWebXRJoints } from './sample/frame-sample.ts';
export { selectTableJoints } from './sample/select-joints.ts';
export { DEFAULT_SPACE, getSpaceAxis } from './sample/spaces.ts';
