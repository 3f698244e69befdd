// The cost of a frame with many recorded hands in three.js: RecordedHands beside AnimationMixer on the same clips. Both move the
// bones of skinned hands and update all matrices, skeletons included; nothing is drawn.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Recording, readRecording, SIDES, type Side } from '@handreel/core';
import { type HandModel, type HandModels, loadHandModels } from '@handreel/hands';
import { createAnimationClip, RecordedHands } from '@handreel/three';
import { AnimationMixer, Bone, BufferGeometry, Group, Matrix4, Scene, Skeleton, SkinnedMesh } from 'three';
import { root } from '../scripts/workspace.mjs';
import { type Benchmark, compareSpeed, type Effort } from './harness.ts';

const FILE = join(root, 'fixtures', 'recorded', 'mrtk-2.8.3-full-5s.bin');
const PAIRS = 20;
const STEP = 1 / 90;
const ROUNDS: Readonly<Record<Effort, number>> = { full: 41, quick: 15 };

/** Benchmarks of hands in scenes. */
export function listHandsBenchmarks(): Benchmark[] {
	let models: HandModels | null = null;
	const compare = (name: string, target: number, createRigs?: (models: HandModels) => Rigs): Benchmark => ({
		name,
		target,
		better: 'higher',
		isLarge: false,
		prepare: async () => {
			models ??= await loadHandModels();
		},
		run: (effort) => {
			const recording = readRecording(readFileSync(FILE));
			const [own, mixed] = [createOwn(recording, models!, createRigs), createMixed(recording, models!)];
			return compareSpeed(own, mixed, { rounds: ROUNDS[effort] });
		},
	});
	return [
		compare('three 20 pairs of hands / AnimationMixer', 2),
		compare('three 20 pairs of rigs / AnimationMixer', 1.3, ({ left, right }) => ({
			left: createHand(left),
			right: createHand(right),
		})),
	];
}

type Rigs = Readonly<Record<Side, Group>>;

/** A step of many `RecordedHands`, each at its own time. */
function createOwn(
	recording: Recording,
	models: HandModels,
	createRigs: (models: HandModels) => HandModels | Rigs = () => models,
): () => void {
	const scene = new Scene();
	const all = Array.from({ length: PAIRS }, (_, i) => {
		const hands = new RecordedHands(recording, { models: createRigs(models) });
		hands.setTime((recording.duration * i) / PAIRS);
		scene.add(hands);
		return hands;
	});
	const skeletons = listSkeletons(scene);
	return () => {
		for (const hands of all) hands.update(STEP);
		scene.updateMatrixWorld();
		for (const skeleton of skeletons) skeleton.update();
	};
}

/** The same with a mixer and a clip for each hand. */
function createMixed(recording: Recording, models: HandModels): () => void {
	const scene = new Scene();
	const clips = SIDES.map((side) => createAnimationClip(recording, side));
	const mixers = Array.from({ length: PAIRS }, (_, i) =>
		SIDES.map((side, index) => {
			const hand = createHand(models[side]);
			scene.add(hand);
			const mixer = new AnimationMixer(hand);
			mixer.clipAction(clips[index]!).play();
			mixer.setTime((recording.duration * i) / PAIRS);
			return mixer;
		}),
	).flat();
	const skeletons = listSkeletons(scene);
	return () => {
		for (const mixer of mixers) mixer.update(STEP);
		scene.updateMatrixWorld();
		for (const skeleton of skeletons) skeleton.update();
	};
}

function createHand(model: HandModel): Group {
	const hand = new Group();
	const inverses = model.bones.map((_, i) => new Matrix4().fromArray(model.inverseBindMatrices, i * 16));
	const bones = model.bones.map((name) => Object.assign(new Bone(), { name }));
	const mesh = new SkinnedMesh(new BufferGeometry());
	mesh.bind(new Skeleton(bones, inverses), new Matrix4());
	hand.add(mesh, ...bones);
	return hand;
}

function listSkeletons(scene: Scene): Skeleton[] {
	const skeletons = new Set<Skeleton>();
	scene.traverse((node) => {
		if (node instanceof SkinnedMesh) skeletons.add(node.skeleton);
	});
	return [...skeletons];
}
