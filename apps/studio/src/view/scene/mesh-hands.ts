import { type FrameSample, JOINTS, POSE_STRIDE, SIDES, type Side } from '@handreel/core';
import { getHandMeshUrl } from '@handreel/hands';
import { type Bone, Group, MeshStandardMaterial, type Object3D, type SkinnedMesh } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import type { SceneTheme } from './theme.ts';

interface MeshHand {
	readonly root: Object3D;
	readonly material: MeshStandardMaterial;
	readonly bones: readonly { readonly bone: Bone; readonly offset: number; readonly joint: number }[];
}

/** Both hands as skinned meshes. */
export interface MeshHands {
	readonly object: Object3D;
	draw(frame: FrameSample, isWanted: boolean, theme: SceneTheme): void;
}

/** Loads the hand meshes. Bones are matched to joints by their WebXR names. */
export async function loadMeshHands(): Promise<MeshHands> {
	const object = new Group();
	const [left, right] = await Promise.all(SIDES.map((side) => loadHand(getHandMeshUrl(side).href)));
	const hands: Readonly<Record<Side, MeshHand>> = { left: left!, right: right! };
	object.add(hands.left.root, hands.right.root);
	return {
		object,
		draw(frame, isWanted, theme) {
			for (const side of SIDES) drawHand(hands[side], frame, side, isWanted, theme);
		},
	};
}

async function loadHand(address: string): Promise<MeshHand> {
	const { scene } = await new GLTFLoader().loadAsync(address);
	const material = new MeshStandardMaterial({ roughness: 0.75 });
	const bones: { bone: Bone; offset: number; joint: number }[] = [];
	scene.traverse((node) => {
		const joint = JOINTS.find(({ webxr }) => webxr === node.name);
		if (joint !== undefined) bones.push({ bone: node as Bone, offset: joint.index * POSE_STRIDE, joint: joint.index });
		if ('isSkinnedMesh' in node) {
			const mesh = node as SkinnedMesh;
			mesh.frustumCulled = false;
			mesh.material = material;
		}
	});
	return { root: scene, material, bones };
}

function drawHand(hand: MeshHand, frame: FrameSample, side: Side, isWanted: boolean, theme: SceneTheme): void {
	const { joints, present, tracked } = frame.hands[side];
	hand.root.visible =
		isWanted && hand.bones.every(({ joint, offset }) => present[joint] === 1 && !Number.isNaN(joints[offset]));
	if (!hand.root.visible) return;
	hand.material.color.set(tracked ? theme.skin : theme.lost);
	hand.material.opacity = tracked ? 1 : 0.3;
	hand.material.transparent = !tracked;
	hand.material.depthWrite = tracked;
	// All bones are children of a node at the origin, so joint poses are bone poses.
	for (const { bone, offset } of hand.bones) {
		bone.position.fromArray(joints, offset);
		bone.quaternion.fromArray(joints, offset + 3);
	}
}
