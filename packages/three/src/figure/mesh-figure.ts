import type { HandModel } from '@handreel/convert/gltf';
import { type HandSample, JOINTS, POSE_STRIDE } from '@handreel/core';
import { type BoneMap, matchBones, writePoseMatrix } from '@handreel/hands';
import { Bone, BufferAttribute, BufferGeometry, Group, Matrix4, Skeleton, SkinnedMesh } from 'three';
import { type HandFigure, RENDER_ORDER } from './hand-figure.ts';
import type { Paint } from './paint.ts';

/** Geometries of models that are in use, with the number of their users. Many hands share one geometry. */
const geometries: WeakMap<HandModel, { readonly geometry: BufferGeometry; users: number }> =
	/* @__PURE__ */ new WeakMap();

/** A hand as a skinned mesh. All bones are siblings at the root, so joint poses are bone poses. */
export class MeshFigure implements HandFigure {
	readonly object: Group = new Group();
	readonly #model: HandModel;
	readonly #bones: readonly Bone[];
	/** The joint of each bone, or −1. */
	readonly #joints: Int32Array;
	readonly #skeleton: Skeleton;

	constructor(model: HandModel, paint: Paint, map?: BoneMap) {
		this.#model = model;
		this.#joints = matchBones(model.bones, map);
		const inverses = model.bones.map((_, i) => new Matrix4().fromArray(model.inverseBindMatrices, i * 16));
		this.#bones = model.bones.map((name, i) => {
			const bone = new Bone();
			const joint = this.#joints[i]!;
			bone.name = JOINTS[joint]?.webxr ?? name;
			bone.matrixAutoUpdate = false;
			bone.matrix.copy(inverses[i]!).invert();
			return bone;
		});
		this.#skeleton = new Skeleton([...this.#bones], inverses);
		const geometry = shareGeometry(model);
		const mesh = new SkinnedMesh(geometry, paint.material);
		const meshes = paint.depth === null ? [mesh] : [mesh, new SkinnedMesh(geometry, paint.depth)];
		if (paint.depth !== null) mesh.renderOrder = RENDER_ORDER;
		for (const skinned of meshes) {
			skinned.bind(this.#skeleton, new Matrix4());
			skinned.frustumCulled = false;
		}
		this.object.name = 'mesh';
		this.object.add(...meshes, ...this.#bones);
	}

	/** Whether a hand has all joints that the mesh needs. */
	canPose({ present }: HandSample): boolean {
		const joints = this.#joints;
		for (let i = 0; i < joints.length; i++) if (joints[i]! >= 0 && present[joints[i]!] !== 1) return false;
		return true;
	}

	pose({ joints }: HandSample): void {
		const bones = this.#bones;
		for (let i = 0; i < bones.length; i++) {
			const joint = this.#joints[i]!;
			if (joint < 0) continue;
			const bone = bones[i]!;
			writePoseMatrix(joints, joint * POSE_STRIDE, bone.matrix.elements);
			bone.matrixWorldNeedsUpdate = true;
		}
	}

	dispose(): void {
		this.#skeleton.dispose();
		const entry = geometries.get(this.#model);
		if (entry === undefined || --entry.users > 0) return;
		entry.geometry.dispose();
		geometries.delete(this.#model);
	}
}

function shareGeometry(model: HandModel): BufferGeometry {
	let entry = geometries.get(model);
	if (entry === undefined) {
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', new BufferAttribute(model.positions, 3));
		if (model.uvs.length > 0) geometry.setAttribute('uv', new BufferAttribute(model.uvs, 2));
		geometry.setAttribute('skinIndex', new BufferAttribute(model.joints, 4));
		geometry.setAttribute('skinWeight', new BufferAttribute(model.weights, 4));
		geometry.setIndex(new BufferAttribute(model.indices, 1));
		if (model.normals.length > 0) geometry.setAttribute('normal', new BufferAttribute(model.normals, 3));
		else geometry.computeVertexNormals();
		entry = { geometry, users: 0 };
		geometries.set(model, entry);
	}
	entry.users++;
	return entry.geometry;
}
