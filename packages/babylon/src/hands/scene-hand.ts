import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { HandSample, Side } from '@handreel/core';
import type { BoneMap, DrawnHand, HandModel, HandStyle } from '@handreel/hands';
import { JointFigure } from '../figure/joint-figure.ts';
import { MeshFigure } from '../figure/mesh-figure.ts';
import { NodeFigure } from '../figure/node-figure.ts';
import { Paint, type PaintOptions } from '../figure/paint.ts';
import { RigFigure } from '../figure/rig-figure.ts';

/** One hand of `RecordedHands`: its figures, of which one is visible, and its material. */
export class SceneHand implements DrawnHand<TransformNode> {
	readonly node: TransformNode;
	readonly nodes: NodeFigure;
	readonly #scene: Scene;
	readonly #paint: Paint;
	readonly #hasSkin: boolean;
	#hasNodes = false;
	#skin: MeshFigure | RigFigure | null = null;
	/** Made when it is needed: for the style `'joints'`, and for partial hands. */
	#joints: JointFigure | null = null;
	#usesJoints: boolean;

	constructor(scene: Scene, parent: TransformNode, side: Side, options: PaintOptions, style: HandStyle) {
		this.#scene = scene;
		this.node = new TransformNode(side, scene);
		this.node.parent = parent;
		this.node.setEnabled(false);
		this.nodes = new NodeFigure(scene, this.node);
		this.#paint = new Paint(scene, options, side);
		this.#hasSkin = style === 'mesh';
		this.#usesJoints = style === 'joints';
	}

	/** Sets the mesh. */
	setModel(model: HandModel | TransformNode, map?: BoneMap): void {
		this.#skin =
			model instanceof TransformNode
				? new RigFigure(this.#scene, this.node, model, map)
				: new MeshFigure(this.#scene, this.node, model, this.#paint, map);
	}

	/** Draws joints and bones, because there are no meshes. */
	giveUpModel(): void {
		this.#usesJoints = true;
	}

	/** Moves nodes from now on. */
	useNodes(): void {
		this.#hasNodes = true;
	}

	/** Shows a hand in WebXR's space. A hand that is not tracked keeps its pose and fades out. */
	show(hand: HandSample, opacity: number): void {
		this.#paint.show(this.node, opacity, hand.pinching && hand.tracked);
		if (!this.node.isEnabled(false) || !hand.tracked) return;
		if (this.#hasNodes) this.nodes.pose(hand);
		const skin = this.#skin;
		const isSkinned = skin?.canPose(hand) === true;
		if (skin !== null) {
			if (skin.node.isEnabled(false) !== isSkinned) skin.node.setEnabled(isSkinned);
			if (isSkinned) skin.pose(hand);
		}
		const isDrawnAsJoints = !isSkinned && (this.#usesJoints || (this.#hasSkin && skin !== null));
		const joints = this.#joints;
		if (joints !== null && joints.node.isEnabled(false) !== isDrawnAsJoints) joints.node.setEnabled(isDrawnAsJoints);
		if (!isDrawnAsJoints) return;
		this.#joints ??= new JointFigure(this.#scene, this.node, this.#paint);
		this.#joints.pose(hand);
	}

	dispose(): void {
		this.#skin?.dispose();
		this.#joints?.dispose();
		this.#paint.dispose();
		this.nodes.dispose();
		this.node.dispose();
	}
}
