import type { MeshState } from '../model/room.ts';
import { fromOrdinal, ordinalOf } from './ordinal.ts';
import type { BitCoder } from './range-coder.ts';
import { COUNT_CONTEXTS, codeCount, codeInteger, INTEGER_CONTEXTS } from './symbols.ts';
import { VALUE_CONTEXTS, ValueCoder } from './value-coder.ts';

// The triangles and vertices of a mesh (REEL.md, "Rooms"). Most triangles share an edge with a recent one, and a new vertex
// lies near the three that are known then.

/** The shape of a mesh. */
export type Shape = Pick<MeshState, 'vertices' | 'indices'>;

/** How many open edges are looked at. */
const REACH = 64;
/** An open edge that was passed over this often is forgotten. */
const PATIENCE = 24;

/** How the third vertex of a triangle is found. */
const NEXT = 0;
const LEFT = 1;
const RIGHT = 2;
const OTHER = 3;

// Contexts.
const SHARE = 0;
const EDGE: number = SHARE + 2;
const TURN: number = EDGE + COUNT_CONTEXTS;
const KIND: number = TURN + 4;
const JUMP: number = KIND + 4 * 4;
const EQUAL: number = JUMP + INTEGER_CONTEXTS;
const VALUE: number = EQUAL + 3 * 9 * 2;
/** Contexts of {@link codeShape}. */
export const SHAPE_CONTEXTS: number = VALUE + 3 * VALUE_CONTEXTS;

/**
 * Codes a shape either way, in place. `step`: meters between neighboring values; 0 for those of float32. Calls `fail` for what
 * no writer codes.
 */
export function codeShape(coder: BitCoder, shape: Shape, step: number, fail: () => never): void {
	new ShapeCoder(coder, shape, step, fail).code();
}

class ShapeCoder {
	readonly #coder: BitCoder;
	readonly #vertices: Float32Array;
	readonly #indices: Uint32Array;
	readonly #step: number;
	readonly #fail: () => never;
	readonly #isKnown: Uint8Array;
	/** The values of known vertices: ordinals, or multiples of the step; and of all, when they are written. */
	readonly #values: Int32Array;
	readonly #wanted: Int32Array;
	readonly #edges: OpenEdges;
	/** The vertex after the highest that is known, and the last that was new. */
	#next = 0;
	#last = 0;
	#isShared = 0;
	#kind = 0;
	readonly #coders: readonly ValueCoder[];
	readonly #predictions: Int32Array = new Int32Array(3);

	constructor(coder: BitCoder, { vertices, indices }: Shape, step: number, fail: () => never) {
		this.#fail = fail;
		this.#coder = coder;
		this.#vertices = vertices;
		this.#indices = indices;
		this.#step = step;
		this.#isKnown = new Uint8Array(vertices.length / 3);
		this.#edges = new OpenEdges(indices.length);
		this.#values = new Int32Array(vertices.length);
		this.#wanted = coder.isReading ? this.#values : new Int32Array(vertices.length);
		this.#coders = [0, 1, 2].map((axis) => new ValueCoder(coder, VALUE + axis * VALUE_CONTEXTS, new Float64Array(3)));
		if (coder.isReading) return;
		for (let i = 0; i < vertices.length; i++)
			this.#wanted[i] = step === 0 ? ordinalOf(vertices[i]!) : Math.round(vertices[i]! / step);
	}

