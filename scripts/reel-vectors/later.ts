import { type Curve, createCurve, createRecording, type Recording } from '@handreel/core';
import { createOpenKind, listReelCurves, type ReelSection } from '../../packages/core/src/reel/groups.ts';
import { createHead } from '../../packages/core/src/reel/head.ts';
import { addChunks, assemble } from './assemble.ts';
import { createPose } from './poses.ts';

// Reels as later versions may write them: readers of 1.0 find what they know, and report the rest.

/** Vectors with what no reader of 1.0 knows. */
export function createLaterVectors(long: Recording): Record<string, readonly [about: string, bytes: Uint8Array]> {
	return {
		'unknown-section': [
			'a section in front that no reader knows, with references and an open kind of group',
			assembleSection(long),
		],
		'later-body': [
			'a section whose poses refer to poses of the hands, between known sections, and a field of the metadata about it',
			assembleBody(),
		],
		'later-labels': ['a track of a kind without curves that no reader knows', assembleLabels(long)],
		'later-chunks': [
			'chunks, one of which does not depend on keys, a field of the metadata, and a section of poses and numbers',
			assembleChunks(long),
		],
	};
}

function listPoseCurves(phase: number): Curve[] {
	const { position, rotation } = createPose(24, 8, phase) as {
		position: Record<string, Curve>;
		rotation: Record<string, Curve>;
	};
	return [...Object.values(position), ...Object.values(rotation)];
}

function assembleSection(recording: Recording): Uint8Array {
	const more: ReelSection = {
		name: 'body',
		kinds: [
			'boolean',
			'pose',
			'pose',
			'pose',
			createOpenKind(130, [
				['plain', 2],
				['rotation', 4],
				['boolean', 1],
			]),
			'scalar',
			'ray',
		],
		references: [[], [1], [1, 2]],
	};
	const state = createCurve([0, 1, 1, 0], { kind: 'boolean' });
	const poses = [0, 1, 2].flatMap(listPoseCurves);
	const rest = Array.from({ length: 2 + 4 + 1 + 1 + 6 }, (_, i) =>
		i === 6 ? state : createCurve([0, i, 0.5, i / 3, 1, 2 * i]),
	);
	const curves = [state, ...poses, ...rest, ...listReelCurves(recording)];
	const known = createHead(recording);
	return assemble(recording, { ...known, sections: [more, ...known.sections], curves });
}

/** Poses of a hand: none, wrist, palm, and those of the thumb. */
const HAND_POSES = 6;
const POSES_OF_HANDS = 54;

function assembleBody(): Uint8Array {
	const joints = Object.fromEntries(
		['wrist', 'palm', 'thumbMetacarpal', 'thumbProximal'].map((name, i) => [name, createPose(24, 8, i, 1 + i / 64)]),
	);
	const known = createRecording({
		hands: { left: { joints, pinchStrength: createCurve([0, 0, 1, 1]) }, right: { joints } },
	});
	const head = createHead(known);
	const curves = listReelCurves(known);
	const ofHands = head.curves.length - 1;
	// Hips, spine and a shoulder, then the joints of the left hand once more, each after its own joint and the one before.
	const hand = curves.slice(4 + 7, 4 + 7 * HAND_POSES);
	const back = Array.from({ length: HAND_POSES - 1 }, (_, i) => [POSES_OF_HANDS + 3 - 1, ...(i > 0 ? [1] : [])]);
	const body: ReelSection = {
		name: 'body',
		kinds: Array.from({ length: 3 + back.length }, () => 'pose'),
		references: [[], [1], [1, 2], ...back],
	};
	const [hands, others] = head.sections as [ReelSection, ReelSection];
	return assemble(known, {
		sections: [hands, body, others],
		curves: [...curves.slice(0, ofHands), ...[4, 5, 6].flatMap(listPoseCurves), ...hand, ...curves.slice(ofHands)],
		strange: { fields: { body: { joints: ['hips', 'spine', 'leftShoulder'] } }, tracks: [] },
	});
}

function assembleLabels(recording: Recording): Uint8Array {
	const labels = {
		name: 'attention',
		kind: 'regions',
		regions: [
			[0, 0.5, 'table', 0.9],
			[0.5, 1.5, 'cup'],
		],
	};
	return assemble(recording, { strange: { fields: {}, tracks: [labels] } });
}

function assembleChunks(recording: Recording): Uint8Array {
	const more: ReelSection = { name: 'anchors', kinds: ['pose', 'boolean', 'scalar', 'scalar', 'scalar'] };
	const numbers = [0, 1, 2].map((i) => createCurve([0, i / 4, 1, i / 2]));
	const lost = createCurve([0, 0, 1, 1], { kind: 'boolean' });
	const known = createHead(recording);
	const reel = assemble(recording, {
		sections: [...known.sections, more],
		curves: [...listReelCurves(recording), ...listPoseCurves(7), lost, ...numbers],
		strange: { fields: { anchors: ['table'] }, tracks: [] },
	});
	return addChunks(reel, ['mAPS', 'icon']);
}
