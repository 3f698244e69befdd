import { WRAP_MODES } from '@handreel/core';
import { formatFloat } from '../common/format-float.ts';
import { computePathHash } from './path-hash.ts';
import type { VectorKey } from './vector-keys.ts';

/** A curve of a clip. */
export interface ClipCurve {
	readonly path: string;
	readonly keys: readonly VectorKey[];
	readonly preWrap: number;
	readonly postWrap: number;
}

/** What a clip holds. */
export interface Clip {
	readonly name: string;
	readonly sampleRate: number;
	readonly duration: number;
	readonly positions: readonly ClipCurve[];
	readonly rotations: readonly ClipCurve[];
	/** States of objects. */
	readonly active: readonly ClipCurve[];
	readonly events: readonly { readonly time: number; readonly text: string }[];
}

const AXES = ['x', 'y', 'z', 'w'];
const STEP_MODE = 103;
const BROKEN_MODE = 1;
/** Class identifiers of Unity. */
const GAME_OBJECT = 1;
const TRANSFORM = 4;
const POSITION = 1;
const ROTATION = 2;
const IS_ACTIVE = 'm_IsActive';

/** Writes a Unity animation clip line by line. */
export function* writeClip(clip: Clip): Generator<string> {
	yield '%YAML 1.1';
	yield '%TAG !u! tag:unity3d.com,2011:';
	yield '--- !u!74 &7400000';
	yield 'AnimationClip:';
	yield '  m_ObjectHideFlags: 0';
	for (const name of ['m_CorrespondingSourceObject', 'm_PrefabInstance', 'm_PrefabAsset'])
		yield `  ${name}: {fileID: 0}`;
	yield `  m_Name: ${quote(clip.name)}`;
	yield '  serializedVersion: 6';
	for (const name of ['m_Legacy', 'm_Compressed']) yield `  ${name}: 0`;
	yield '  m_UseHighQualityCurve: 1';
	yield* writeList('m_RotationCurves', clip.rotations, writeVectorCurve);
	yield '  m_CompressedRotationCurves: []';
	yield '  m_EulerCurves: []';
	yield* writeList('m_PositionCurves', clip.positions, writeVectorCurve);
	yield '  m_ScaleCurves: []';
	yield* writeList('m_FloatCurves', clip.active, writeStateCurve);
	yield '  m_PPtrCurves: []';
	yield `  m_SampleRate: ${formatNumber(clip.sampleRate)}`;
	yield '  m_WrapMode: 0';
	yield '  m_Bounds:';
	for (const name of ['m_Center', 'm_Extent']) yield `    ${name}: {x: 0, y: 0, z: 0}`;
	yield '  m_ClipBindingConstant:';
	yield* writeBindings(clip);
	yield '    pptrCurveMapping: []';
	yield* writeSettings(clip.duration);
	for (const name of ['m_EditorCurves', 'm_EulerEditorCurves']) yield `  ${name}: []`;
	for (const name of ['m_HasGenericRootTransform', 'm_HasMotionFloatCurves']) yield `  ${name}: 0`;
	yield* writeList('m_Events', clip.events, writeEvent);
}

function* writeList<T>(name: string, items: readonly T[], write: (item: T) => Iterable<string>): Generator<string> {
	yield items.length === 0 ? `  ${name}: []` : `  ${name}:`;
	for (const item of items) yield* write(item);
}

function* writeVectorCurve({ path, keys, preWrap, postWrap }: ClipCurve): Generator<string> {
	yield '  - curve:';
	yield '      serializedVersion: 2';
	yield '      m_Curve:';
	for (const key of keys) yield* writeKey(key, formatVector);
	yield* writeEnds(preWrap, postWrap);
	yield `    path: ${quote(path)}`;
}

function* writeStateCurve({ path, keys, preWrap, postWrap }: ClipCurve): Generator<string> {
	yield '  - curve:';
	yield '      serializedVersion: 2';
	yield '      m_Curve:';
	for (const key of keys) yield* writeKey(key, ([value = 0]) => formatNumber(value));
	yield* writeEnds(preWrap, postWrap);
	yield `    attribute: ${IS_ACTIVE}`;
	yield `    path: ${quote(path)}`;
	yield `    classID: ${GAME_OBJECT}`;
	yield '    script: {fileID: 0}';
}

