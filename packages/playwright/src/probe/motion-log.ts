import type { SceneLibrary } from './library.ts';
import type { ObjectChange } from './types.ts';

/** Numbers that differ by less are the same place. */
const STILL = 1e-5;

interface Known {
	readonly matrix: readonly number[];
	readonly look: string;
}

/** Reports which objects of scenes have changed since the last call. */
export class MotionLog {
	#known = new WeakMap<object, Known>();

	/** Forgets all objects, so that all have changed. */
	clear(): void {
		this.#known = new WeakMap();
	}

	/** What changed of an object; `null` if nothing did. An object that is seen for the first time has changed. */
	compare(object: object, id: number, library: SceneLibrary, isVisible: boolean): ObjectChange | null {
		const matrix = library.readMatrix(object);
		const { color = '' } = library.describe(object);
		const look = `${isVisible} ${color}`;
		const known = this.#known.get(object);
		const isSame = known?.look === look && known.matrix.every((value, i) => Math.abs(value - matrix[i]!) < STILL);
		if (isSame) return null;
		this.#known.set(object, { matrix, look });
		return { id, matrix, isVisible, color };
	}
}
