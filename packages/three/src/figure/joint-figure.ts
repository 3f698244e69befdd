import type { HandSample } from '@handreel/core';
import { DRAWN_BONES, DRAWN_JOINTS, writeBoneMatrices, writeJointMatrices } from '@handreel/hands';
import {
	type BufferGeometry,
	CylinderGeometry,
	DynamicDrawUsage,
	InstancedBufferAttribute,
	InstancedMesh,
	type Material,
	Object3D,
	Sphere,
	SphereGeometry,
} from 'three';
import { encloseHand, type HandFigure } from './hand-figure.ts';
import type { Paint } from './paint.ts';

/** A hand as joints and bones: two instanced meshes. Absent joints and their bones are left out. */
export class JointFigure implements HandFigure {
	readonly object: Object3D = new Object3D();
	readonly #joints: Parts = new Parts(new SphereGeometry(1, 14, 10), DRAWN_JOINTS.length);
	readonly #bones: Parts = new Parts(new CylinderGeometry(1, 1, 1, 10, 1, true), DRAWN_BONES.length);
	readonly #sphere: Sphere = new Sphere();

	constructor({ depth, material }: Paint) {
		this.object.name = 'joints';
		for (const each of depth === null ? [material] : [depth, material])
			for (const parts of [this.#joints, this.#bones]) this.object.add(parts.createMesh(each, this.#sphere));
	}

	/** The number of joints that are drawn. */
	get count(): number {
		return this.#joints.count;
	}

	pose(hand: HandSample): void {
		this.#joints.count = writeJointMatrices(hand, this.#joints.matrices.array as Float32Array);
		this.#bones.count = writeBoneMatrices(hand, this.#bones.matrices.array as Float32Array);
		encloseHand(hand, this.#sphere);
	}

	dispose(): void {
		this.#joints.dispose();
		this.#bones.dispose();
	}
}

/** Meshes that share a geometry and its places: the visible one, and one for depth. */
class Parts {
	readonly matrices: InstancedBufferAttribute;
	readonly #geometry: BufferGeometry;
	readonly #meshes: InstancedMesh[] = [];

	constructor(geometry: BufferGeometry, count: number) {
		this.#geometry = geometry;
		this.matrices = new InstancedBufferAttribute(new Float32Array(count * 16), 16);
		this.matrices.setUsage(DynamicDrawUsage);
	}

	createMesh(material: Material, sphere: Sphere): InstancedMesh {
		const mesh = new InstancedMesh(this.#geometry, material, 0);
		mesh.instanceMatrix = this.matrices;
		mesh.boundingSphere = sphere;
		mesh.frustumCulled = false;
		this.#meshes.push(mesh);
		return mesh;
	}

	get count(): number {
		return this.#meshes[0]!.count;
	}

	/** Sets how many places are drawn, after their matrices have changed. */
	set count(count: number) {
		for (let i = 0; i < this.#meshes.length; i++) this.#meshes[i]!.count = count;
		this.matrices.needsUpdate = true;
	}

	dispose(): void {
		this.#geometry.dispose();
		for (const mesh of this.#meshes) mesh.dispose();
	}
}