	code(): void {
		for (let at = 0; at < this.#indices.length; at += 3) this.#codeTriangle(at);
		for (let vertex = 0; vertex < this.#isKnown.length; vertex++)
			this.#learn(vertex, this.#last, this.#last, this.#last);
	}

	#codeTriangle(at: number): void {
		const coder = this.#coder;
		const indices = this.#indices;
		const edges = this.#edges;
		const found = coder.isReading ? 0 : edges.find(indices[at]!, indices[at + 1]!, indices[at + 2]!);
		const isShared = coder.codeBit(SHARE + this.#isShared, found < 0 ? 0 : 1);
		this.#isShared = isShared;
		if (isShared === 0) {
			let [a, b] = [this.#last, this.#last];
			for (let i = at; i < at + 3; i++) {
				const vertex = this.#codeJump(indices[i]!);
				this.#learn(vertex, b, a, a);
				a = b;
				b = vertex;
				indices[i] = vertex;
			}
			edges.add(indices[at]!, indices[at + 1]!, indices[at + 2]!);
			edges.add(indices[at + 1]!, indices[at + 2]!, indices[at]!);
			edges.add(indices[at + 2]!, indices[at]!, indices[at + 1]!);
			return;
		}
		const edge = edges.pass(codeCount(coder, EDGE, edges.distance));
		if (edge < 0) this.#fail();
		const [u, v, opposite] = edges.read(edge);
		// The edge runs the other way in this triangle.
		const turn = this.#codeTurn(
			coder.isReading ? 0 : [0, 1, 2].find((i) => indices[at + i] === v && indices[at + ((i + 1) % 3)] === u)!,
		);
		const third = at + ((turn + 2) % 3);
		const [left, right] = [edges.findEnd(u), edges.findStart(v)];
		const wanted = indices[third]!;
		const kind = this.#codeKind(
			wanted === this.#next && this.#isKnown[wanted] === 0
				? NEXT
				: wanted === left
					? LEFT
					: wanted === right
						? RIGHT
						: OTHER,
		);
		const vertex = kind === NEXT ? this.#next : kind === LEFT ? left : kind === RIGHT ? right : this.#codeJump(wanted);
		if (vertex < 0 || vertex >= this.#isKnown.length) this.#fail();
		indices[at + turn] = v;
		indices[at + ((turn + 1) % 3)] = u;
		indices[third] = vertex;
		this.#learn(vertex, u, v, opposite);
		edges.close(edge);
		edges.add(vertex, v, u);
		edges.add(u, vertex, v);
	}

	#codeTurn(turn: number): number {
		if (this.#coder.codeBit(TURN, turn === 0 ? 0 : 1) === 0) return 0;
		return 1 + this.#coder.codeBit(TURN + 1, turn - 1);
	}

	#codeKind(kind: number): number {
		const coder = this.#coder;
		const at = KIND + 4 * this.#kind;
		const high = coder.codeBit(at, kind >> 1);
		this.#kind = 2 * high + coder.codeBit(at + 1 + high, kind & 1);
		return this.#kind;
	}

	#codeJump(vertex: number): number {
		const jumped = this.#last + codeInteger(this.#coder, JUMP, vertex - this.#last);
		if (jumped < 0 || jumped >= this.#isKnown.length) this.#fail();
		return jumped;
	}

	// Codes where a vertex is unless that is known: near a and b, and across from c.
	#learn(vertex: number, a: number, b: number, c: number): void {
		if (this.#isKnown[vertex] === 1) return;
		this.#isKnown[vertex] = 1;
		this.#next = Math.max(this.#next, vertex + 1);
		this.#last = vertex;
		const coder = this.#coder;
		const values = this.#values;
		const predictions = this.#predictions;
		let pattern = 0;
		for (let axis = 0; axis < 3; axis++) {
			const [va, vb, vc] = [values[3 * a + axis]!, values[3 * b + axis]!, values[3 * c + axis]!];
			const at = 3 * vertex + axis;
			const wanted = this.#wanted[at]!;
			const context = EQUAL + 2 * (9 * axis + pattern);
			let same = 0;
			let value = wanted;
			if (coder.codeBit(context, wanted === va ? 1 : 0) === 1) {
				same = 1;
				value = va;
			} else if (vb !== va && coder.codeBit(context + 1, wanted === vb ? 1 : 0) === 1) {
				same = 2;
				value = vb;
			} else {
				this.#predict(va, vb, vc);
				value = this.#coders[axis]!.code(predictions, 3, wanted, 0);
			}
			values[at] = value;
			pattern = pattern * 3 + same;
			this.#vertices[at] = this.#step === 0 ? fromOrdinal(value) : value * this.#step;
		}
	}

	#predict(a: number, b: number, c: number): void {
		const predictions = this.#predictions;
		predictions[0] = a;
		if (this.#step > 0) {
			predictions[1] = (a + b) >> 1;
			predictions[2] = a + b - c;
			return;
		}
		const [x, y] = [fromOrdinal(a), fromOrdinal(b)];
		predictions[1] = ordinalOf((x + y) / 2);
		predictions[2] = ordinalOf(x + y - fromOrdinal(c));
	}
}

