import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, LineBasicMaterial, LineSegments } from 'three';

const color = new Color();

/** Line segments with an opacity per end. Cleared and filled for every frame. */
export class FadingLines {
	readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
	readonly #positions: BufferAttribute;
	readonly #colors: BufferAttribute;
	readonly #capacity: number;
	#count = 0;

	constructor(capacity: number) {
		this.#capacity = capacity;
		this.#positions = new BufferAttribute(new Float32Array(capacity * 6), 3).setUsage(DynamicDrawUsage);
		this.#colors = new BufferAttribute(new Float32Array(capacity * 8), 4).setUsage(DynamicDrawUsage);
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', this.#positions);
		geometry.setAttribute('color', this.#colors);
		this.object = new LineSegments(
			geometry,
			new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }),
		);
		this.object.frustumCulled = false;
	}

	clear(): void {
		this.#count = 0;
	}

	/** Adds a segment from one array offset to another. Segments with NaN or beyond the capacity are ignored. */
	add(
		from: ArrayLike<number>,
		fromOffset: number,
		to: ArrayLike<number>,
		toOffset: number,
		hex: number,
		fromOpacity: number,
		toOpacity: number,
	): void {
		if (this.#count === this.#capacity || Number.isNaN(from[fromOffset]) || Number.isNaN(to[toOffset])) return;
		color.set(hex);
		const vertex = this.#count * 2;
		this.#positions.setXYZ(vertex, from[fromOffset]!, from[fromOffset + 1]!, from[fromOffset + 2]!);
		this.#positions.setXYZ(vertex + 1, to[toOffset]!, to[toOffset + 1]!, to[toOffset + 2]!);
		this.#colors.setXYZW(vertex, color.r, color.g, color.b, fromOpacity);
		this.#colors.setXYZW(vertex + 1, color.r, color.g, color.b, toOpacity);
		this.#count++;
	}

	/** Uploads the segments to the GPU. */
	finish(): void {
		this.object.geometry.setDrawRange(0, this.#count * 2);
		this.object.visible = this.#count > 0;
		for (const attribute of [this.#positions, this.#colors]) {
			// The rest of the memory is for long trails.
			attribute.clearUpdateRanges();
			attribute.addUpdateRange(0, this.#count * 2 * attribute.itemSize);
			attribute.needsUpdate = true;
		}
	}
}
