import type { HandSample } from '@handreel/core';
import type { BoneMap, HandModel } from '@handreel/hands';
import {
	BufferAttribute,
	BufferGeometry,
	DetachedBindMode,
	type Material,
	Matrix4,
	Object3D,
	SkinnedMesh,
	Sphere,
} from 'three';
import { encloseHand, type HandFigure } from './hand-figure.ts';
import type { Paint } from './paint.ts';
import { PosedSkeleton } from './posed-skeleton.ts';

/** Geometries of models that are in use, with the number of their users. Many hands share one geometry. */
const geometries: WeakMap<HandModel, { readonly geometry: BufferGeometry; users: number }> =
	/* @__PURE__ */ new WeakMap();

/** A hand as a skinned mesh. All bones of a model are siblings at the root, so joint poses are bone poses. */
export class MeshFigure implements HandFigure {
	readonly object: SkinnedMesh;
	readonly #model: HandModel;
	readonly #skeleton: PosedSkeleton;
	readonly #sphere: Sphere = new Sphere();

	constructor(model: HandModel, paint: Paint, map?: BoneMap) {
		this.#model = model;
		this.#skeleton = new PosedSkeleton(model, map);
		const geometry = shareGeometry(model);
		const create = (material: Material): HandMesh => new HandMesh(geometry, material, this.#skeleton, this.#sphere);
		const depth = paint.depth === null ? null : create(paint.depth);
		this.object = create(paint.material);
		this.object.name = 'mesh';
		if (depth !== null) this.object.add(depth);
	}

	/** Whether a hand has all joints that the mesh needs. */
	canPose({ present }: HandSample): boolean {
		const { joints } = this.#skeleton;
		for (let i = 0; i < joints.length; i++) if (joints[i]! >= 0 && present[joints[i]!] !== 1) return false;
		return true;
	}

	pose(hand: HandSample): void {
		this.#skeleton.place(hand.joints);
		encloseHand(hand, this.#sphere);
	}

	dispose(): void {
		this.#skeleton.dispose();
		const entry = geometries.get(this.#model);
		if (entry === undefined || --entry.users > 0) return;
		entry.geometry.dispose();
		geometries.delete(this.#model);
	}
}

/** A mesh in the place of its parent. Its bind matrix never changes, so there is nothing to invert in every frame. */
class HandMesh extends SkinnedMesh {
	constructor(geometry: BufferGeometry, material: Material, skeleton: PosedSkeleton, sphere: Sphere) {
		super(geometry, material);
		this.bindMode = DetachedBindMode;
		this.bind(skeleton, new Matrix4());
		this.boundingSphere = sphere;
		this.frustumCulled = false;
		this.matrixAutoUpdate = false;
	}

	override updateMatrixWorld(force?: boolean): void {
		Object3D.prototype.updateMatrixWorld.call(this, force);
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
