import type { HandModel } from '@handreel/convert/gltf';
import type { HandSample } from '@handreel/core';
import type { BoneMap } from '@handreel/hands';
import { BufferAttribute, BufferGeometry, DetachedBindMode, Group, Matrix4, SkinnedMesh } from 'three';
import { type HandFigure, RENDER_ORDER } from './hand-figure.ts';
import type { Paint } from './paint.ts';
import { PosedSkeleton } from './posed-skeleton.ts';

/** Geometries of models that are in use, with the number of their users. Many hands share one geometry. */
const geometries: WeakMap<HandModel, { readonly geometry: BufferGeometry; users: number }> =
	/* @__PURE__ */ new WeakMap();

/** A hand as a skinned mesh. All bones of a model are siblings at the root, so joint poses are bone poses. */
export class MeshFigure implements HandFigure {
	readonly object: Group = new Group();
	readonly #model: HandModel;
	readonly #skeleton: PosedSkeleton;

	constructor(model: HandModel, paint: Paint, map?: BoneMap) {
		this.#model = model;
		this.#skeleton = new PosedSkeleton(model, map);
		const geometry = shareGeometry(model);
		const mesh = new SkinnedMesh(geometry, paint.material);
		const meshes = paint.depth === null ? [mesh] : [mesh, new SkinnedMesh(geometry, paint.depth)];
		if (paint.depth !== null) mesh.renderOrder = RENDER_ORDER;
		for (const skinned of meshes) {
			skinned.bindMode = DetachedBindMode;
			skinned.bind(this.#skeleton, new Matrix4());
			skinned.frustumCulled = false;
		}
		this.object.name = 'mesh';
		this.object.add(...meshes);
	}

	/** Whether a hand has all joints that the mesh needs. */
	canPose({ present }: HandSample): boolean {
		const { joints } = this.#skeleton;
		for (let i = 0; i < joints.length; i++) if (joints[i]! >= 0 && present[joints[i]!] !== 1) return false;
		return true;
	}

	pose({ joints }: HandSample): void {
		this.#skeleton.place(joints);
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
