import type { HandSample } from '@handreel/core';
import { DRAWN_BONES, DRAWN_JOINTS, writeBoneMatrices, writeJointMatrices } from '@handreel/hands';
import { type BufferGeometry, CylinderGeometry, DynamicDrawUsage, Group, InstancedMesh, SphereGeometry } from 'three';
import { type HandFigure, RENDER_ORDER } from './hand-figure.ts';
import type { Paint } from './paint.ts';

/** A hand as joints and bones: two instanced meshes. Absent joints and their bones are left out. */
export class JointFigure implements HandFigure {
	readonly object: Group = new Group();
	readonly #joints: readonly InstancedMesh[];
	readonly #bones: readonly InstancedMesh[];

	constructor(paint: Paint) {
		this.#joints = createMeshes(new SphereGeometry(1, 14, 10), paint, DRAWN_JOINTS.length);
		this.#bones = createMeshes(new CylinderGeometry(1, 1, 1, 10, 1, true), paint, DRAWN_BONES.length);
		this.object.name = 'joints';
		this.object.add(...this.#joints, ...this.#bones);
	}

	/** The number of joints that are drawn. */
	get count(): number {
		return this.#joints[0]!.count;
	}

	pose(hand: HandSample): void {
		finish(this.#joints, writeJointMatrices(hand, this.#joints[0]!.instanceMatrix.array as Float32Array));
		finish(this.#bones, writeBoneMatrices(hand, this.#bones[0]!.instanceMatrix.array as Float32Array));
	}

	dispose(): void {
		this.#joints[0]!.geometry.dispose();
		this.#bones[0]!.geometry.dispose();
		for (const mesh of [...this.#joints, ...this.#bones]) mesh.dispose();
	}
}

/** The visible mesh, and a mesh for depth that shares its matrices. */
function createMeshes(geometry: BufferGeometry, paint: Paint, count: number): InstancedMesh[] {
	const mesh = new InstancedMesh(geometry, paint.material, count);
	mesh.instanceMatrix.setUsage(DynamicDrawUsage);
	mesh.frustumCulled = false;
	if (paint.depth === null) return [mesh];
	const depth = new InstancedMesh(geometry, paint.depth, 0);
	depth.instanceMatrix = mesh.instanceMatrix;
	depth.frustumCulled = false;
	mesh.renderOrder = RENDER_ORDER;
	return [mesh, depth];
}

function finish(meshes: readonly InstancedMesh[], count: number): void {
	for (let i = 0; i < meshes.length; i++) meshes[i]!.count = count;
	meshes[0]!.instanceMatrix.needsUpdate = true;
}
