import { failGltf, type Glb } from './glb.ts';

type Item = Readonly<Record<string, unknown>>;

const FLOAT = 5126;
const COMPONENTS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** An accessor and the bytes of its view. */
export interface AccessorView {
	readonly accessor: Item;
	readonly viewIndex: number;
	readonly view: Item;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Validated access to a glTF document. All methods throw `bad-gltf`. */
export class GltfReader {
	readonly #json: Item;
	readonly #bin: Uint8Array<ArrayBuffer>;
	readonly #name: string;

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
	list(name: string): readonly Item[] {
		return this.#json[name] === undefined ? [] : this.objects(this.#json[name], name);
	}

	/** Returns an entry of a list of the document. */
	item(name: string, index: unknown): Item {
		const item = Number.isSafeInteger(index) ? this.list(name)[index as number] : undefined;
		return item ?? this.fail(name, `index ${JSON.stringify(index)} does not exist`);
	}

	object(value: unknown, path: string): Item {
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Item;
		return this.fail(path, 'expected an object');
	}

	objects(value: unknown, path: string): readonly Item[] {
		if (!Array.isArray(value)) return this.fail(path, 'expected an array');
		return value.map((entry, i) => this.object(entry, `${path}[${i}]`));
	}

	array(value: unknown, path: string): readonly unknown[] {
		return Array.isArray(value) ? value : this.fail(path, 'expected an array');
	}

	numbers(value: unknown, path: string): readonly number[] {
		return this.array(value, path).map((entry) =>
			typeof entry === 'number' ? entry : this.fail(path, `${JSON.stringify(entry)} is not a number`),
		);
	}

	/** Returns an accessor, its buffer view and the bytes of that view. */
	accessorView(index: unknown): AccessorView {
		const accessor = this.item('accessors', index);
		const viewIndex = accessor['bufferView'];
		const view = this.item('bufferViews', viewIndex);
		const { byteOffset = 0, byteLength } = view;
		const isInside = isCount(byteOffset) && isCount(byteLength) && byteOffset + byteLength <= this.#bin.length;
		if (!isInside || view['buffer'] !== 0) this.fail(`bufferViews[${viewIndex}]`, 'exceeds the buffer');
		const bytes = this.#bin.subarray(byteOffset as number, (byteOffset as number) + (byteLength as number));
		return { accessor, viewIndex: viewIndex as number, view, bytes };
	}

	/** Returns a copy of an accessor's floats, `size` per element. */
	floats(index: unknown, size: number): Float32Array<ArrayBuffer> {
		const path = `accessors[${index}]`;
		const { accessor, view, bytes } = this.accessorView(index);
		const { byteOffset = 0, count, componentType, type, sparse } = accessor;
		if (componentType !== FLOAT || COMPONENTS[String(type)] !== size || sparse !== undefined) {
			this.fail(path, `expected ${size} floats per element`);
		}
		if (view['byteStride'] !== undefined && view['byteStride'] !== size * 4)
			this.fail(path, 'interleaved data is not supported');
		if (!isCount(count) || !isCount(byteOffset) || byteOffset + count * size * 4 > bytes.length) {
			return this.fail(path, `${count} elements exceed the buffer view`);
		}
		return new Float32Array(bytes.slice(byteOffset, byteOffset + count * size * 4).buffer);
	}

	/** Returns `extras.handreel` of the scene, or `undefined`. */
	recordingExtras(): unknown {
		const [scene] = this.list('scenes');
		const extras = scene?.['extras'];
		return typeof extras === 'object' && extras !== null ? (extras as Item)['handreel'] : undefined;
	}
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}
