import {
	type Curve,
	checkMarkers,
	type HandCurves,
	hasKeys,
	type Issue,
	JOINTS,
	listStateChanges,
	type PoseCurves,
	type Recording,
	SIDES,
	type Side,
} from '@handreel/core';
import { createWarning } from '../common/warning.ts';
import { createClampedWraps } from '../common/wraps.ts';
import { type ChannelContext, createDirectionChannel, createRotationChannel, createVectorChannel } from './channels.ts';
import {
	addChannel,
	addNode,
	type Channel,
	createDraft,
	finishDocument,
	type GltfDraft,
	type NodeExtras,
} from './draft.ts';
import { describeExtras } from './extras.ts';
import { type GltfDocument, packGlb, packGltf } from './glb.ts';
import { createMemory } from './memory.ts';
import { mergeHand } from './merge-hand.ts';
import { GLTF_DEFAULTS, type GltfOptions } from './options.ts';
import { surveyCurves } from './survey.ts';

/** A recording as a GLB file. */
export interface GlbResult {
	readonly glb: Uint8Array<ArrayBuffer>;
	/** Data that glTF cannot hold, as warnings. */
	readonly issues: readonly Issue[];
}

/**
 * Returns a recording as a GLB file: `head`, the joints of both hands and `gaze` as animated nodes, in meters, y up, −z
 * forward. The `extras` of the scene hold all other data. `docs/gltf.md` describes the mapping.
 *
 * Throws `RangeError` for tolerances that are not above 0 and marker times that are not float32 numbers, and `bad-gltf` for
 * hand models without a suitable skin.
 *
 * @example encodeGlb(recording, { meshes: await loadHandMeshes() }).glb
 */
export function encodeGlb(recording: Recording, options: GltfOptions = {}): GlbResult {
	const issues: Issue[] = [];
	return { glb: packGlb(buildDocument(recording, options, issues)), issues };
}

/** A recording as the text of a glTF file. */
export interface GltfResult {
	/** JSON with the buffer as base64, a third larger than a GLB file. */
	readonly gltf: string;
	/** Data that glTF cannot hold, as warnings. */
	readonly issues: readonly Issue[];
}

/** {@link encodeGlb} as glTF text. */
export function encodeGltf(recording: Recording, options: GltfOptions = {}): GltfResult {
	const issues: Issue[] = [];
	return { gltf: packGltf(buildDocument(recording, options, issues)), issues };
}

function buildDocument(recording: Recording, options: GltfOptions, issues: Issue[]): GltfDocument {
	const {
		positionTolerance = GLTF_DEFAULTS.positionTolerance,
		rotationToleranceDegrees = GLTF_DEFAULTS.rotationToleranceDegrees,
	} = options;
	for (const [name, value] of Object.entries({ positionTolerance, rotationToleranceDegrees })) {
		if (!(value > 0)) throw new RangeError(`${name}: ${value} is not a number above 0`);
	}
	checkMarkers(recording.markers);
	const survey = surveyCurves(recording);
	const offset = survey.start;
	const rotationTolerance = (rotationToleranceDegrees * Math.PI) / 180;
	const context: ChannelContext = {
		offset,
		range: { start: offset, end: recording.duration },
		positionTolerance,
		rotationTolerance,
		issues,
		memory: createMemory(),
	};
	const draft = createDraft();
	const { head, hands, gaze } = recording;
	if (head !== null) addPose(draft, 'head', head, { path: 'head' }, undefined, context);
	if (hands !== null) for (const side of SIDES) addHand(draft, hands[side], side, options, context);
	if (gaze !== null) {
		const origin = createVectorChannel(gaze.origin, 'gaze.origin', context);
		const direction = createDirectionChannel(gaze.direction, 'gaze.direction', context);
		addMoved(draft, 'gaze', { path: 'gaze' }, undefined, origin, direction);
	}
	reportWraps(survey.repeating, issues);
	return finishDocument(draft, { handreel: describeExtras(recording, survey) });
}

