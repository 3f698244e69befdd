import { type PerspectiveCamera, Vector3 } from 'three';

const TURN_PER_PIXEL = 0.008;
/** Radians per key press. */
const TURN_PER_KEY = 0.12;
const ZOOM_PER_KEY = 1.15;
const MAX_PITCH = 1.45;

/** A camera around a point: dragged, turned by arrow keys, zoomed by + and −. Scrolling the page is left alone. */
export class Orbit {
	readonly target: Vector3 = new Vector3();
	#yaw = 0.35;
	#pitch = 0.3;
	#distance = 1;
	#zoom = 1;

	/** Looks at a ball of some radius in meters. Keeps angle and zoom. */
	frame(center: readonly [number, number, number], radius: number, camera: PerspectiveCamera): void {
		this.target.fromArray(center);
		const vertical = (camera.fov / 360) * Math.PI;
		const half = Math.min(vertical, Math.atan(Math.tan(vertical) * camera.aspect));
		this.#distance = radius / Math.sin(half);
	}

	/** Turns by a drag of some CSS pixels. */
	drag(x: number, y: number): void {
		this.#turn(-x * TURN_PER_PIXEL, y * TURN_PER_PIXEL);
	}

	/** Zooms by a factor: above 1 comes closer. */
	zoom(factor: number): void {
		this.#zoom = Math.min(8, Math.max(0.2, this.#zoom * factor));
	}

	/** Handles a key. Returns whether it did something. */
	press(key: string): boolean {
		if (key === 'ArrowLeft') this.#turn(-TURN_PER_KEY, 0);
		else if (key === 'ArrowRight') this.#turn(TURN_PER_KEY, 0);
		else if (key === 'ArrowUp') this.#turn(0, TURN_PER_KEY);
		else if (key === 'ArrowDown') this.#turn(0, -TURN_PER_KEY);
		else if (key === '+' || key === '=') this.zoom(ZOOM_PER_KEY);
		else if (key === '-') this.zoom(1 / ZOOM_PER_KEY);
		else return false;
		return true;
	}

	place(camera: PerspectiveCamera): void {
		const distance = this.#distance / this.#zoom;
		const flat = Math.cos(this.#pitch) * distance;
		camera.position.set(
			this.target.x + Math.sin(this.#yaw) * flat,
			this.target.y + Math.sin(this.#pitch) * distance,
			this.target.z + Math.cos(this.#yaw) * flat,
		);
		camera.near = distance / 50;
		camera.far = distance * 50;
		camera.updateProjectionMatrix();
		camera.lookAt(this.target);
	}

	#turn(yaw: number, pitch: number): void {
		this.#yaw += yaw;
		this.#pitch = Math.min(MAX_PITCH, Math.max(-MAX_PITCH, this.#pitch + pitch));
	}
}
