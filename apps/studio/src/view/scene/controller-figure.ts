import type { ControllerSample } from '@handreel/core';
import {
	BoxGeometry,
	type BufferGeometry,
	CapsuleGeometry,
	CylinderGeometry,
	Group,
	Mesh,
	MeshLambertMaterial,
	SphereGeometry,
	TorusGeometry,
} from 'three';
import type { HandPaint } from './hand-figure.ts';

const LOST_OPACITY = 0.28;
/** Radians that a thumbstick tilts. */
const MAX_TILT = 0.45;
/** Meters that a trigger moves. */
const TRIGGER_TRAVEL = 0.006;
/** The axes of a thumbstick in WebXR's mapping; touchpads come first. */
const STICK_AXES = [2, 3] as const;
/** Buttons from here on are drawn as dots on the face: A or X, B or Y, others. */
const FIRST_FACE_BUTTON = 4;
const FACE_BUTTONS = 4;
const TRIGGER = 0;
const SQUEEZE = 1;
const STICK = 3;

/** A controller as a simple model: handle, face with thumbstick and buttons, trigger and squeeze. */
export class ControllerFigure {
	readonly object: Group = new Group();
	readonly #body = new MeshLambertMaterial();
	readonly #idle = new MeshLambertMaterial();
	readonly #pressed = new MeshLambertMaterial();
	readonly #trigger: Mesh;
	readonly #squeeze: Mesh;
	readonly #stick = new Group();
	readonly #stickMesh: Mesh;
	readonly #face: readonly Mesh[];

	constructor() {
		const add = (geometry: BufferGeometry, material: MeshLambertMaterial, x: number, y: number, z: number): Mesh => {
			const mesh = new Mesh(geometry, material);
			mesh.position.set(x, y, z);
			this.object.add(mesh);
			return mesh;
		};
		// In grip space a held rod lies along z, with the thumb at −z.
		add(new CapsuleGeometry(0.015, 0.075, 3, 10), this.#body, 0, 0, 0.01).rotation.x = Math.PI / 2;
		add(new CylinderGeometry(0.027, 0.024, 0.018, 18), this.#body, 0, 0.006, -0.052).rotation.x = -0.45;
		add(new TorusGeometry(0.042, 0.0045, 6, 24), this.#body, 0, -0.004, -0.062).rotation.x = 0.9;
		this.#trigger = add(new BoxGeometry(0.013, 0.02, 0.014), this.#idle, 0, -0.022, -0.05);
		this.#squeeze = add(new BoxGeometry(0.006, 0.012, 0.03), this.#idle, 0.014, -0.004, 0.006);
		this.#stickMesh = new Mesh(new CylinderGeometry(0.0075, 0.006, 0.014, 12), this.#idle);
		this.#stickMesh.position.y = 0.007;
		this.#stick.position.set(-0.008, 0.016, -0.06);
		this.#stick.add(this.#stickMesh);
		this.object.add(this.#stick);
		this.#face = Array.from({ length: FACE_BUTTONS }, (_, i) =>
			add(
				new SphereGeometry(0.0042, 8, 6),
				this.#idle,
				0.012 - 0.012 * Math.floor(i / 2),
				0.018,
				-0.05 + 0.013 * (i % 2),
			),
		);
	}

	/** Draws the controller. Returns `false` if there is none. */
	draw(controller: ControllerSample, { color, lost, pinch, opacity }: HandPaint): boolean {
		const { present, tracked, grip, pressed, values, buttonCount, axes, axisCount } = controller;
		this.object.visible = present && !Number.isNaN(grip[0]);
		if (!this.object.visible) return false;
		this.object.position.fromArray(grip);
		this.object.quaternion.fromArray(grip, 3);
		const shown = tracked ? opacity : opacity * LOST_OPACITY;
		for (const [material, paint] of [
			[this.#body, tracked ? color : lost],
			[this.#idle, lost],
			[this.#pressed, pinch],
		] as const) {
			material.color.set(paint);
			material.opacity = shown;
			material.transparent = shown < 1;
			material.depthWrite = shown >= 1;
		}
		const materialOf = (button: number): MeshLambertMaterial =>
			button < buttonCount && pressed[button] === 1 ? this.#pressed : this.#idle;
		const readValue = (button: number): number => (button < buttonCount ? (values[button] ?? 0) : 0);
		this.#trigger.material = materialOf(TRIGGER);
		this.#trigger.position.y = -0.022 + TRIGGER_TRAVEL * readValue(TRIGGER);
		this.#squeeze.material = materialOf(SQUEEZE);
		this.#squeeze.position.x = 0.017 - 0.5 * TRIGGER_TRAVEL * readValue(SQUEEZE);
		this.#stickMesh.material = materialOf(STICK);
		const [x, y] = STICK_AXES.map((axis) => (axis < axisCount ? (axes[axis] ?? 0) : 0));
		this.#stick.rotation.set((y ?? 0) * MAX_TILT, 0, -(x ?? 0) * MAX_TILT);
		this.#stick.visible = buttonCount > STICK;
		this.#face.forEach((mesh, i) => {
			mesh.visible = buttonCount > FIRST_FACE_BUTTON + i;
			mesh.material = materialOf(FIRST_FACE_BUTTON + i);
		});
		return true;
	}
}
