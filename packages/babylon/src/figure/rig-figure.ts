import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { type HandSample, POSE_STRIDE, writePoseMatrix } from '@handreel/core';
import { type BoneMap, matchBones } from '@handreel/hands';
import type { HandFigure } from './hand-figure.ts';

interface RigNode {
	readonly node: TransformNode;
	/** The index of its parent, or −1 for the root. */
	readonly parent: number;
	/** The joint that moves it, or −1. */
	readonly joint: number;
	/** Its matrix in the space of the hand. */
	readonly matrix: Matrix;
	/** Its scale at rest in the space of the hand, which poses keep. */
	readonly scale: Vector3;
}

const values = /* @__PURE__ */ new Float32Array(16);
const inverse = /* @__PURE__ */ new Matrix();
const local = /* @__PURE__ */ new Matrix();

/**
 * A hand of the user's own: a root node of a loaded glTF file, whose bones follow nodes. The bones must have WebXR's axes (−z
 * along the bone, +y out of the back of the hand). The root that the loader mirrors in left-handed scenes is set back: the
 * hands are mirrored as a whole.
 */
export class RigFigure implements HandFigure {
	readonly node: TransformNode;
	readonly #nodes: readonly RigNode[];

	constructor(scene: Scene, parent: TransformNode, rig: TransformNode, map?: BoneMap) {
		this.node = new TransformNode('rig', scene);
		this.node.parent = parent;
		rig.parent = this.node;
		rig.position.setAll(0);
		rig.rotationQuaternion = new Quaternion();
		rig.scaling.setAll(1);
		const found = [rig, ...rig.getDescendants(false).filter((node) => node instanceof TransformNode)];
		for (const node of found) if (node instanceof AbstractMesh) node.alwaysSelectAsActiveMesh = true;
		const joints = matchBones(
			found.map(({ name }) => name),
			map,
		);
		const nodes: RigNode[] = [];
		found.forEach((node, i) => {
			const above = found.indexOf(node.parent as TransformNode);
			node.rotationQuaternion ??= Quaternion.FromEulerVector(node.rotation);
			const matrix = Matrix.Compose(node.scaling, node.rotationQuaternion, node.position);
			if (above >= 0) matrix.multiplyToRef(nodes[above]!.matrix, matrix);
			const scale = new Vector3();
			matrix.decompose(scale);
			nodes.push({ node, parent: above, joint: joints[i]!, matrix, scale });
		});
		this.#nodes = nodes;
	}

	/** Whether a hand has all joints that the rig needs. */
	canPose({ present }: HandSample): boolean {
		for (let i = 0; i < this.#nodes.length; i++) {
			const { joint } = this.#nodes[i]!;
			if (joint >= 0 && present[joint] !== 1) return false;
		}
		return true;
	}

	pose({ joints }: HandSample): void {
		// Parents come before children.
		for (let i = 0; i < this.#nodes.length; i++) {
			const { node, parent, joint, matrix, scale } = this.#nodes[i]!;
			const above = parent < 0 ? null : this.#nodes[parent]!.matrix;
			if (joint < 0) {
				Matrix.ComposeToRef(node.scaling, node.rotationQuaternion!, node.position, matrix);
				if (above !== null) matrix.multiplyToRef(above, matrix);
				continue;
			}
			writePoseMatrix(joints, values, joint * POSE_STRIDE);
			for (let axis = 0; axis < 3; axis++) {
				const factor = axis === 0 ? scale.x : axis === 1 ? scale.y : scale.z;
				for (let row = 0; row < 3; row++) values[axis * 4 + row]! *= factor;
			}
			Matrix.FromArrayToRef(values, 0, matrix);
			if (above === null) local.copyFrom(matrix);
			else matrix.multiplyToRef(above.invertToRef(inverse), local);
			local.decompose(node.scaling, node.rotationQuaternion!, node.position);
		}
	}

	/** The rig belongs to the user: it leaves the hands. */
	dispose(): void {
		const root = this.#nodes[0]?.node;
		if (root !== undefined) root.parent = null;
		this.node.dispose();
	}
}
