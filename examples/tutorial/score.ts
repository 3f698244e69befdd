import { type Group, type Object3D, Vector3 } from 'three';

/** A distance of the fingertips, in meters, that gives no points. */
const FAR = 0.15;

/** Scores how closely a live hand follows a ghost: 100 for the same place, 0 for 15 cm and more. */
export class Score {
	readonly #live = new Vector3();
	readonly #ghost = new Vector3();
	#sum = 0;
	#count = 0;

	/** Compares two objects, in world space. Does nothing while either of them is invisible. */
	add(live: Group | undefined, ghost: Object3D): void {
		if (!live?.visible || !ghost.visible) return;
		const distance = live.getWorldPosition(this.#live).distanceTo(ghost.getWorldPosition(this.#ghost));
		this.#sum += Math.max(0, 1 - distance / FAR);
		this.#count++;
	}

	/** From 0 to 100, or `null` before the first comparison. */
	get percent(): number | null {
		return this.#count === 0 ? null : (100 * this.#sum) / this.#count;
	}

	reset(): void {
		this.#sum = 0;
		this.#count = 0;
	}
}
