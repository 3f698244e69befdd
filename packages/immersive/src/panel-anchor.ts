import { type Object3D, type Quaternion, Vector3 } from 'three';

/** Meters from the head to the panel: within reach of a finger. */
export const PANEL_DISTANCE = 0.55;
/** Meters from the eyes down to the middle of the panel, unless a page has another height. */
const USUAL_DROP = 0.18;
/** The cosine of the largest angle between the view and the panel: 50°. */
const MIN_COSINE = 0.64;
/** Meters from which on the panel is out of reach. */
const MAX_DISTANCE = 1.1;
/** Milliseconds out of view or out of reach until the panel comes back. */
const AWAY_MS = 1000;

/** Keeps an object in front of a person. It stays where it is until it is out of view or out of reach. Allocates nothing per frame. */
export class PanelAnchor {
	readonly #object: Object3D;
	readonly #drop: number;
	readonly #forward = new Vector3();
	readonly #toObject = new Vector3();
	/** The time since which the object is away; `null` while it is not. */
	#awaySince: number | null = null;

	/** `drop`: meters from the eyes down to the middle of the object. */
	constructor(object: Object3D, drop: number = USUAL_DROP) {
		this.#object = object;
		this.#drop = drop;
		this.reset();
	}

	/** Hides the object until the next known pose of the head. */
	reset(): void {
		this.#object.visible = false;
		this.#awaySince = null;
	}

	/** Takes the pose of the head and the time of a frame, in milliseconds. */
	update(position: Vector3, rotation: Quaternion, time: number): void {
		const object = this.#object;
		// three.js has no pose before the headset has.
		if (!object.visible && position.lengthSq() === 0) return;
		this.#forward.set(0, 0, -1).applyQuaternion(rotation);
		if (!object.visible) this.#place(position);
		else if (!this.#isAway(position)) this.#awaySince = null;
		else {
			this.#awaySince ??= time;
			if (time - this.#awaySince >= AWAY_MS) this.#place(position);
		}
	}

	#isAway(position: Vector3): boolean {
		this.#toObject.copy(this.#object.position).sub(position);
		const distance = this.#toObject.length();
		return distance > MAX_DISTANCE || this.#toObject.dot(this.#forward) < MIN_COSINE * distance;
	}

	// In front of the head, below its height, upright, facing the person.
	#place(position: Vector3): void {
		const object = this.#object;
		const forward = this.#forward;
		forward.y = 0;
		if (forward.lengthSq() < 1e-6) forward.set(0, 0, -1);
		forward.normalize();
		object.position.copy(position).addScaledVector(forward, PANEL_DISTANCE);
		object.position.y -= this.#drop;
		object.lookAt(position.x, object.position.y + this.#drop * 0.6, position.z);
		object.visible = true;
		this.#awaySince = null;
	}
}
