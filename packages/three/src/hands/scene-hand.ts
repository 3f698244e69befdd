import type { HandSample, JointName, Side } from '@handreel/core';
import type { BoneMap, DrawnHand, HandModel, HandStyle } from '@handreel/hands';
import { Object3D } from 'three';
import { JointFigure } from '../figure/joint-figure.ts';
import { MeshFigure } from '../figure/mesh-figure.ts';
import { NodeFigure } from '../figure/node-figure.ts';
import { Paint, type PaintOptions } from '../figure/paint.ts';
import { RigFigure } from '../figure/rig-figure.ts';

/** One hand of `RecordedHands`: its figures, of which one is visible, and its material. */
export class SceneHand implements DrawnHand<Object3D> {
	/** Not a group: three.js would change the render order of its children. */
	readonly object: Object3D = new Object3D();
	readonly nodes: NodeFigure = new NodeFigure();
	readonly #paint: Paint;
	readonly #hasSkin: boolean;
	#skin: MeshFigure | RigFigure | null = null;
	/** Made when it is needed: for the style `'joints'`, and for partial hands. */
	#joints: JointFigure | null = null;
	#usesJoints: boolean;

	constructor(side: Side, options: PaintOptions, style: HandStyle) {
		this.#paint = new Paint(options, side);
		this.#hasSkin = style === 'mesh';
		this.#usesJoints = style === 'joints';
		this.object.name = side;
		this.object.visible = false;
		// It stays where its parent is.
		this.object.matrixAutoUpdate = false;
	}

	/** Sets the mesh. */
	setModel(model: HandModel | Object3D, map?: BoneMap): void {
		this.#skin = 'isObject3D' in model ? new RigFigure(model, map) : new MeshFigure(model, this.#paint, map);
		this.object.add(this.#skin.object);
	}

	/** Returns the node at a joint. */
	getNode(joint: JointName): Object3D {
		if (!this.nodes.isUsed) this.object.add(this.nodes.object);
		return this.nodes.getNode(joint);
	}

	/** Draws joints and bones, because there are no meshes. */
	giveUpModel(): void {
		this.#usesJoints = true;
	}

	/** Shows a hand in WebXR's space. A hand that is not tracked keeps its pose and fades out. Allocates nothing. */
	show(hand: HandSample, opacity: number): void {
		this.#paint.show(this.object, opacity, hand.pinching && hand.tracked);
		if (!this.object.visible || !hand.tracked) return;
		if (this.nodes.isUsed) this.nodes.pose(hand);
		const skin = this.#skin;
		const isSkinned = skin?.canPose(hand) === true;
		if (skin !== null) {
			skin.object.visible = isSkinned;
			if (isSkinned) skin.pose(hand);
		}
		const isDrawnAsJoints = !isSkinned && (this.#usesJoints || (this.#hasSkin && skin !== null));
		if (this.#joints !== null) this.#joints.object.visible = isDrawnAsJoints;
		if (!isDrawnAsJoints) return;
		this.#joints ??= this.#addJoints();
		this.#joints.pose(hand);
	}

	dispose(): void {
		this.#skin?.dispose();
		this.#joints?.dispose();
		this.#paint.dispose();
		this.nodes.dispose();
		this.object.clear();
	}

	#addJoints(): JointFigure {
		const figure = new JointFigure(this.#paint);
		this.object.add(figure.object);
		return figure;
	}
}
