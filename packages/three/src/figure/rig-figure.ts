import { type HandSample, POSE_STRIDE, writePoseMatrix } from '@handreel/core';
import { type BoneMap, matchBones } from '@handreel/hands';
import { Matrix4, Object3D, type SkinnedMesh, Vector3 } from 'three';
import type { HandFigure } from './hand-figure.ts';

interface RigNode {
	readonly node: Object3D;
	/** The index of its parent, or −1 for the root. */
	readonly parent: number;
	/** The joint that moves it, or −1. */
	readonly joint: number;
	/** Its matrix in the space of the hand. */
	readonly matrix: Matrix4;
	/** The inverse of that matrix, for nodes that no joint moves. */
	readonly inverse: Matrix4;
	/** Its scale at rest in the space of the hand, which poses keep. */
	readonly scale: Vector3;
	/** Whether a joint below it or itself moves. Other nodes are left alone. */
	isNeeded: boolean;
}

/**
 * A hand of the user's own: an object with bones, in any hierarchy. Joints place the bones exactly, so the bones must have
 * WebXR's axes (−z along the bone, +y out of the back of the hand), as the models of the WebXR input profiles do.
 *
 * Only the matrices of bones move: three.js would spend more time on decomposing and composing them than all the rest takes.
 */
export class RigFigure implements HandFigure {
	readonly object: Object3D = new Object3D();
	readonly #nodes: readonly RigNode[];

	constructor(rig: Object3D, map?: BoneMap) {
		this.object.name = 'rig';
		this.object.add(rig);
		const nodes: RigNode[] = [];
		const objects: Object3D[] = [];
		rig.traverse((node) => {
			objects.push(node);
			if ('isSkinnedMesh' in node) (node as SkinnedMesh).frustumCulled = false;
		});
		const joints = matchBones(
			objects.map(({ name }) => name),
			map,
		);
		objects.forEach((node, i) => {
			const parent = node.parent === null ? -1 : objects.indexOf(node.parent);
			node.updateMatrix();
			const matrix = node.matrix.clone();
			if (parent >= 0) matrix.premultiply(nodes[parent]!.matrix);
			const scale = new Vector3().setFromMatrixScale(matrix);
			const isMoved = joints[i]! >= 0;
			if (isMoved) node.matrixAutoUpdate = false;
			nodes.push({ node, parent, joint: joints[i]!, matrix, inverse: new Matrix4(), scale, isNeeded: isMoved });
		});
		for (let i = nodes.length - 1; i > 0; i--) {
			if (nodes[i]!.isNeeded && nodes[i]!.parent >= 0) nodes[nodes[i]!.parent]!.isNeeded = true;
		}
		this.#nodes = nodes;
	}

	/** Whether a hand has all joints that the rig needs. */
	canPose({ present }: HandSample): boolean {
		const nodes = this.#nodes;
		for (let i = 0; i < nodes.length; i++) {
			const { joint } = nodes[i]!;
			if (joint >= 0 && present[joint] !== 1) return false;
		}
		return true;
	}

	pose({ joints }: HandSample): void {
		// Parents come before children.
		for (let i = 0; i < this.#nodes.length; i++) {
			const { node, parent, joint, matrix, inverse, scale, isNeeded } = this.#nodes[i]!;
			if (!isNeeded) continue;
			const above = parent < 0 ? null : this.#nodes[parent]!;
			if (joint < 0) {
				node.updateMatrix();
				if (above === null) matrix.copy(node.matrix);
				else matrix.multiplyMatrices(above.matrix, node.matrix);
				inverse.copy(matrix).invert();
				continue;
			}
			writePoseMatrix(joints, matrix.elements, joint * POSE_STRIDE);
			matrix.scale(scale);
			if (above === null) node.matrix.copy(matrix);
			else if (above.joint < 0) node.matrix.multiplyMatrices(above.inverse, matrix);
			else writeLocalMatrix(above.matrix.elements, matrix.elements, node.matrix.elements);
			node.matrixWorldNeedsUpdate = true;
		}
	}

	/** The rig belongs to the user: it keeps its pose, and moves by position, rotation and scale again. */
	dispose(): void {
		for (const { node, joint } of this.#nodes) {
			if (joint < 0) continue;
			node.matrix.decompose(node.position, node.quaternion, node.scale);
			node.matrixAutoUpdate = true;
		}
		this.object.clear();
	}
}

/** Writes a matrix against another whose axes are at right angles, so that its inverse is its transpose but for the scale. */
function writeLocalMatrix(above: readonly number[], matrix: readonly number[], out: number[]): void {
	for (let row = 0; row < 3; row++) {
		const x = above[row * 4]!;
		const y = above[row * 4 + 1]!;
		const z = above[row * 4 + 2]!;
		const factor = 1 / (x * x + y * y + z * z);
		for (let at = 0; at < 12; at += 4)
			out[at + row] = (x * matrix[at]! + y * matrix[at + 1]! + z * matrix[at + 2]!) * factor;
		const dx = matrix[12]! - above[12]!;
		const dy = matrix[13]! - above[13]!;
		const dz = matrix[14]! - above[14]!;
		out[12 + row] = (x * dx + y * dy + z * dz) * factor;
	}
}