function* writeKey(key: VectorKey, format: (values: readonly number[]) => string): Generator<string> {
	const isStep = key.outSlopes.every((slope) => slope === Number.POSITIVE_INFINITY);
	const isBroken = key.inSlopes.some((slope, i) => slope !== key.outSlopes[i]);
	yield '      - serializedVersion: 3';
	yield `        time: ${formatNumber(key.time)}`;
	yield `        value: ${format(key.values)}`;
	yield `        inSlope: ${format(key.inSlopes)}`;
	yield `        outSlope: ${format(key.outSlopes)}`;
	yield `        tangentMode: ${isStep ? STEP_MODE : isBroken ? BROKEN_MODE : 0}`;
	yield `        weightedMode: ${key.weightedMode}`;
	yield `        inWeight: ${format(key.inWeights)}`;
	yield `        outWeight: ${format(key.outWeights)}`;
}

function* writeEnds(preWrap: number, postWrap: number): Generator<string> {
	yield `      m_PreInfinity: ${findInfinity(preWrap)}`;
	yield `      m_PostInfinity: ${findInfinity(postWrap)}`;
	yield '      m_RotationOrder: 4';
}

// How a clip stores wrap modes.
function findInfinity(wrap: number): number {
	if (wrap === WRAP_MODES['ping-pong']) return 0;
	return wrap === WRAP_MODES.loop || wrap === WRAP_MODES.default ? 1 : 2;
}

function* writeBindings({ positions, rotations, active }: Clip): Generator<string> {
	const bindings = [
		...positions.map(({ path }) => ({ path, attribute: POSITION, typeId: TRANSFORM })),
		...rotations.map(({ path }) => ({ path, attribute: ROTATION, typeId: TRANSFORM })),
		...active.map(({ path }) => ({ path, attribute: computePathHash(IS_ACTIVE), typeId: GAME_OBJECT })),
	];
	yield bindings.length === 0 ? '    genericBindings: []' : '    genericBindings:';
	for (const { path, attribute, typeId } of bindings) {
		yield '    - serializedVersion: 2';
		yield `      path: ${computePathHash(path)}`;
		yield `      attribute: ${attribute}`;
		yield '      script: {fileID: 0}';
		yield `      typeID: ${typeId}`;
		yield '      customType: 0';
		yield '      isPPtrCurve: 0';
	}
}

function* writeSettings(duration: number): Generator<string> {
	yield '  m_AnimationClipSettings:';
	yield '    serializedVersion: 2';
	yield '    m_AdditiveReferencePoseClip: {fileID: 0}';
	yield '    m_AdditiveReferencePoseTime: 0';
	yield '    m_StartTime: 0';
	yield `    m_StopTime: ${formatNumber(duration)}`;
	const zeros = ['m_OrientationOffsetY', 'm_Level', 'm_CycleOffset', 'm_HasAdditiveReferencePose', 'm_LoopTime'];
	const others = ['m_LoopBlend', 'm_LoopBlendOrientation', 'm_LoopBlendPositionY', 'm_LoopBlendPositionXZ'];
	const last = ['m_KeepOriginalOrientation', 'm_KeepOriginalPositionY', 'm_KeepOriginalPositionXZ', 'm_HeightFromFeet'];
	for (const name of [...zeros, ...others, ...last, 'm_Mirror']) {
		yield `    ${name}: ${name === 'm_KeepOriginalPositionY' ? 1 : 0}`;
	}
}

function* writeEvent({ time, text }: Clip['events'][number]): Generator<string> {
	yield `  - time: ${formatNumber(time)}`;
	yield '    functionName: OnMarker';
	yield `    data: ${quote(text)}`;
	yield '    objectReferenceParameter: {fileID: 0}';
	yield '    floatParameter: 0';
	yield '    intParameter: 0';
	// A receiver is not required.
	yield '    messageOptions: 1';
}

function formatVector(values: readonly number[]): string {
	return `{${values.map((value, i) => `${AXES[i]}: ${formatNumber(value)}`).join(', ')}}`;
}

function formatNumber(value: number): string {
	return Number.isFinite(value) ? formatFloat(Math.fround(value)) : String(value);
}

// Text that YAML would read as something else is quoted as in JSON, which YAML includes.
function quote(text: string): string {
	return /^[A-Za-z_][\w /-]*$/.test(text) && !/ $/.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text)
		? text
		: JSON.stringify(text);
}
