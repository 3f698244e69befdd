import type { Curve, Marker, PoseParts, QuatCurves, RayParts, Vec3Curves } from '@handreel/core';
import { KeyStore } from '../common/key-store.ts';
import { createClampedWraps } from '../common/wraps.ts';
import type { JsonCursor } from './cursor.ts';

/** Memory of a marker beside its name. */
const MARKER_BYTES = 96;

/** The fields of a type without `readonly`. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Reads curves, and the objects that are made of them. */
export class CurveReader {
	readonly #cursor: JsonCursor;
	readonly #store: KeyStore;
	// The place of the current number. Becomes a path only in errors.
	#keysPath = '';
	#key = 0;
	#field = 0;
	readonly #numberPlace = (): string => `${this.#keysPath}[${this.#key}][${this.#field}]`;

	constructor(cursor: JsonCursor) {
		this.#cursor = cursor;
		this.#store = new KeyStore(cursor.budget);
	}

	/** Completes all curves. */
	finish(): void {
		this.#store.finish();
	}

	/** Reads a list of markers, or of the events of a track. */
	readMarkers(path: string): Marker[] {
		const cursor = this.#cursor;
		const markers: Marker[] = [];
		cursor.readArray(path, (index) => {
			cursor.budget.chargeBytes(MARKER_BYTES);
			const marker = { time: Number.NaN, name: '' };
			const seen = cursor.readObject(`${path}[${index}]`, {
				time: (place) => {
					marker.time = cursor.readFloat(() => place);
					if (Number.isNaN(marker.time)) cursor.fail(place, 'a marker time must not be NaN');
				},
				name: (place) => {
					marker.name = cursor.readString(place);
				},
			});
			if (seen.size < 2) cursor.fail(`${path}[${index}]`, 'a marker needs a time and a name');
			markers.push(marker);
		});
		return markers;
	}

	readPose(path: string): PoseParts {
		const pose: Mutable<PoseParts> = {};
		this.#cursor.readObject(path, {
			position: (place) => {
				pose.position = this.readVector(place, ['x', 'y', 'z']);
			},
			rotation: (place) => {
				pose.rotation = this.readVector(place, ['x', 'y', 'z', 'w']);
			},
		});
		return pose;
	}

	readRay(path: string): RayParts {
		const ray: Mutable<RayParts> = {};
		this.#cursor.readObject(path, {
			origin: (place) => {
				ray.origin = this.readVector(place, ['x', 'y', 'z']);
			},
			direction: (place) => {
				ray.direction = this.readVector(place, ['x', 'y', 'z']);
			},
		});
		return ray;
	}

	readVector<A extends keyof QuatCurves>(path: string, axes: readonly A[]): Partial<Vec3Curves & Record<A, Curve>> {
		const vector: Partial<Record<A, Curve>> = {};
		const readers = axes.map((axis) => [
			axis,
			(place: string): void => {
				vector[axis] = this.readCurve(place, 'float');
			},
		]);
		this.#cursor.readObject(path, Object.fromEntries(readers));
		return vector as Partial<Vec3Curves & Record<A, Curve>>;
	}

	readCurve(path: string, kind: Curve['kind']): Mutable<Curve> {
		const cursor = this.#cursor;
		const start = this.#store.length;
		let stride: 0 | 2 | 7 = 0;
		let { preWrap, postWrap } = createClampedWraps();
		const seen = cursor.readObject(path, {
			preWrap: (place) => {
				preWrap = cursor.readInteger(() => place);
			},
			postWrap: (place) => {
				postWrap = cursor.readInteger(() => place);
			},
			keys: (place) => {
				this.#keysPath = place;
				cursor.readArray(place, (index) => {
					this.#key = index;
					stride = this.#readKey(kind === 'boolean' ? 2 : stride);
				});
			},
		});
		if (!seen.has('keys')) cursor.fail(path, 'field "keys" is missing');
		return this.#store.addCurve({ kind, stride: stride || 2, start, preWrap, postWrap });
	}

	// Reads a key of `stride` numbers, or of 2 or 7 if it is 0, and returns their number.
	#readKey(stride: 0 | 2 | 7): 2 | 7 {
		const cursor = this.#cursor;
		const store = this.#store;
		const place = this.#numberPlace;
		if (!cursor.skip('[')) this.#failKey('a key is an array of numbers');
		this.#field = 0;
		do {
			if (this.#field === 6) store.pushInteger(cursor.readInteger(place));
			else if (this.#field < 6) store.pushFloat(cursor.readFloat(place));
			else this.#failKey('a key has at most 7 numbers');
			this.#field++;
		} while (cursor.skip(','));
		const count = this.#field;
		if (stride === 0 ? count !== 2 && count !== 7 : count !== stride) {
			this.#failKey(`${count} numbers, where a key of this curve has ${stride === 0 ? '2 or 7' : stride}`);
		}
		if (!cursor.skip(']')) this.#failKey('a key does not end here; expected , or ]');
		return count as 2 | 7;
	}

	#failKey(reason: string): never {
		this.#cursor.fail(`${this.#keysPath}[${this.#key}]`, reason);
	}
}
