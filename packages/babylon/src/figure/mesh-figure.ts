import { Bone } from '@babylonjs/core/Bones/bone.js';
import { Skeleton } from '@babylonjs/core/Bones/skeleton.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { type HandSample, JOINTS, POSE_STRIDE } from '@handreel/core';
import { type BoneMap, type HandModel, matchBones } from '@handreel/hands';
import { encloseHand, type HandFigure } from './hand-figure.ts';
import type { Paint } from './paint.ts';

// Material.ClockWiseSideOrientation and CounterClockWiseSideOrientation.
const CLOCKWISE = 0;
const COUNTER_CLOCKWISE = 1;
const position = /* @__PURE__ */ new Vector3();
const rotation = /* @__PURE__ */ new Quaternion();

/** A hand as a skinned mesh. All bones are siblings at the root, so joint poses are bone poses. */
export class MeshFigure implements HandFigure {
	readonly node: Mesh;
	readonly #skeleton: Skeleton;
	/** The joint of each bone, or −1. */
	readonly #joints: Int32Array;

	constructor(scene: Scene, parent: TransformNode, model: HandModel, paint: Paint, map?: BoneMap) {
		this.#joints = matchBones(model.bones, map);
		this.#skeleton = new Skeleton('hand', 'hand', scene);
		model.bones.forEach((name, i) => {
			const bind = Matrix.FromArray(model.inverseBindMatrices, i * 16).invert();
			const joint = this.#joints[i]!;
			new Bone(JOINTS[joint]?.webxr ?? name, this.#skeleton, null, bind.clone(), null, bind, i);
		});
		const data = new VertexData();
		data.positions = model.positions;
		data.indices = model.indices;
		data.normals = model.normals;
		data.matricesIndices = Float32Array.from(model.joints);
		data.matricesWeights = model.weights;
		if (model.normals.length === 0) {
			data.normals = new Float32Array(model.positions.length);
			VertexData.ComputeNormals(model.positions, model.indices, data.normals);
		}
		this.node = new Mesh('mesh', scene, parent);
		data.applyToMesh(this.node);
		this.node.skeleton = this.#skeleton;
		this.node.material = paint.material;
		this.node.alwaysSelectAsActiveMesh = true;
		// The orientation of triangles in glTF, as Babylon's own loader sets it.
		this.node.sideOrientation = scene.useRightHandedSystem ? COUNTER_CLOCKWISE : CLOCKWISE;
	}

	/** Whether a hand has all joints that the mesh needs. */
	canPose({ present }: HandSample): boolean {
		const joints = this.#joints;
		for (let i = 0; i < joints.length; i++) if (joints[i]! >= 0 && present[joints[i]!] !== 1) return false;
		return true;
	}

	pose(hand: HandSample): void {
		const { joints } = hand;
		const { bones } = this.#skeleton;
		for (let i = 0; i < bones.length; i++) {
			const joint = this.#joints[i]!;
			if (joint < 0) continue;
			const at = joint * POSE_STRIDE;
			position.set(joints[at]!, joints[at + 1]!, joints[at + 2]!);
			rotation.set(joints[at + 3]!, joints[at + 4]!, joints[at + 5]!, joints[at + 6]!);
			bones[i]!.position = position;
			bones[i]!.rotationQuaternion = rotation;
		}
		encloseHand(hand, this.node);
	}

	dispose(): void {
		this.node.dispose();
		this.#skeleton.dispose();
	}
}
