import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { type FrameSample, SIDES, type Side } from '@handreel/core';
import type { DrawnExtras, ExtraOptions } from '@handreel/hands';
import { Paint, type PaintOptions } from './paint.ts';

/** Length of a ray in meters. */
const RAY_LENGTH = 1.5;
const RAY_DIAMETER = 0.005;
/** The head has no side: it takes the color of the left hand. */
const HEAD_SIDE: Side = 'left';
const UP = /* @__PURE__ */ new Vector3(0, 1, 0);
const direction = /* @__PURE__ */ new Vector3();

/** Head, gaze ray and controllers, as far as they are wanted. */
export class ExtraFigures implements DrawnExtras {
	readonly #scene: Scene;
	readonly #parent: TransformNode;
	readonly #paints: Paint[] = [];
	readonly #head: TransformNode | null;
	readonly #gaze: TransformNode | null;
	readonly #controllers: Readonly<Record<Side, ControllerParts>> | null;

	constructor(scene: Scene, parent: TransformNode, options: ExtraOptions & PaintOptions) {
		this.#scene = scene;
		this.#parent = parent;
		const paint = (side: Side): Paint => {
			const made = new Paint(scene, options, side);
			this.#paints.push(made);
			return made;
		};
		this.#head = options.head === true ? this.#createHead(paint(HEAD_SIDE)) : null;
		this.#gaze = options.gaze === true ? this.#createRay('gaze', paint(HEAD_SIDE), this.#createNode('gaze')) : null;
		this.#controllers =
			options.controllers === true
				? { left: this.#createController(paint('left')), right: this.#createController(paint('right')) }
				: null;
	}

	/** Moves the figures to a frame in WebXR's space. Allocates nothing. */
	pose(frame: FrameSample): void {
		if (this.#head !== null) place(this.#head, frame.head, frame.headPresent);
		if (this.#gaze !== null) {
			setEnabled(this.#gaze, frame.gazePresent);
			if (frame.gazePresent) {
				const { gaze } = frame;
				this.#gaze.position.set(gaze[0]!, gaze[1]!, gaze[2]!);
				direction.set(gaze[3]!, gaze[4]!, gaze[5]!);
				Quaternion.FromUnitVectorsToRef(UP, direction, this.#gaze.rotationQuaternion!);
			}
		}
		if (this.#controllers === null) return;
		for (const side of SIDES) {
			const { grip, ray, paint } = this.#controllers[side];
			const { present, tracked, pressed, buttonCount, grip: held, aim } = frame.controllers[side];
			const isShown = present && tracked;
			let isPressed = false;
			for (let i = 0; i < buttonCount; i++) isPressed ||= pressed[i] === 1;
			place(grip, held, isShown && !Number.isNaN(held[0]));
			place(ray, aim, isShown && !Number.isNaN(aim[0]));
			paint.show(grip, grip.isEnabled(false) ? 1 : 0, isPressed);
		}
	}

	dispose(): void {
		this.#head?.dispose();
		this.#gaze?.dispose();
		for (const side of SIDES) {
			this.#controllers?.[side].grip.dispose();
			this.#controllers?.[side].ray.dispose();
		}
		for (const paint of this.#paints) paint.dispose();
	}

	// A visor in front of an ellipsoid; the pose is between the eyes.
	#createHead(paint: Paint): TransformNode {
		const head = this.#createNode('head');
		const skull = CreateSphere(
			'skull',
			{ diameterX: 0.15, diameterY: 0.22, diameterZ: 0.19, segments: 12 },
			this.#scene,
		);
		skull.position.set(0, -0.01, 0.075);
		const visor = CreateBox('visor', { width: 0.17, height: 0.085, depth: 0.07 }, this.#scene);
		visor.position.z = -0.02;
		for (const mesh of [skull, visor]) attach(mesh, head, paint);
		return head;
	}

	#createController(paint: Paint): ControllerParts {
		const grip = this.#createNode('controller');
		const handle = CreateCylinder('handle', { diameter: 0.034, height: 0.11, tessellation: 16 }, this.#scene);
		handle.rotation.x = Math.PI / 2;
		handle.position.z = 0.02;
		const knob = CreateSphere(
			'knob',
			{ diameterX: 0.056, diameterY: 0.028, diameterZ: 0.056, segments: 10 },
			this.#scene,
		);
		knob.position.set(0, 0.012, -0.045);
		for (const mesh of [handle, knob]) attach(mesh, grip, paint);
		const ray = this.#createNode('ray');
		const rod = this.#createRay('rod', paint, ray);
		rod.rotationQuaternion = null;
		rod.rotation.x = -Math.PI / 2;
		return { grip, ray, paint };
	}

	/** A thin rod from the origin along +y. */
	#createRay(name: string, paint: Paint, parent: TransformNode): TransformNode {
		const pivot = new TransformNode(name, this.#scene);
		pivot.parent = parent;
		pivot.rotationQuaternion = new Quaternion();
		const size = { diameterBottom: RAY_DIAMETER, diameterTop: RAY_DIAMETER / 4, height: RAY_LENGTH, tessellation: 6 };
		const mesh = CreateCylinder(name, { ...size, cap: 0 }, this.#scene);
		mesh.position.y = RAY_LENGTH / 2;
		attach(mesh, pivot, paint);
		return pivot;
	}

	#createNode(name: string): TransformNode {
		const node = new TransformNode(name, this.#scene);
		node.parent = this.#parent;
		node.rotationQuaternion = new Quaternion();
		return node;
	}
}

interface ControllerParts {
	readonly grip: TransformNode;
	readonly ray: TransformNode;
	readonly paint: Paint;
}

function attach(mesh: Mesh, parent: TransformNode, paint: Paint): void {
	mesh.parent = parent;
	mesh.material = paint.material;
}

function setEnabled(node: TransformNode, isEnabled: boolean): void {
	if (node.isEnabled(false) !== isEnabled) node.setEnabled(isEnabled);
}

function place(node: TransformNode, pose: Float32Array, isShown: boolean): void {
	setEnabled(node, isShown);
	if (!isShown) return;
	node.position.set(pose[0]!, pose[1]!, pose[2]!);
	node.rotationQuaternion!.set(pose[3]!, pose[4]!, pose[5]!, pose[6]!);
}
