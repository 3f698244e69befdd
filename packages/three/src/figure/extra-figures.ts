import { type FrameSample, SIDES, type Side } from '@handreel/core';
import type { DrawnExtras, ExtraOptions } from '@handreel/hands';
import {
	BoxGeometry,
	type BufferGeometry,
	CapsuleGeometry,
	CylinderGeometry,
	type Material,
	Mesh,
	Object3D,
	Sphere,
	SphereGeometry,
	Vector3,
} from 'three';
import { Paint, type PaintOptions } from './paint.ts';

/** Length of a ray in meters. */
const RAY_LENGTH = 1.5;
const RAY_RADIUS = 0.0025;
const UP = /* @__PURE__ */ new Vector3(0, 1, 0);
const direction = /* @__PURE__ */ new Vector3();
/** The head has no side: it takes the color of the left hand. */
const HEAD_SIDE: Side = 'left';

/** Head, gaze ray and controllers, as far as they are wanted. */
export class ExtraFigures implements DrawnExtras {
	readonly object: Object3D = new Object3D();
	readonly #geometries: BufferGeometry[] = [];
	readonly #paints: Paint[] = [];
	readonly #head: Object3D | null;
	readonly #gaze: Mesh | null;
	readonly #controllers: Readonly<Record<Side, ControllerParts>> | null;

	constructor(options: ExtraOptions & PaintOptions) {
		this.object.name = 'extras';
		const paint = (side: Side): Paint => {
			const made = new Paint(options, side);
			this.#paints.push(made);
			return made;
		};
		this.#head = options.head === true ? this.#createHead(paint(HEAD_SIDE)) : null;
		this.#gaze = options.gaze === true ? this.#createRay(paint(HEAD_SIDE).material) : null;
		if (this.#gaze !== null) this.object.add(this.#gaze);
		this.#controllers =
			options.controllers === true
				? { left: this.#createController(paint('left')), right: this.#createController(paint('right')) }
				: null;
	}

	/** Moves the figures to a frame in WebXR's space. Allocates nothing. */
	pose(frame: FrameSample): void {
		if (this.#head !== null) {
			this.#head.visible = frame.headPresent;
			if (frame.headPresent) placeAt(this.#head, frame.head);
		}
		if (this.#gaze !== null) {
			this.#gaze.visible = frame.gazePresent;
			if (frame.gazePresent) {
				this.#gaze.position.fromArray(frame.gaze);
				this.#gaze.quaternion.setFromUnitVectors(UP, direction.fromArray(frame.gaze, 3));
			}
		}
		if (this.#controllers === null) return;
		for (const side of SIDES) {
			const { grip, ray, paint } = this.#controllers[side];
			const { present, tracked, pressed, buttonCount, grip: held, aim } = frame.controllers[side];
			const isShown = present && tracked;
			let isPressed = false;
			for (let i = 0; i < buttonCount; i++) isPressed ||= pressed[i] === 1;
			paint.show(grip, isShown && !Number.isNaN(held[0]) ? 1 : 0, isPressed);
			ray.visible = isShown && !Number.isNaN(aim[0]);
			if (grip.visible) placeAt(grip, held);
			if (ray.visible) placeAt(ray, aim);
		}
	}

	dispose(): void {
		for (const geometry of this.#geometries) geometry.dispose();
		for (const paint of this.#paints) paint.dispose();
	}

	// A visor in front of an ellipsoid; the pose is between the eyes.
	#createHead(paint: Paint): Object3D {
		const skull = this.#keep(new SphereGeometry(1, 24, 16).scale(0.075, 0.11, 0.095).translate(0, -0.01, 0.075));
		const visor = this.#keep(new BoxGeometry(0.17, 0.085, 0.07).translate(0, 0, -0.02));
		const head = new Object3D();
		head.name = 'head';
		addParts(head, [skull, visor], paint);
		this.object.add(head);
		return head;
	}

	#createController(paint: Paint): ControllerParts {
		const handle = this.#keep(new CapsuleGeometry(0.017, 0.085, 6, 16).rotateX(Math.PI / 2).translate(0, 0, 0.02));
		const knob = this.#keep(new SphereGeometry(0.028, 20, 14).scale(1, 0.5, 1).translate(0, 0.012, -0.045));
		const grip = new Object3D();
		grip.name = 'controller';
		addParts(grip, [handle, knob], paint);
		const ray = new Object3D();
		ray.name = 'ray';
		const line = this.#createRay(paint.material);
		line.rotation.x = -Math.PI / 2;
		ray.add(line);
		this.object.add(grip, ray);
		return { grip, ray, paint };
	}

	/** A thin rod from the origin along +y. */
	#createRay(material: Material): Mesh {
		const geometry = new CylinderGeometry(RAY_RADIUS / 4, RAY_RADIUS, RAY_LENGTH, 6, 1, true);
		const mesh = new Mesh(this.#keep(geometry.translate(0, RAY_LENGTH / 2, 0)), material);
		mesh.name = 'ray';
		return mesh;
	}

	#keep(geometry: BufferGeometry): BufferGeometry {
		this.#geometries.push(geometry);
		return geometry;
	}
}

interface ControllerParts {
	readonly grip: Object3D;
	readonly ray: Object3D;
	readonly paint: Paint;
}

/** Adds meshes, those for depth first. They share a bounding sphere, so three.js draws them in this order. */
function addParts(group: Object3D, geometries: readonly BufferGeometry[], { material, depth }: Paint): void {
	const sphere = new Sphere();
	for (const geometry of geometries) {
		geometry.computeBoundingSphere();
		sphere.union(geometry.boundingSphere!);
		geometry.boundingSphere = sphere;
	}
	for (const each of depth === null ? [material] : [depth, material])
		for (const geometry of geometries) group.add(new Mesh(geometry, each));
}

function placeAt(group: Object3D, pose: Float32Array): void {
	group.position.fromArray(pose);
	group.quaternion.fromArray(pose, 3);
}
