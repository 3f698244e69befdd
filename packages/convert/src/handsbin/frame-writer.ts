import { SIDES, type Side } from '@handreel/core';
import type { ByteWriter } from '../common/byte-writer.ts';
import { CurveCursor, type PoseCursor } from '../common/curve-cursor.ts';
import type { HandSource } from './hand-source.ts';
import {
	AIM_FLAGS,
	CAPTURE_JOINT_COUNT,
	FRAME_FLAGS,
	FULLY_TRACKED,
	GESTURES,
	HAND_FLAGS,
	HAND_NUMBERS,
	HEAD_FLAGS,
	META_FLAGS,
	SNAPSHOT_FLAGS,
	SUCCESS_FLAGS,
} from './layout.ts';

/** What frames are made of. */
export interface FrameSources {
	readonly head: PoseCursor | null;
	readonly hands: Readonly<Record<Side, HandSource>> | null;
	/** The track with a key in each frame of a capture. */
	readonly success: CurveCursor | null;
	readonly beforeSuccess: CurveCursor | null;
	/** Version 2: whether frames hold the success of the update before rendering. */
	readonly hasBeforeRender: boolean;
}

/** Moves all sources to a time. */
export function seekSources({ head, hands, success, beforeSuccess }: FrameSources, time: number): void {
	for (const source of [head, hands?.left, hands?.right, success, beforeSuccess]) source?.seek(time);
}

/** Writes a frame of version 1 at the time of the sources. */
export function writeFirstFrame(writer: ByteWriter, stamp: number, { hands }: FrameSources): void {
	writer.addFloat(stamp);
	const present = SIDES.map((side) => hands?.[side].isPresent ?? false);
	for (const side of SIDES) writer.addByte(isTracked(hands?.[side]) ? 1 : 0);
	for (const isPresent of present) writer.addByte(isPresent ? 1 : 0);
	SIDES.forEach((side, i) => {
		if (present[i] && hands !== null) writer.addWords(hands[side].readJoints());
	});
}

/** Writes a frame of version 2 at the time of the sources. */
export function writeSecondFrame(writer: ByteWriter, stamp: number, sources: FrameSources): void {
	const { head, hands, success, beforeSuccess, hasBeforeRender } = sources;
	// In a frame of the capture that was read, keys tell which parts it had. Other frames get all parts.
	const isOriginal = success?.isKey ?? false;
	const plans = hands === null ? [] : SIDES.map((side) => planHand(side, hands[side], isOriginal));
	writer.addInt(plans.reduce((sum, { flags }) => sum | flags, 0));
	writer.addFloat(stamp);
	writeHead(writer, head, isOriginal);
	const computed = plans.reduce((sum, { side, isPresent }) => sum | (isPresent ? SUCCESS_FLAGS[side] : 0), 0);
	writer.addInt(success?.isKey ? success.heldValue : computed);
	if (hasBeforeRender) writer.addInt(beforeSuccess?.hasKeys ? beforeSuccess.heldValue : computed);
	for (const plan of plans) writeHand(writer, plan, isOriginal);
}

interface HandPlan {
	readonly side: Side;
	readonly hand: HandSource;
	readonly isPresent: boolean;
	readonly hasRoot: boolean;
	readonly hasBefore: boolean;
	readonly flags: number;
}

function planHand(side: Side, hand: HandSource, isOriginal: boolean): HandPlan {
	const { isPresent, root, before, gestures, aimFlags } = hand;
	const hasRoot = root?.isKey ?? false;
	const hasBefore = (before.root?.isKey ?? false) || (before.joints?.[0]?.isKey ?? false);
	const bits = FRAME_FLAGS[side];
	const hasGestures = gestures !== null && (isOriginal ? gestures.isKey : isPresent);
	const hasAim =
		aimFlags === null ? !isOriginal && isPresent && needsAim(hand) : isOriginal ? aimFlags.isKey : isPresent;
	const flags =
		(isPresent || hasRoot || hasBefore ? bits.snapshot : 0) |
		(hasGestures ? bits.gestures : 0) |
		(hasAim ? bits.aim : 0);
	return { side, hand, isPresent, hasRoot, hasBefore, flags };
}

// Whether the model has data that only Meta's aim holds.
function needsAim({ gestures, aim, pinchStrength, pinching }: HandSource): boolean {
	return gestures === null && (aim !== null || pinchStrength !== null || pinching.hasKeys);
}