function addHand(
	draft: GltfDraft,
	hand: HandCurves,
	side: Side,
	{ meshes, hideLost = GLTF_DEFAULTS.hideLost }: GltfOptions,
	context: ChannelContext,
): void {
	if (hasKeys(hand.joints.none)) {
		const path = `hands.${side}.joints.none`;
		context.issues.push(createWarning('keys-lost', path, 'not a joint, not written'));
	}
	const seen = JOINTS.filter(({ name }) => name !== 'none' && hasKeys(hand.joints[name]));
	if (seen.length === 0) return;
	const hiding = hideLost ? createHidingChannel(hand.tracked, context.offset) : null;
	const scale = hiding === null ? undefined : firstValue(hiding, 3);
	const parent = addNode(draft, { name: side, scale, extras: { path: `hands.${side}` } });
	if (hiding !== null) addChannel(draft, parent, 'scale', hiding);
	const byWebXRName = new Map<string, number>();
	for (const { name, mrtk, webxr } of seen) {
		const path = `hands.${side}.joints.${name}`;
		const extras = { path, mrtk, webxr: webxr ?? undefined };
		const node = addPose(draft, `${side}_${name}`, hand.joints[name], extras, parent, context);
		if (node !== null && webxr !== null) byWebXRName.set(webxr, node);
	}
	const mesh = meshes?.[side];
	if (mesh !== undefined) mergeHand(draft, mesh, side, byWebXRName, context.issues);
}

function addPose(
	draft: GltfDraft,
	name: string,
	{ position, rotation }: PoseCurves,
	extras: NodeExtras,
	parent: number | undefined,
	context: ChannelContext,
): number | null {
	const translation = createVectorChannel(position, `${extras.path}.position`, context);
	const turn = createRotationChannel(rotation, `${extras.path}.rotation`, context);
	return addMoved(draft, name, extras, parent, translation, turn);
}

// Adds a node with the first pose of its channels. Returns `null` without channels.
function addMoved(
	draft: GltfDraft,
	name: string,
	extras: NodeExtras,
	parent: number | undefined,
	translation: Channel | null,
	rotation: Channel | null,
): number | null {
	if (translation === null && rotation === null) return null;
	const isAdded = translation?.added !== undefined || rotation?.added !== undefined;
	const added = isAdded ? { translation: translation?.added, rotation: rotation?.added } : undefined;
	const node = addNode(
		draft,
		{
			name,
			translation: translation === null ? undefined : firstValue(translation, 3),
			rotation: rotation === null ? undefined : firstValue(rotation, 4),
			extras: isAdded ? { ...extras, added } : extras,
		},
		parent,
	);
	if (translation !== null) addChannel(draft, node, 'translation', translation);
	if (rotation !== null) addChannel(draft, node, 'rotation', rotation);
	return node;
}

function firstValue({ interpolation, values }: Channel, size: number): number[] {
	const start = interpolation === 'CUBICSPLINE' ? size : 0;
	const first: number[] = [];
	for (let i = start; i < start + size; i++) first.push(values[i]!);
	return first;
}

// Scales an untracked hand to 0. On the node above the joints, so that a skin collapses into one point. Beyond the keys
// viewers hold the ends.
function createHidingChannel(tracked: Curve, offset: number): Channel | null {
	const held = { ...tracked, ...createClampedWraps() };
	const times: number[] = [];
	const scales: number[] = [];
	for (const change of listStateChanges(held, { start: offset, end: Number.MAX_VALUE })) {
		const time = Math.fround(change.time - offset);
		if (!Number.isFinite(time)) continue;
		// Rounding brought two changes together: the later one counts.
		if (times.at(-1) === time) times.pop();
		scales.length = times.length;
		times.push(time);
		scales.push(change.value ? 1 : 0);
	}
	if (times.length === 0) return null;
	const values = Float32Array.from(scales.flatMap((scale) => [scale, scale, scale]));
	return { interpolation: 'STEP', times: Float32Array.from(times), values };
}

function reportWraps([first, ...more]: readonly string[], issues: Issue[]): void {
	if (first === undefined) return;
	const others = more.length > 0 ? ` (and ${more.length} more curves)` : '';
	issues.push(
		createWarning('wrap-lost', first, `repeats outside the recording, where viewers hold the end values${others}`),
	);
}
