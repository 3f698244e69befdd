import {
	type ControllerCurves,
	type Curve,
	type HandCurves,
	type Issue,
	JOINT_NAMES,
	JOINTS,
	type JointInfo,
	type JointName,
	listStateChanges,
	type PoseCurves,
	type Recording,
	SIDES,
	type Side,
} from '@handreel/core';
import { checkMarkers, type GltfDocument, hasKeys, packGlb, packGltf, readOptions } from '@handreel/core/internal';
import { listLostDetails } from '../common/details.ts';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { encodeText, joinFile } from '../common/join-chunks.ts';
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
	storeChannel,
} from './draft.ts';
import { describeExtras } from './extras.ts';
import { createMemory } from './memory.ts';
import { mergeHand } from './merge-hand.ts';
import { GLTF_OPTIONS, type GltfOptions, type GltfSettings } from './options.ts';
import {
	createChildJoint,
	createRootJoint,
	type JointChannels,
	listSkeletonTimes,
	type ShownJoint,
} from './skeleton.ts';
import { surveyCurves } from './survey.ts';

/**
 * Returns a recording as a GLB file: `head`, the joints of both hands, `gaze`, controllers and pointing rays as animated nodes,
 * in meters, y up, −z forward. The `extras` of the scene hold all other data. `docs/gltf.md` describes the mapping.
 *
 * Throws `RangeError` for tolerances that are not above 0 and marker times that are not float32 numbers, and `bad-gltf` for
 * hand models without a suitable skin.
 *
 * @example encodeGlb(recording, { meshes: await loadHandMeshes() }).bytes
 */
export function encodeGlb(recording: Recording, options: GltfOptions = {}): EncodeResult {
	return joinFile(encodeGlbChunks(recording, options));
}

/** {@link encodeGlb} in the shape of files in pieces. There is one piece. */
export function encodeGlbChunks(recording: Recording, options: GltfOptions): EncodeChunks {
	const issues: Issue[] = [];
	return { chunks: [packGlb(buildDocument(recording, options, issues))], issues };
}

/** {@link encodeGlb} as glTF text: JSON with the buffer as base64, a third larger than a GLB file. */
export function encodeGltf(recording: Recording, options: GltfOptions = {}): EncodeResult {
	return joinFile(encodeGltfChunks(recording, options));
}

/** {@link encodeGltf} in the shape of files in pieces. There is one piece. */
export function encodeGltfChunks(recording: Recording, options: GltfOptions): EncodeChunks {
	const issues: Issue[] = [];
	return { chunks: encodeText([packGltf(buildDocument(recording, options, issues))]), issues };
}

function buildDocument(recording: Recording, given: GltfOptions, issues: Issue[]): GltfDocument {
	const options = readOptions(GLTF_OPTIONS, given);
	const { positionTolerance, rotationToleranceDegrees } = options;
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
	return finishDocument(draft, { handreel: describeExtras(recording, survey, draft.stored) });
}

function addHand(
	draft: GltfDraft,
	hand: HandCurves,
	side: Side,
	{ meshes, flat, hideLost }: GltfSettings,
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
	const joints = seen.map((joint): GivenJoint => {
		const { position, rotation } = hand.joints[joint.name];
		const path = `hands.${side}.joints.${joint.name}`;
		return {
			...joint,
			path,
			translation: createVectorChannel(position, `${path}.position`, context),
			rotation: createRotationChannel(rotation, `${path}.rotation`, context),
		};
	});
	const times = flat ? null : listSkeletonTimes(joints.filter(hasPose));
	const bones = new Map<JointName, Bone>();
	for (const joint of joints) {
		const bone = findBone(joint.parent, bones);
		const added = addJoint(draft, `${side}_${joint.name}`, joint, parent, bone, times, context);
		if (added === null) continue;
		if (added.shown !== null) bones.set(joint.name, { node: added.node, shown: added.shown });
		if (joint.webxr !== null) byWebXRName.set(joint.webxr, added.node);
	}
	if (aim !== null) addPose(draft, `${side}_aim`, aim, { path: `hands.${side}.aim` }, parent, context);
	const mesh = meshes?.[side];
	if (mesh !== undefined) mergeHand(draft, mesh, side, byWebXRName, context.issues);
}

/** The node of a joint, as viewers show it. */
interface Bone {
	readonly node: number;
	readonly shown: ShownJoint;
}

/** A joint with its channels in the space of the scene. */
interface GivenJoint extends JointInfo {
	readonly path: string;
	readonly translation: Channel | null;
	readonly rotation: Channel | null;
}

function hasPose(joint: GivenJoint): joint is GivenJoint & JointChannels {
	return joint.translation !== null && joint.rotation !== null;
}

// The nearest joint above that has a pose. Joints above come first.
function findBone(above: JointName | null, bones: ReadonlyMap<JointName, Bone>): Bone | null {
	if (above === null) return null;
	return bones.get(above) ?? findBone(JOINTS[JOINT_NAMES.indexOf(above)]!.parent, bones);
}

// Adds the node of a joint below another joint, or below the hand. Joints without a position or a rotation stay in the space of
// the scene, as do all joints without `times`, and those whose motion would need too many samples.
function addJoint(
	draft: GltfDraft,
	name: string,
	joint: GivenJoint,
	hand: number,
	bone: Bone | null,
	times: Float32Array | null,
	context: ChannelContext,
): { readonly node: number; readonly shown: ShownJoint | null } | null {
	const { path, mrtk, webxr, translation, rotation } = joint;
	const { positionTolerance, rotationTolerance } = context;
	const extras = { path, mrtk, webxr: webxr ?? undefined };
	const world = times !== null && hasPose(joint) ? joint : null;
	const child = bone && world && createChildJoint(world, bone.shown, times!, positionTolerance, rotationTolerance);
	if (bone === null || world === null || child === null) {
		const node = addMoved(draft, name, extras, hand, translation, rotation);
		return node === null ? null : { node, shown: world && createRootJoint(world, times!) };
	}
	storeChannel(draft, `${path}.position`, world.translation);
	storeChannel(draft, `${path}.rotation`, world.rotation);
	const { local } = child;
	const node = addMoved(draft, name, { ...extras, isRelative: true }, bone.node, local.translation, local.rotation);
	return node === null ? null : { node, shown: child };
}

function addController(
	draft: GltfDraft,
	{ tracked, grip, aim }: ControllerCurves,
	side: Side,
	{ hideLost }: GltfSettings,
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
