import { Object3D, Quaternion, Vector3 } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import type { PoseLayer } from '../../state/posing.svelte.ts';
import type { SceneView } from '../scene/scene-view.ts';

/** What a gizmo reports. Changes are in Unity's space. */
export interface GizmoEvents {
	/** The picture must be drawn again. */
	draw(): void;
	/** Whether the gizmo has the pointer. */
	hold(isHeld: boolean): void;
	change(layer: PoseLayer): void;
	drop(layer: PoseLayer): void;
	cancel(): void;
}

/** Size of the gizmo as a share of the usual size of three.js. */
const SIZE = 0.7;

/** Rings to turn, or arrows to move, a joint of the 3D view with mouse, pen or finger. Escape ends a drag without effect. */
export class PoseGizmo {
	readonly #view: SceneView;
	readonly #events: GizmoEvents;
	readonly #controls: TransformControls;
	readonly #proxy = new Object3D();
	readonly #position = new Vector3();
	readonly #rotation = new Quaternion();
	#isCanceled = false;
	readonly #onKey = (event: KeyboardEvent): void => {
		if (event.key !== 'Escape' || !this.#controls.dragging) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		this.#isCanceled = true;
		this.#controls.reset();
		this.#events.cancel();
	};

	constructor(view: SceneView, events: GizmoEvents) {
		this.#view = view;
		this.#events = events;
		this.#controls = new TransformControls(view.camera, view.renderer.domElement);
		this.#controls.setSize(SIZE);
		this.#controls.attach(this.#proxy);
		view.scene.add(this.#proxy, this.#controls.getHelper());
		this.#controls.addEventListener('change', () => events.draw());
		this.#controls.addEventListener('dragging-changed', ({ value }) => events.hold(value === true));
		this.#controls.addEventListener('mouseDown', () => {
			this.#isCanceled = false;
		});
		this.#controls.addEventListener('objectChange', () => {
			if (!this.#isCanceled) events.change(this.#readLayer());
		});
		this.#controls.addEventListener('mouseUp', () => {
			if (!this.#isCanceled) events.drop(this.#readLayer());
		});
		addEventListener('keydown', this.#onKey, { capture: true });
	}

	/** Puts the gizmo on a pose of the picture: position and rotation, in the space of three.js. */
	place(pose: ArrayLike<number>, mode: 'turn' | 'move'): void {
		if (this.#controls.dragging) return;
		this.#position.set(pose[0]!, pose[1]!, pose[2]!);
		this.#rotation.set(pose[3]!, pose[4]!, pose[5]!, pose[6]!);
		if (!(this.#rotation.lengthSq() > 0.5)) this.#rotation.identity();
		this.#proxy.position.copy(this.#position);
		this.#proxy.quaternion.copy(this.#rotation);
		this.#proxy.updateMatrixWorld();
		this.#controls.setMode(mode === 'turn' ? 'rotate' : 'translate');
		this.#controls.setSpace(mode === 'turn' ? 'local' : 'world');
		this.#events.draw();
	}

	dispose(): void {
		removeEventListener('keydown', this.#onKey, { capture: true });
		this.#events.hold(false);
		this.#controls.detach();
		this.#view.scene.remove(this.#proxy, this.#controls.getHelper());
		this.#controls.dispose();
		this.#events.draw();
	}

	// three.js looks along −z where Unity looks along +z.
	#readLayer(): PoseLayer {
		const { x, y, z } = this.#proxy.position.clone().sub(this.#position);
		const turn = this.#proxy.quaternion.clone().multiply(this.#rotation.clone().invert()).normalize();
		return { move: [x, y, -z], turn: [-turn.x, -turn.y, turn.z, turn.w] };
	}
}
