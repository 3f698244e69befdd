import { Quaternion } from '@babylonjs/core/Maths/math.vector.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { type HandSample, JOINT_NAMES, JOINTS, type JointName, POSE_STRIDE } from '@handreel/core';
import type { HandFigure } from './hand-figure.ts';

/** Nodes at the joints of a hand, for objects that follow them. Nodes of absent joints are disabled. */
export class NodeFigure implements HandFigure {
	readonly node: TransformNode;
	readonly #scene: Scene;
	readonly #nodes: (TransformNode | null)[] = JOINT_NAMES.map(() => null);

	constructor(scene: Scene, parent: TransformNode) {
		this.#scene = scene;
		this.node = new TransformNode('nodes', scene);
		this.node.parent = parent;
	}

	/** Returns the node at a joint. Throws `TypeError` for a name that is not a joint. */
	getNode(joint: JointName): TransformNode {
		const index = JOINT_NAMES.indexOf(joint);
		if (index < 0) throw new TypeError(`joint: '${joint}' is not a joint name`);
		const existing = this.#nodes[index];
		if (existing) return existing;
		const node = new TransformNode(JOINTS[index]!.webxr ?? joint, this.#scene);
		node.parent = this.node;
		node.rotationQuaternion = new Quaternion();
		node.setEnabled(false);
		this.#nodes[index] = node;
		return node;
	}

	pose({ joints, present }: HandSample): void {
		for (let i = 0; i < this.#nodes.length; i++) {
			const node = this.#nodes[i];
			if (!node) continue;
			const isPresent = present[i] === 1;
			if (node.isEnabled(false) !== isPresent) node.setEnabled(isPresent);
			if (!isPresent) continue;
			const at = i * POSE_STRIDE;
			node.position.set(joints[at]!, joints[at + 1]!, joints[at + 2]!);
			node.rotationQuaternion!.set(joints[at + 3]!, joints[at + 4]!, joints[at + 5]!, joints[at + 6]!);
		}
	}

	dispose(): void {
		this.node.dispose();
	}
}
