import type { Glb } from './glb.ts';

/** A node as we write it. */
export interface GltfNode {
	name: string;
	children?: number[];
	translation?: number[];
	rotation?: number[];
	scale?: number[];
	mesh?: number;
	skin?: number;
	extras?: Record<string, unknown>;
}

/** What of a node a channel moves. */
export type ChannelPath = 'translation' | 'rotation' | 'scale';

/** How values between keys are made. */
export type Interpolation = 'LINEAR' | 'STEP' | 'CUBICSPLINE';

/** Keys of a node. */
export interface Track {
	readonly interpolation: Interpolation;
	readonly times: Float32Array<ArrayBuffer>;
	/** A vector a key; with CUBICSPLINE three: in-tangent, value, out-tangent. */
	readonly values: Float32Array<ArrayBuffer>;
	/** Which keys stand between those of straight curves, because glTF turns otherwise. Reading leaves them out. */
	readonly added?: readonly number[];
}

const FLOAT = 5126;
const TYPES = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3' } as const;

/** Collects the parts of a glTF document. */
export class GltfBuilder {
	readonly nodes: GltfNode[] = [];
	readonly roots: number[] = [];
	readonly meshes: unknown[] = [];
	readonly materials: unknown[] = [];
	readonly skins: unknown[] = [];
	readonly #channels: unknown[] = [];
	readonly #samplers: unknown[] = [];
	readonly #accessors: unknown[] = [];
	readonly #views: Record<string, unknown>[] = [];
	readonly #chunks: Uint8Array[] = [];
	#byteLength = 0;
	/** Times that are already there, by length and last time: most nodes share theirs. */
	readonly #inputs = new Map<string, { times: Float32Array; accessor: number }[]>();

	/** Adds a node, below a parent or at the root, and returns its index. */
	addNode(node: GltfNode, parent?: number): number {
		const index = this.nodes.push(node) - 1;
		const above = parent === undefined ? undefined : this.nodes[parent];
		if (above === undefined) this.roots.push(index);
		else above.children = [...(above.children ?? []), index];
		return index;
	}

	/** Moves a node. */
	addTrack(node: number, path: ChannelPath, { interpolation, times, values }: Track): void {
		const sampler = {
			input: this.#addTimes(times),
			interpolation,
			output: this.#addFloats(values, TYPES[path], {}),
		};
		this.#channels.push({ sampler: this.#samplers.push(sampler) - 1, target: { node, path } });
	}

	/** Copies bytes that accessors look at and returns the index of their view. */
	addView(bytes: Uint8Array, more: Record<string, unknown>): number {
		const byteOffset = this.#addBytes(bytes);
		return this.#views.push({ buffer: 0, byteOffset, byteLength: bytes.length, ...more }) - 1;
	}

	/** Adds an accessor as it is and returns its index. */
	addAccessor(accessor: Record<string, unknown>): number {
		return this.#accessors.push(accessor) - 1;
	}

	/** The document. Lists that are empty are left out, as glTF wants it. */
	finish(extras: Record<string, unknown>): Glb {
		const bin = new Uint8Array(this.#byteLength);
		let offset = 0;
		for (const chunk of this.#chunks) {
			bin.set(chunk, offset);
			offset += padded(chunk.length);
		}
		const animation = { name: 'recording', channels: this.#channels, samplers: this.#samplers };
		const scene = { name: 'recording', ...(this.roots.length > 0 ? { nodes: this.roots } : {}), extras };
		const lists = {
			nodes: this.nodes,
			animations: this.#channels.length > 0 ? [animation] : [],
			meshes: this.meshes,
			materials: this.materials,
			skins: this.skins,
			accessors: this.#accessors,
			bufferViews: this.#views,
			buffers: bin.length > 0 ? [{ byteLength: bin.length }] : [],
		};
		const filled = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
		const json = { asset: { version: '2.0', generator: 'handreel' }, scene: 0, scenes: [scene], ...filled };
		return { json, bin };
	}

	#addTimes(times: Float32Array<ArrayBuffer>): number {
		const key = `${times.length} ${times.at(-1)}`;
		const known = this.#inputs.get(key) ?? [];
		this.#inputs.set(key, known);
		const same = known.find((input) => input.times.every((time, i) => time === times[i]));
		if (same !== undefined) return same.accessor;
		const accessor = this.#addFloats(times, 'SCALAR', { min: [times[0]], max: [times.at(-1)] });
		known.push({ times, accessor });
		return accessor;
	}

	#addFloats(floats: Float32Array<ArrayBuffer>, type: 'SCALAR' | 'VEC3' | 'VEC4', more: object): number {
		const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
		const bufferView = this.addView(new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength), {});
		return this.addAccessor({ bufferView, componentType: FLOAT, count: floats.length / size, type, ...more });
	}

	#addBytes(bytes: Uint8Array): number {
		const byteOffset = this.#byteLength;
		this.#chunks.push(bytes);
		this.#byteLength += padded(bytes.length);
		return byteOffset;
	}
}

function padded(length: number): number {
	return (length + 3) & ~3;
}
