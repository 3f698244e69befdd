import type { Curve, HandParts, PoseCurves, Side, Track } from '@handreel/core';
import { hasKeys } from '@handreel/core/internal';
import type { Column, HandColumns, StepColumns } from './columns.ts';
import type { CurveMaker } from './curve-maker.ts';
import { AIM_FLAGS, AIM_OFFSETS, CAPTURE_JOINTS, GESTURES, nameTrack, OTHER_PINCHES, POSE_BYTES } from './layout.ts';

/** A hand of the model, and the tracks that hold the rest. */
export interface BuiltHand {
	readonly hand: HandParts;
	readonly tracks: readonly Track[];
	/** Frames in which the hand is tracked without joints. */
	readonly partialFrames: readonly number[];
}

/** Makes a hand of its columns. */
export function buildHand(side: Side, columns: HandColumns, maker: CurveMaker, view: DataView): BuiltHand {
	const { dynamic, beforeRender, gestures, aim } = columns;
	const tracks: Track[] = [];
	const partialFrames = listPartialFrames(dynamic);
	const partial = new Set(partialFrames);
	const addValue = (field: string, curve: Curve): void => {
		const kind = curve.kind === 'boolean' ? 'boolean' : 'scalar';
		if (curve.count > 0) tracks.push({ name: nameTrack(side, field), kind, value: curve });
	};
	const addPose = (field: string, pose: PoseCurves): void => {
		if (hasKeys(pose)) tracks.push({ name: nameTrack(side, field), kind: 'pose', ...pose });
	};

	addPose('root', maker.createPose(dynamic.roots));
	if (partial.size > 0)
		addValue(
			'partial',
			maker.createChanges((frame) => partial.has(frame)),
		);
	if (beforeRender.joints.frames.length + beforeRender.roots.frames.length > 0) {
		addPose('before_root', maker.createPose(beforeRender.roots));
		addValue(
			'before_tracked',
			maker.createChanges((frame) => beforeRender.tracked[frame] === 1),
		);
		CAPTURE_JOINTS.forEach((name, i) => {
			addPose(`before_${name}`, maker.createPose(beforeRender.joints, i * POSE_BYTES));
		});
	}
	const isMeta = aim.frames.length > 0;
	if (isMeta) {
		addValue('aimFlags', maker.createIntegers(aim, AIM_OFFSETS.flags));
		addValue('trackingState', maker.createIntegers(aim, AIM_OFFSETS.trackingState));
		addValue('metaFlags', maker.createIntegers(aim, AIM_OFFSETS.metaFlags));
		addValue('metaFlagsHigh', maker.createIntegers(aim, AIM_OFFSETS.metaFlagsHigh));
		OTHER_PINCHES.forEach((field, i) => {
			addValue(field, maker.createFloats(aim, AIM_OFFSETS.pinch + 4 + i * 4));
		});
	}
	addValue('gestures', maker.createIntegers(gestures));
	const parts: { -readonly [K in 'aim' | 'pinchStrength' | 'pinching']?: HandParts[K] } = isMeta
		? readMetaAim(columns, maker, view)
		: {};
	GESTURES.forEach(({ name, kind, part }, bit) => {
		const column = columns.gestureFields[bit]!;
		if (column.frames.length === 0) return;
		const target = isMeta ? null : part;
		if (kind === 'pose') {
			const pose = maker.createPose(column);
			if (target === 'aim') parts.aim = pose;
			else addPose(name, pose);
		} else if (kind === 'scalar') {
			const curve = maker.createFloats(column);
			if (target === 'pinchStrength') parts.pinchStrength = curve;
			else addValue(name, curve);
		} else if (target === 'pinching') parts.pinching = maker.createChanges(stateReader(column, view));
		else addValue(name, maker.createStates(column));
	});

	const joints = Object.fromEntries(
		CAPTURE_JOINTS.map((name, i) => [name, maker.createPose(dynamic.joints, i * POSE_BYTES)]),
	);
	const tracked = maker.createChanges((frame) => dynamic.tracked[frame] === 1 && !partial.has(frame));
	return { hand: { joints, tracked, ...parts }, tracks, partialFrames };
}

function readMetaAim({ aim, aimPose }: HandColumns, maker: CurveMaker, view: DataView) {
	const flags = new Map(aim.frames.map((frame, i) => [frame, view.getInt32(aim.offsets[i]!, true)]));
	return {
		aim: aimPose.frames.length === 0 ? null : maker.createPose(aimPose),
		pinchStrength: maker.createFloats(aim, AIM_OFFSETS.pinch),
		pinching: maker.createChanges((frame) => {
			const bits = flags.get(frame);
			return bits === undefined ? null : (bits & AIM_FLAGS.indexPressed) !== 0;
		}),
	};
}

function stateReader({ frames, offsets }: Column, view: DataView): (frame: number) => boolean | null {
	const states = new Map(frames.map((frame, i) => [frame, view.getUint8(offsets[i]!) !== 0]));
	return (frame) => states.get(frame) ?? null;
}

function listPartialFrames({ joints, tracked }: StepColumns): number[] {
	const complete = new Set(joints.frames);
	const found: number[] = [];
	tracked.forEach((state, frame) => {
		if (state === 1 && !complete.has(frame)) found.push(frame);
	});
	return found;
}
