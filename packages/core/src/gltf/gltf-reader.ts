import { quoteValue } from '../issue/quote.ts';
import { failGltf, type Glb } from './glb.ts';

/** An object of a glTF document. */
export type GltfItem = Readonly<Record<string, unknown>>;

const FLOAT = 5126;
/** Extensions that compress the data of a view. */
const COMPRESSIONS = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
const COMPONENTS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** An accessor and the bytes of its view. */
export interface AccessorView {
	readonly accessor: GltfItem;
	readonly viewIndex: number;
	readonly view: GltfItem;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Validated access to a glTF document. All methods throw `bad-gltf`. */
export class GltfReader {
	readonly #json: GltfItem;
	readonly #bin: Uint8Array<ArrayBuffer>;
	readonly #name: string;
	/** Lists of the document that were checked. */
	readonly #lists = new Map<string, readonly GltfItem[]>();

	constructor({ json, bin }: Glb, name: string) {
		this.#json = json;
		this.#bin = bin;
		this.#name = name;
	}

	/** The size of the buffer in bytes. */
	get byteLength(): number {
		return this.#bin.length;
	}

	fail(path: string, reason: string): never {
		return failGltf([this.#name, path].filter((part) => part !== '').join(': '), reason);
	}

	/** Returns a list of the document, or an empty one if it is missing. */
	list(name: string): readonly GltfItem[] {
		let list = this.#lists.get(name);
		if (list === undefined) {
			list = this.#json[name] === undefined ? [] : this.objects(this.#json[name], name);
			this.#lists.set(name, list);
		}
		return list;
	}

	/** Returns an entry of a list of the document. */
	item(name: string, index: unknown): GltfItem {
		const item = Number.isSafeInteger(index) ? this.list(name)[index as number] : undefined;
		return item ?? this.fail(name, `index ${quoteValue(index)} does not exist`);
	}

	object(value: unknown, path: string): GltfItem {
		if (isObject(value)) return value;
		return this.fail(path, 'expected an object');
	}

	objects(value: unknown, path: string): readonly GltfItem[] {
		if (!Array.isArray(value)) return this.fail(path, 'expected an array');
		const wrong = value.findIndex((entry) => !isObject(entry));
		if (wrong >= 0) this.fail(`${path}[${wrong}]`, 'expected an object');
		return value;
	}

	array(value: unknown, path: string): readonly unknown[] {
		return Array.isArray(value) ? value : this.fail(path, 'expected an array');
	}

	/** Returns a list of texts. */
	texts(value: unknown, path: string): readonly string[] {
		return this.array(value, path).map((entry) =>
			typeof entry === 'string' ? entry : this.fail(path, `${quoteValue(entry)} is not a text`),
		);
	}

	numbers(value: unknown, path: string): readonly number[] {
		return this.array(value, path).map((entry) =>
			typeof entry === 'number' ? entry : this.fail(path, `${quoteValue(entry)} is not a number`),
		);
	}

	/** Returns an accessor, its buffer view and the bytes of that view. */
	accessorView(index: unknown): AccessorView {
		const accessor = this.item('accessors', index);
		const viewIndex = accessor['bufferView'];
		const view = this.item('bufferViews', viewIndex);
		const { byteOffset = 0, byteLength } = view;
		const packed = COMPRESSIONS.find((name) => isObject(view['extensions']) && name in view['extensions']);
		if (packed !== undefined)
			this.fail(`bufferViews[${viewIndex}]`, `compressed with ${packed}; save the model uncompressed`);
		const isInside = isCount(byteOffset) && isCount(byteLength) && byteOffset + byteLength <= this.#bin.length;
		if (!isInside || view['buffer'] !== 0) this.fail(`bufferViews[${viewIndex}]`, 'exceeds the buffer');
		const bytes = this.#bin.subarray(byteOffset as number, (byteOffset as number) + (byteLength as number));
		return { accessor, viewIndex: viewIndex as number, view, bytes };
	}

	/** Returns a copy of an accessor's floats, `size` per element. */
	floats(index: unknown, size: number): Float32Array<ArrayBuffer> {
		const { accessor, viewIndex, view, bytes } = this.accessorView(index);
		const path = `accessors[${index}]`;
		const { componentType, type, sparse } = accessor;
		if (componentType !== FLOAT || typeof type !== 'string' || COMPONENTS[type] !== size || sparse !== undefined) {
			this.fail(path, `expected ${size} floats per element`);
		}
		return new Float32Array(this.elements({ accessor, viewIndex, view, bytes }, path, size * 4).buffer);
	}

	/** Returns a copy of the elements of an accessor, each of `size` bytes, which may be interleaved with others. */
	elements({ accessor, view, bytes }: AccessorView, path: string, size: number): Uint8Array<ArrayBuffer> {
		const { byteOffset = 0, count } = accessor;
		const { byteStride: stride = size } = view;
		if (!isCount(stride) || stride < size) return this.fail(path, `${quoteValue(stride)} is not a stride`);
		if (!isCount(count) || !isCount(byteOffset) || byteOffset + (count - 1) * stride + size > bytes.length) {
			return this.fail(path, `${quoteValue(count)} elements exceed the buffer view`);
		}
		if (stride === size) return bytes.slice(byteOffset, byteOffset + count * size);
		const elements = new Uint8Array(count * size);
		for (let i = 0; i < count; i++) {
			const at = byteOffset + i * stride;
			elements.set(bytes.subarray(at, at + size), i * size);
		}
		return elements;
	}

	/** Returns a copy of floats of the buffer that no accessor describes. */
	bufferFloats(byteOffset: unknown, count: number, path: string): Float32Array<ArrayBuffer> {
		if (!isCount(byteOffset) || byteOffset + count * 4 > this.#bin.length) {
			return this.fail(path, 'exceeds the buffer; another program may have written the file again');
		}
		return new Float32Array(this.#bin.slice(byteOffset, byteOffset + count * 4).buffer);
	}
}

function isObject(value: unknown): value is GltfItem {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a number of things, or a place. */
export function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}