function writeHead(writer: ByteWriter, head: PoseCursor | null, isOriginal: boolean): void {
	const hasPosition = head !== null && (isOriginal ? head.isPositionKey : head.hasPosition);
	const hasRotation = head !== null && (isOriginal ? head.isRotationKey : head.hasRotation);
	const state = (hasPosition ? HEAD_FLAGS.position : 0) | (hasRotation ? HEAD_FLAGS.rotation : 0);
	writer.addInt(state);
	if (state === 0 || head === null) return;
	writer.addWords(head.readWords(hasPosition, hasRotation));
}

function writeHand(writer: ByteWriter, plan: HandPlan, isOriginal: boolean): void {
	const { side, hand, flags } = plan;
	const bits = FRAME_FLAGS[side];
	if ((flags & bits.snapshot) !== 0) writeSnapshot(writer, plan);
	if ((flags & bits.gestures) !== 0) writeGestures(writer, side, hand);
	if ((flags & bits.aim) !== 0) writeAim(writer, side, hand, isOriginal);
}

function writeSnapshot(writer: ByteWriter, { hand, isPresent, hasRoot, hasBefore }: HandPlan): void {
	const hasDynamic = isPresent || hasRoot;
	writer.addInt((hasDynamic ? SNAPSHOT_FLAGS.dynamic : 0) | (hasBefore ? SNAPSHOT_FLAGS.beforeRender : 0));
	if (hasDynamic) {
		const joints = isPresent ? hand.readJoints() : null;
		writeStep(writer, joints, hasRoot ? hand.root : null, isTracked(hand));
	}
	if (!hasBefore) return;
	const { before } = hand;
	const words = before.joints?.[0]?.isKey ? before.joints.flatMap((joint) => [...joint.readWords()]) : null;
	writeStep(writer, words, before.root?.isKey ? before.root : null, before.tracked?.state ?? false);
}

function writeStep(
	writer: ByteWriter,
	joints: ArrayLike<number> | null,
	root: PoseCursor | null,
	isTrue: boolean,
): void {
	writer.addInt((joints === null ? 0 : HAND_FLAGS.allJoints) | (isTrue ? HAND_FLAGS.tracked : 0));
	writer.addWords(root === null ? Array.from(joints ?? []).slice(0, 7) : root.readWords());
	if (joints === null) return;
	writer.addInt(CAPTURE_JOINT_COUNT);
	writer.addWords(joints);
}

function writeGestures(writer: ByteWriter, side: Side, { gestures, gestureFields }: HandSource): void {
	let bits = gestures?.heldValue ?? 0;
	gestureFields.forEach((source, bit) => {
		if (source === null || !source.hasKeys) bits &= ~(1 << bit);
	});
	writer.addInt(HAND_NUMBERS[side]);
	writer.addInt(bits);
	GESTURES.forEach(({ kind }, bit) => {
		const source = gestureFields[bit];
		if (((bits >> bit) & 1) === 0 || !source) return;
		if (!(source instanceof CurveCursor)) writer.addWords(source.readWords());
		else if (kind === 'boolean') writer.addByte(source.state ? 1 : 0);
		else addValue(writer, source);
	});
}

function writeAim(writer: ByteWriter, side: Side, hand: HandSource, isOriginal: boolean): void {
	const { aim, aimFlags, pinching, pinchStrength } = hand;
	const hasPose = aim?.hasKeys && (isOriginal ? aim.isKey : true);
	const isPinching = pinching.state;
	const others = (aimFlags?.heldValue ?? AIM_FLAGS.tracked) & ~(AIM_FLAGS.pose | AIM_FLAGS.indexPressed);
	const metaFlags = META_FLAGS.computed | META_FLAGS.valid | (isPinching ? META_FLAGS.indexPinching : 0);
	writer.addInt(HAND_NUMBERS[side]);
	writer.addInt(others | (hasPose ? AIM_FLAGS.pose : 0) | (isPinching ? AIM_FLAGS.indexPressed : 0));
	writer.addInt(hand.trackingState?.heldValue ?? FULLY_TRACKED);
	writer.addInt(hand.metaFlags?.heldValue ?? metaFlags);
	writer.addInt(hand.metaFlagsHigh?.heldValue ?? 0);
	if (pinchStrength?.hasKeys) addValue(writer, pinchStrength);
	else writer.addFloat(isPinching ? 1 : 0);
	for (const source of hand.otherPinches) {
		if (source?.hasKeys) addValue(writer, source);
		else writer.addFloat(0);
	}
	if (hasPose) writer.addWords(aim.readWords());
}

function addValue(writer: ByteWriter, source: CurveCursor): void {
	if (source.isKey) writer.addInt(source.keyBits);
	else writer.addFloat(source.value);
}

function isTracked(hand: HandSource | undefined): boolean {
	return hand !== undefined && ((hand.isComplete && hand.tracked.state) || (hand.partial?.state ?? false));
}