/** The edges of triangles that have a triangle on one side so far, the latest first. */
class OpenEdges {
	/** From, to and the third vertex of the triangle. */
	readonly #vertices: Int32Array;
	readonly #before: Int32Array;
	readonly #after: Int32Array;
	readonly #passes: Uint8Array;
	#count = 0;
	#latest = -1;
	/** How many later edges {@link find} passed over. */
	distance = 0;

	constructor(most: number) {
		this.#vertices = new Int32Array(3 * most);
		this.#before = new Int32Array(most);
		this.#after = new Int32Array(most);
		this.#passes = new Uint8Array(most);
	}

	/** Adds an edge, unless it closes another one. */
	add(from: number, to: number, third: number): void {
		for (let edge = this.#latest, left = REACH; edge >= 0 && left > 0; edge = this.#before[edge]!, left--) {
			if (this.#vertices[3 * edge] !== to || this.#vertices[3 * edge + 1] !== from) continue;
			this.close(edge);
			return;
		}
		const edge = this.#count++;
		this.#vertices[3 * edge] = from;
		this.#vertices[3 * edge + 1] = to;
		this.#vertices[3 * edge + 2] = third;
		this.#before[edge] = this.#latest;
		this.#after[edge] = -1;
		if (this.#latest >= 0) this.#after[this.#latest] = edge;
		this.#latest = edge;
	}

	/** Finds the latest edge that a triangle shares, and sets {@link distance}; −1 if there is none. */
	find(a: number, b: number, c: number): number {
		const vertices = this.#vertices;
		this.distance = 0;
		for (let edge = this.#latest; edge >= 0 && this.distance < REACH; edge = this.#before[edge]!, this.distance++) {
			const [from, to] = [vertices[3 * edge]!, vertices[3 * edge + 1]!];
			if ((from === b && to === a) || (from === c && to === b) || (from === a && to === c)) return edge;
		}
		return -1;
	}

	/** Passes over later edges to an edge. */
	pass(distance: number): number {
		let edge = this.#latest;
		for (let left = distance; left > 0 && this.#before[edge]! >= 0; left--) {
			const before = this.#before[edge]!;
			if (++this.#passes[edge]! === PATIENCE) this.close(edge);
			edge = before;
		}
		return edge;
	}

	read(edge: number): [from: number, to: number, third: number] {
		const vertices = this.#vertices;
		return [vertices[3 * edge]!, vertices[3 * edge + 1]!, vertices[3 * edge + 2]!];
	}

	close(edge: number): void {
		const [before, after] = [this.#before[edge]!, this.#after[edge]!];
		if (after >= 0) this.#before[after] = before;
		else this.#latest = before;
		if (before >= 0) this.#after[before] = after;
	}

	/** The start of the latest edge that ends at a vertex; −1 if there is none. */
	findEnd(vertex: number): number {
		for (let edge = this.#latest, left = REACH; edge >= 0 && left > 0; edge = this.#before[edge]!, left--)
			if (this.#vertices[3 * edge + 1] === vertex) return this.#vertices[3 * edge]!;
		return -1;
	}

	/** The end of the latest edge that starts at a vertex. */
	findStart(vertex: number): number {
		for (let edge = this.#latest, left = REACH; edge >= 0 && left > 0; edge = this.#before[edge]!, left--)
			if (this.#vertices[3 * edge] === vertex) return this.#vertices[3 * edge + 1]!;
		return -1;
	}
}
