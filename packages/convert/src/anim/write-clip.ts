import { WRAP_MODES } from '@handreel/core';
import { AsciiWriter, CHUNK_SIZE } from '../common/ascii-writer.ts';
import { formatFloat } from '../common/format-float.ts';
import { computePathHash } from './path-hash.ts';
import type { VectorKeys } from './vector-keys.ts';

/** A curve of a clip. */
export interface ClipCurve {
	readonly path: string;
	readonly keys: VectorKeys;
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

/** What comes before the numbers of a vector. */
const OPENINGS = ['{x: ', ', y: ', ', z: ', ', w: '];
const STEP_MODE = 103;
const BROKEN_MODE = 1;
/** Class identifiers of Unity. */
const GAME_OBJECT = 1;
const TRANSFORM = 4;
const POSITION = 1;
const ROTATION = 2;
const IS_ACTIVE = 'm_IsActive';

/** Writes a Unity animation clip, one or more lines at a time. */
export function* writeClip(clip: Clip): Generator<string> {
	const writer = new AsciiWriter(CHUNK_SIZE);
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
	yield* writeList('m_RotationCurves', clip.rotations, (curve) => writeVectorCurve(writer, curve));
	yield '  m_CompressedRotationCurves: []';
	yield '  m_EulerCurves: []';
	yield* writeList('m_PositionCurves', clip.positions, (curve) => writeVectorCurve(writer, curve));
	yield '  m_ScaleCurves: []';
	yield* writeList('m_FloatCurves', clip.active, (curve) => writeStateCurve(writer, curve));
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

function* writeVectorCurve(writer: AsciiWriter, { path, keys }: ClipCurve): Generator<string> {
	yield '  - curve:';
	yield '      serializedVersion: 2';
	yield '      m_Curve:';
	yield* writeKeys(writer, keys);
	yield* writeEnds(keys);
	yield `    path: ${quote(path)}`;
}

function* writeStateCurve(writer: AsciiWriter, { path, keys }: ClipCurve): Generator<string> {
	yield '  - curve:';
	yield '      serializedVersion: 2';
	yield '      m_Curve:';
	yield* writeKeys(writer, keys);
	yield* writeEnds(keys);
	yield `    attribute: ${IS_ACTIVE}`;
	yield `    path: ${quote(path)}`;
	yield `    classID: ${GAME_OBJECT}`;
	yield '    script: {fileID: 0}';
}

// Nearly all of a clip are numbers, so these are written as bytes.
function* writeKeys(writer: AsciiWriter, keys: VectorKeys): Generator<string> {
	for (let key = 0, isFirst = true; key < keys.count; key++) {
		writer.addText(`${isFirst ? '' : '\n'}      - serializedVersion: 3\n        time: `);
		addNumber(writer, keys.times[key]!);
		addNumbers(writer, 'value', keys.values, key, keys.axisCount);
		addNumbers(writer, 'inSlope', keys.inSlopes, key, keys.axisCount);
		addNumbers(writer, 'outSlope', keys.outSlopes, key, keys.axisCount);
		writer.addText(
			`\n        tangentMode: ${findTangentMode(keys, key)}\n        weightedMode: ${keys.weightedModes[key]}`,
		);
		addNumbers(writer, 'inWeight', keys.inWeights, key, keys.axisCount);
		addNumbers(writer, 'outWeight', keys.outWeights, key, keys.axisCount);
		isFirst = writer.isFull;
		if (isFirst) yield writer.take();
	}
	const rest = writer.take();
	if (rest !== '') yield rest;
}

// A vector with its axes, or a single number.
function addNumbers(writer: AsciiWriter, name: string, numbers: Float32Array, key: number, axisCount: number): void {
	writer.addText(`\n        ${name}: `);
	if (axisCount === 1) {
		addNumber(writer, numbers[key]!);
		return;
	}
	for (let axis = 0; axis < axisCount; axis++) {
		writer.addText(OPENINGS[axis]!);
		addNumber(writer, numbers[key * axisCount + axis]!);
	}
	writer.addText('}');
}

function addNumber(writer: AsciiWriter, value: number): void {
	if (Number.isFinite(value)) writer.addFloat(Math.fround(value));
	else writer.addText(String(value));
}

function findTangentMode({ axisCount, inSlopes, outSlopes }: VectorKeys, key: number): number {
	let isStep = true;
	let isBroken = false;
	for (let at = key * axisCount; at < (key + 1) * axisCount; at++) {
		isStep &&= outSlopes[at] === Number.POSITIVE_INFINITY;
		isBroken ||= inSlopes[at] !== outSlopes[at];
	}
	return isStep ? STEP_MODE : isBroken ? BROKEN_MODE : 0;
}

function* writeEnds({ preWrap, postWrap }: VectorKeys): Generator<string> {
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

function formatNumber(value: number): string {
	return Number.isFinite(value) ? formatFloat(Math.fround(value)) : String(value);
}

// Text that YAML would read as something else is quoted as in JSON, which YAML includes.
function quote(text: string): string {
	return /^[A-Za-z_][\w /-]*$/.test(text) && !/ $/.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text)
		? text
		: JSON.stringify(text);
}
