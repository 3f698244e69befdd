import { type HandSample, POSE_STRIDE, writePoseMatrix } from '@handreel/core';
import { type BoneMap, matchBones } from '@handreel/hands';
import { Group, Matrix4, type Object3D, type SkinnedMesh, Vector3 } from 'three';
import type { HandFigure } from './hand-figure.ts';

interface RigNode {
	readonly node: Object3D;
	/** The index of its parent, or −1 for the root. */
	readonly parent: number;
	/** The joint that moves it, or −1. */
	readonly joint: number;
	/** Its matrix in the space of the hand. */
	readonly matrix: Matrix4;
	/** Its scale at rest in the space of the hand, which poses keep. */
	readonly scale: Vector3;
	/** Whether a joint below it or itself moves. Other nodes are left alone. */
	isNeeded: boolean;
}

const inverse = /* @__PURE__ */ new Matrix4();
const local = /* @__PURE__ */ new Matrix4();

/**
 * A hand of the user's own: an object with bones, in any hierarchy. Joints place the bones exactly, so the bones must have
 * WebXR's axes (−z along the bone, +y out of the back of the hand), as the models of the WebXR input profiles do.
 */
export class RigFigure implements HandFigure {
	readonly object: Group = new Group();
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
			nodes.push({ node, parent, joint: joints[i]!, matrix, scale, isNeeded: joints[i]! >= 0 });
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
			const { node, parent, joint, matrix, scale, isNeeded } = this.#nodes[i]!;
			if (!isNeeded) continue;
			const above = parent < 0 ? null : this.#nodes[parent]!.matrix;
			if (joint < 0) {
				node.updateMatrix();
				if (above === null) matrix.copy(node.matrix);
				else matrix.multiplyMatrices(above, node.matrix);
				continue;
			}
			writePoseMatrix(joints, matrix.elements, joint * POSE_STRIDE);
			matrix.scale(scale);
			if (above === null) local.copy(matrix);
			else local.multiplyMatrices(inverse.copy(above).invert(), matrix);
			local.decompose(node.position, node.quaternion, node.scale);
		}
	}

	/** The rig belongs to the user: nothing to free. */
	dispose(): void {
		this.object.clear();
	}
}
