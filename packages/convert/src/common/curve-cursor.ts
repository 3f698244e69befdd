import { type Curve, evaluateCurve, type PoseCurves } from '@handreel/core';
import { alignRotation, hasKeys, isTrueValue, normalizeQuaternion, sortCurve } from '@handreel/core/internal';

/** Reads a curve at increasing times: the bits of a key where there is one, samples elsewhere. */
export class CurveCursor {
	readonly #curve: Curve;
	/** What samples between keys are taken from. */
	readonly #sampled: Curve;
	#next = 0;
	#time = Number.NEGATIVE_INFINITY;
	/** Whether there is a key at the time. */
	isKey = false;

	constructor(curve: Curve, sampled: Curve = curve) {
		this.#curve = sortCurve(curve);
		this.#sampled = sortCurve(sampled);
	}

	/** Whether the curve has keys. */
	get hasKeys(): boolean {
		return this.#curve.count > 0;
	}

	/** Moves to a time, which must not be before the last one. */
	seek(time: number): void {
		const { floats, start, stride, count } = this.#curve;
		this.#time = time;
		while (this.#next < count && floats[start + this.#next * stride]! <= time) this.#next++;
		this.isKey = this.#next > 0 && floats[start + (this.#next - 1) * stride] === time;
	}

	/** The bits of the key at the time, the last one if there are several. */
	get keyBits(): number {
		const { words, start, stride } = this.#curve;
		return words[start + (this.#next - 1) * stride + 1]!;
	}

	/** The value at the time. */
	get value(): number {
		return this.isKey ? this.heldValue : evaluateCurve(this.#sampled, this.#time);
	}

	/** The value of the last key up to the time, or of the first key. */
	get heldValue(): number {
		const { floats, start, stride } = this.#curve;
		return floats[start + Math.max(0, this.#next - 1) * stride + 1] ?? Number.NaN;
	}

	/** Whether the value at the time is true. */
	get state(): boolean {
		return this.hasKeys && isTrueValue(evaluateCurve(this.#curve, this.#time));
	}
}

/** Reads a pose at increasing times. */
export class PoseCursor {
	readonly #axes: readonly CurveCursor[];
	readonly #floats = new Float32Array(7);
	readonly #words = new Uint32Array(this.#floats.buffer);
	/** Whether any curve has keys. */
	readonly hasKeys: boolean;
	/** Whether any curve of the position, or of the rotation, has keys. */
	readonly hasPosition: boolean;
	readonly hasRotation: boolean;
	/** Whether any curve of the position, or of the rotation, has a key at the time. */
	isPositionKey = false;
	isRotationKey = false;
	/** How often a pose was read where not all curves have a key. */
	sampleCount = 0;

	constructor(pose: PoseCurves) {
		const { position: p, rotation: r } = pose;
		const aligned = alignRotation(r);
		this.#axes = [
			...[p.x, p.y, p.z].map((curve) => new CurveCursor(curve)),
			...(['x', 'y', 'z', 'w'] as const).map((axis) => new CurveCursor(r[axis], aligned[axis])),
		];
		this.hasKeys = hasKeys(pose);
		this.hasPosition = this.#axes.slice(0, 3).some((axis) => axis.hasKeys);
		this.hasRotation = this.#axes.slice(3).some((axis) => axis.hasKeys);
	}

	seek(time: number): void {
		this.isPositionKey = false;
		this.isRotationKey = false;
		for (let i = 0; i < this.#axes.length; i++) {
			const axis = this.#axes[i]!;
			axis.seek(time);
			if (!axis.isKey) continue;
			if (i < 3) this.isPositionKey = true;
			else this.isRotationKey = true;
		}
	}

	/** Whether any curve has a key at the time. */
	get isKey(): boolean {
		return this.isPositionKey || this.isRotationKey;
	}

	/**
	 * The bits of the pose at the time, in memory that the next call uses again. Sampled rotations have unit length. Halves
	 * that are not wanted are those of the identity.
	 */
	readWords(hasPosition = true, hasRotation = true): Uint32Array {
		let isExact = true;
		let isExactRotation = true;
		this.#axes.forEach((axis, i) => {
			if (i < 3 ? !hasPosition : !hasRotation) this.#floats[i] = i === 6 ? 1 : 0;
			else if (axis.isKey) this.#words[i] = axis.keyBits;
			else {
				this.#floats[i] = axis.hasKeys ? axis.value : i === 6 ? 1 : 0;
				isExact &&= !axis.hasKeys;
				if (i > 2) isExactRotation &&= !axis.hasKeys;
			}
		});
		if (!isExactRotation) normalizeQuaternion(this.#floats, this.#floats, 3, 3);
		if (!isExact) this.sampleCount++;
		return this.#words;
	}

	/** The same as numbers. */
	readFloats(): Float32Array {
		this.readWords();
		return this.#floats;
	}
}
