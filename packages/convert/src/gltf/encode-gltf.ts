import {
	type ControllerCurves,
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
import { listLostDetails } from '../common/details.ts';
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
 * Returns a recording as a GLB file: `head`, the joints of both hands, `gaze`, controllers and pointing rays as animated nodes,
 * in meters, y up, −z forward. The `extras` of the scene hold all other data. `docs/gltf.md` describes the mapping.
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
	for (const track of recording.tracks) {
		if (track.kind === 'events') checkMarkers(track.events, `recording.tracks.${track.name}.events`);
	}
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
	const { head, hands, gaze, controllers, tracks } = recording;
	if (head !== null) addPose(draft, 'head', head, { path: 'head' }, undefined, context);
	if (hands !== null) for (const side of SIDES) addHand(draft, hands[side], side, options, context);
	if (gaze !== null) {
		const origin = createVectorChannel(gaze.origin, 'gaze.origin', context);
		const direction = createDirectionChannel(gaze.direction, 'gaze.direction', context);
		addMoved(draft, 'gaze', { path: 'gaze' }, undefined, origin, direction);
	}
	for (const side of SIDES) {
		const controller = controllers?.[side];
		if (controller) addController(draft, controller, side, options, context);
	}
	for (const track of tracks) {
		if (track.kind === 'pose') addPose(draft, track.name, track, { path: `tracks.${track.name}` }, undefined, context);
	}
	for (const path of listLostDetails(recording))
		issues.push(createWarning('values-lost', path, 'JSON cannot hold this value; it is left out'));
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
	const aim = hand.aim !== null && hasKeys(hand.aim) ? hand.aim : null;
	if (seen.length === 0 && aim === null) return;
	const parent = addHidingNode(draft, side, `hands.${side}`, hideLost ? hand.tracked : null, context);
	const byWebXRName = new Map<string, number>();
	for (const { name, mrtk, webxr } of seen) {
		const path = `hands.${side}.joints.${name}`;
		const extras = { path, mrtk, webxr: webxr ?? undefined };
		const node = addPose(draft, `${side}_${name}`, hand.joints[name], extras, parent, context);
		if (node !== null && webxr !== null) byWebXRName.set(webxr, node);
	}
	if (aim !== null) addPose(draft, `${side}_aim`, aim, { path: `hands.${side}.aim` }, parent, context);
	const mesh = meshes?.[side];
	if (mesh !== undefined) mergeHand(draft, mesh, side, byWebXRName, context.issues);
}

function addController(
	draft: GltfDraft,
	{ tracked, grip, aim }: ControllerCurves,
	side: Side,
	{ hideLost = GLTF_DEFAULTS.hideLost }: GltfOptions,
	context: ChannelContext,
): void {
	if (!hasKeys(grip) && !hasKeys(aim)) return;
	const name = `${side}_controller`;
	const path = `controllers.${side}`;
	const parent = addHidingNode(draft, name, path, hideLost ? tracked : null, context);
	if (hasKeys(grip)) addPose(draft, `${name}_grip`, grip, { path: `${path}.grip` }, parent, context);
	if (hasKeys(aim)) addPose(draft, `${name}_aim`, aim, { path: `${path}.aim` }, parent, context);
}

// Adds the node above all nodes of a hand or controller. It hides them while the hand or controller is not tracked.
function addHidingNode(
	draft: GltfDraft,
	name: string,
	path: string,
	tracked: Curve | null,
	{ offset }: ChannelContext,
): number {
	const hiding = tracked && createHidingChannel(tracked, offset);
	const scale = hiding === null ? undefined : firstValue(hiding, 3);
	const node = addNode(draft, { name, scale, extras: { path } });
	if (hiding !== null) addChannel(draft, node, 'scale', hiding);
	return node;
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

// Scales an untracked hand or controller to 0. On the node above the joints, so that a skin collapses into one point. Beyond the keys
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
