import { type HandSample, JOINT_NAMES, JOINTS, type JointName, POSE_STRIDE } from '@handreel/core';
import { Object3D } from 'three';
import type { HandFigure } from './hand-figure.ts';

/** Nodes at the joints of a hand, for objects that follow them. Absent joints are invisible. */
export class NodeFigure implements HandFigure {
	readonly object: Object3D = new Object3D();
	readonly #nodes: (Object3D | null)[] = JOINT_NAMES.map(() => null);

	constructor() {
		this.object.name = 'nodes';
	}

	/** Returns the node at a joint. Throws `TypeError` for a name that is not a joint. */
	getNode(joint: JointName): Object3D {
		const index = JOINT_NAMES.indexOf(joint);
		if (index < 0) throw new TypeError(`joint: '${joint}' is not a joint name`);
		const existing = this.#nodes[index];
		if (existing) return existing;
		const node = new Object3D();
		node.name = JOINTS[index]!.webxr ?? joint;
		node.visible = false;
		this.#nodes[index] = node;
		this.object.add(node);
		return node;
	}

	pose({ joints, present }: HandSample): void {
		for (let i = 0; i < this.#nodes.length; i++) {
			const node = this.#nodes[i];
			if (!node) continue;
			node.visible = present[i] === 1;
			if (!node.visible) continue;
			node.position.fromArray(joints, i * POSE_STRIDE);
			node.quaternion.fromArray(joints, i * POSE_STRIDE + 3);
		}
	}

	/** Whether any node exists. */
	get isUsed(): boolean {
		return this.object.children.length > 0;
	}

	/** Nodes hold no memory that must be released. */
	dispose(): void {
		this.object.clear();
	}
}
