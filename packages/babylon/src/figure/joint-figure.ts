import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { HandSample } from '@handreel/core';
import { DRAWN_BONES, DRAWN_JOINTS, MATRIX_SIZE, writeBoneMatrices, writeJointMatrices } from '@handreel/hands';
import { encloseHand, type HandFigure } from './hand-figure.ts';
import type { Paint } from './paint.ts';

/** A hand as joints and bones: two meshes with thin instances. Absent joints and their bones are left out. */
export class JointFigure implements HandFigure {
	readonly node: TransformNode;
	readonly #joints: Instances;
	readonly #bones: Instances;

	constructor(scene: Scene, parent: TransformNode, paint: Paint) {
		this.node = new TransformNode('joints', scene);
		this.node.parent = parent;
		const ball = CreateSphere('balls', { diameter: 2, segments: 8 }, scene);
		const rod = CreateCylinder('rods', { diameter: 2, height: 1, tessellation: 10, cap: 0 }, scene);
		this.#joints = new Instances(ball, this.node, paint, DRAWN_JOINTS.length);
		this.#bones = new Instances(rod, this.node, paint, DRAWN_BONES.length);
	}

	pose(hand: HandSample): void {
		this.#joints.finish(writeJointMatrices(hand, this.#joints.matrices));
		this.#bones.finish(writeBoneMatrices(hand, this.#bones.matrices));
		encloseHand(hand, this.#joints.mesh);
		encloseHand(hand, this.#bones.mesh);
	}

	dispose(): void {
		this.#joints.mesh.dispose();
		this.#bones.mesh.dispose();
		this.node.dispose();
	}
}

/** A mesh that is drawn many times. */
class Instances {
	readonly mesh: Mesh;
	readonly matrices: Float32Array;

	constructor(mesh: Mesh, parent: TransformNode, paint: Paint, count: number) {
		this.mesh = mesh;
		this.matrices = new Float32Array(count * MATRIX_SIZE);
		mesh.parent = parent;
		mesh.material = paint.material;
		mesh.alwaysSelectAsActiveMesh = true;
		mesh.thinInstanceSetBuffer('matrix', this.matrices, MATRIX_SIZE, false);
		// Without instances the mesh itself would be drawn.
		this.finish(0);
	}

	finish(count: number): void {
		this.mesh.isVisible = count > 0;
		if (count === 0) return;
		this.mesh.thinInstanceCount = count;
		this.mesh.thinInstanceBufferUpdated('matrix');
	}
}
