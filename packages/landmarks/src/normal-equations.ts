/**
 * The normal equations of a least-squares problem with few unknowns, to which residuals are added one at a time. A residual
 * names the unknowns that it depends on, so adding it takes time for these only.
 */
export class NormalEquations {
	readonly size: number;
	readonly #matrix: Float64Array;
	readonly #vector: Float64Array;
	readonly #factor: Float64Array;

	constructor(size: number) {
		this.size = size;
		this.#matrix = new Float64Array(size * size);
		this.#vector = new Float64Array(size);
		this.#factor = new Float64Array(size * size);
	}

	clear(): void {
		this.#matrix.fill(0);
		this.#vector.fill(0);
	}

	/** Adds a residual with its derivatives. `unknowns` must increase. */
	add(value: number, unknowns: ArrayLike<number>, derivatives: ArrayLike<number>, count: number, weight: number): void {
		for (let i = 0; i < count; i++) {
			const row = unknowns[i]!;
			const scaled = weight * derivatives[i]!;
			this.#vector[row]! += scaled * value;
			for (let j = 0; j <= i; j++) this.#matrix[row * this.size + unknowns[j]!]! += scaled * derivatives[j]!;
		}
	}

	/**
	 * Writes the step that the residuals ask for, damped by a share of the diagonal, and returns whether there is one.
	 * Uses Cholesky's factorization.
	 */
	solve(damping: number, out: Float64Array): boolean {
		const { size } = this;
		const factor = this.#factor;
		for (let i = 0; i < size; i++) {
			for (let j = 0; j <= i; j++) {
				let sum = this.#matrix[i * size + j]!;
				if (i === j) sum += damping * sum + Number.EPSILON;
				for (let k = 0; k < j; k++) sum -= factor[i * size + k]! * factor[j * size + k]!;
				if (i === j) {
					if (!(sum > 0)) return false;
					factor[i * size + i] = Math.sqrt(sum);
				} else factor[i * size + j] = sum / factor[j * size + j]!;
			}
		}
		for (let i = 0; i < size; i++) {
			let sum = -this.#vector[i]!;
			for (let k = 0; k < i; k++) sum -= factor[i * size + k]! * out[k]!;
			out[i] = sum / factor[i * size + i]!;
		}
		for (let i = size - 1; i >= 0; i--) {
			let sum = out[i]!;
			for (let k = i + 1; k < size; k++) sum -= factor[k * size + i]! * out[k]!;
			out[i] = sum / factor[i * size + i]!;
		}
		return true;
	}
}
