import { type Matrix, multiply } from './matrix.ts';

/** Something that a library draws: triangles, segments or points of a model. */
export interface Shape {
	readonly kind: 'triangles' | 'segments' | 'points';
	/** x, y and z of vertex i are at `offset + i * stride`. */
	readonly positions: ArrayLike<number>;
	readonly stride: number;
	readonly offset: number;
	/** The vertices of the triangles or segments; `null` if they follow each other. */
	readonly index: ArrayLike<number> | null;
	readonly start: number;
	readonly end: number;
	/** From the model to the scene of the library. */
	readonly matrix: Matrix;
	/** Sign of the area on the screen (y up) of the triangles that are not drawn; 0 draws both. */
	readonly culled: -1 | 0 | 1;
	/** Pixels: the width of lines, or the size of points; meters of the scene if `isScaled`. */
	readonly size?: number;
	readonly isScaled?: boolean;
	/** The instance of the object, or −1. */
	readonly instance: number;
	/** Whether it hides what is behind it. */
	readonly isCovering: boolean;
	/** Whether it is drawn over everything. */
	readonly isOnTop: boolean;
	/** A box around the vertices, if that is cheap to know. */
	readonly box?: { readonly min: readonly number[]; readonly max: readonly number[] } | null;
}

/** How a view maps the scene of a library to pixels of a canvas. */
export interface Projection {
	readonly viewProjection: Matrix;
	/** The part of the canvas in CSS pixels, from its upper left corner. */
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	/** −1 if nearer things have greater depths. */
	readonly depthSign: 1 | -1;
	/** Pixels per meter at distance 1, for points whose size shrinks with the distance; as is without perspective. */
	readonly pointScale: number;
}

/** A part of a canvas in its pixels. */
interface Region {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Clip coordinates nearer to the eye than this are cut off. */
const MIN_W = 1e-5;

/**
 * Draws shapes without a GPU into a picture of numbers: each pixel has the number of the object that it shows. It follows the
 * rules of GPUs (samples in the middle of pixels, edges that two triangles share belong to one of them), so that it agrees with
 * what the page shows. Pixels are those of a region of the canvas.
 */
export class ItemBuffer {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	/** 0: nothing. */
	readonly ids: Int32Array;
	readonly depths: Float64Array;
	/** The number of pixels that the last call of `draw` touched, whether they were covered or not, and of those that it won. */
	touched = 0;
	won = 0;
	/** The box of the pixels that the last calls touched; see {@link resetBox}. */
	left = 0;
	right = 0;
	top = 0;
	bottom = 0;
	#clip: Float64Array = new Float64Array(0);
	readonly #polygon: number[] = [];

	constructor(x: number, y: number, width: number, height: number) {
		this.x = x;
		this.y = y;
		this.width = width;
		this.height = height;
		this.ids = new Int32Array(width * height);
		this.depths = new Float64Array(width * height).fill(Number.POSITIVE_INFINITY);
		this.resetBox();
	}

	resetBox(): void {
		this.left = this.top = Number.POSITIVE_INFINITY;
		this.right = this.bottom = Number.NEGATIVE_INFINITY;
	}

	/** Whether a box around a shape may touch a region. */
	mayTouch({ box, matrix }: Shape, view: Projection, region: Region = this): boolean {
		if (!box) return true;
		const m = multiply(view.viewProjection, matrix);
		let [left, right, top, bottom, isCut] = [1e9, -1e9, 1e9, -1e9, false];
		for (let i = 0; i < 8; i++) {
			const [x, y, z] = [0, 1, 2].map((axis) => (i & (1 << axis) ? box.max : box.min)[axis]!) as [
				number,
				number,
				number,
			];
			const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
			if (w < MIN_W) {
				isCut = true;
				continue;
			}
			const px = view.x + ((1 + (m[0]! * x + m[4]! * y + m[8]! * z + m[12]!) / w) * view.width) / 2;
			const py = view.y + ((1 - (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!) / w) * view.height) / 2;
			left = Math.min(left, px);
			right = Math.max(right, px);
			top = Math.min(top, py);
			bottom = Math.max(bottom, py);
		}
		if (left > right) return false;
		// Points and lines are wider than their vertices.
		const margin = region === this ? 32 : 0;
		return (
			isCut ||
			(right >= region.x - margin &&
				left <= region.x + region.width + margin &&
				bottom >= region.y - margin &&
				top <= region.y + region.height + margin)
		);
	}

	/** Draws a shape with a number. With `isStored` false it is only counted where it would be seen. */
	draw(shape: Shape, id: number, view: Projection, isStored = true): void {
		this.touched = 0;
		this.won = 0;
		if (!this.mayTouch(shape, view)) return;
		const { positions, stride, offset, index, start, end, kind } = shape;
		const m = multiply(view.viewProjection, shape.matrix);
		const size = kind === 'triangles' ? 3 : kind === 'segments' ? 2 : 1;
		// Vertices that several triangles share are computed once.
		let [low, high] = [start, end];
		if (index !== null) {
			low = Number.POSITIVE_INFINITY;
			high = 0;
			for (let i = start; i < end; i++) {
				const vertex = index[i]!;
				if (vertex < low) low = vertex;
				if (vertex >= high) high = vertex + 1;
			}
		}
		const known = Math.floor((positions.length - offset) / stride);
		high = Math.min(high, positions.length - offset - known * stride >= 3 ? known + 1 : known);
		if (!(high > low)) return;
		if (this.#clip.length < (high - low) * 4) this.#clip = new Float64Array((high - low) * 4);
		const clip = this.#clip;
		for (let i = low, at = 0; i < high; i++, at += 4) {
			const from = offset + i * stride;
			const [x, y, z] = [positions[from]!, positions[from + 1]!, positions[from + 2]!];
			clip[at] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
			clip[at + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
			clip[at + 2] = (m[2]! * x + m[6]! * y + m[10]! * z + m[14]!) * view.depthSign;
			clip[at + 3] = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
		}
		const vertexAt = (i: number): number => ((index === null ? i : index[i]!) - low) * 4;
		for (let i = start; i + size <= end; i += size) {
			const a = vertexAt(i);
			const b = size > 1 ? vertexAt(i + 1) : a;
			const c = size > 2 ? vertexAt(i + 2) : a;
			if (!(a < clip.length && b < clip.length && c < clip.length)) continue;
			if (size === 3) this.#drawTriangle(a, b, c, shape, id, view, isStored);
			else this.#drawWide(a, b, shape, id, view, isStored);
		}
	}

	// Cuts off what is behind the eye.
	#drawTriangle(a: number, b: number, c: number, shape: Shape, id: number, view: Projection, isStored: boolean): void {
		const clip = this.#clip;
		const polygon = this.#polygon;
		polygon.length = 0;
		for (let i = 0; i < 3; i++) {
			const from = i === 0 ? a : i === 1 ? b : c;
			const to = i === 0 ? b : i === 1 ? c : a;
			const [w, next] = [clip[from + 3]!, clip[to + 3]!];
			if (w >= MIN_W) this.#addCorner(clip[from]!, clip[from + 1]!, clip[from + 2]!, w, view);
			if (w >= MIN_W === next >= MIN_W) continue;
			const t = (MIN_W - w) / (next - w);
			const mix = (at: number): number => clip[from + at]! + t * (clip[to + at]! - clip[from + at]!);
			this.#addCorner(mix(0), mix(1), mix(2), MIN_W, view);
		}
		for (let i = 6; i < polygon.length; i += 3) this.#fill(0, i - 3, i, shape, id, isStored, shape.culled);
	}

	#addCorner(x: number, y: number, z: number, w: number, view: Projection): void {
		this.#polygon.push(
			view.x + ((1 + x / w) * view.width) / 2 - this.x,
			view.y + ((1 - y / w) * view.height) / 2 - this.y,
			z / w,
		);
	}

	// A line as a rectangle, or a point as a square.
	#drawWide(a: number, b: number, shape: Shape, id: number, view: Projection, isStored: boolean): void {
		const clip = this.#clip;
		const [aw, bw] = [clip[a + 3]!, clip[b + 3]!];
		if (aw < MIN_W && bw < MIN_W) return;
		const polygon = this.#polygon;
		polygon.length = 0;
		for (const [from, to] of [
			[a, b],
			[b, a],
		] as const) {
			const w = clip[from + 3]!;
			const t = w < MIN_W ? (MIN_W - w) / (clip[to + 3]! - w) : 0;
			const mix = (at: number): number => clip[from + at]! + t * (clip[to + at]! - clip[from + at]!);
			this.#addCorner(mix(0), mix(1), mix(2), Math.max(w, MIN_W), view);
		}
		const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = polygon;
		const { size = 1, isScaled } = shape;
		const half = Math.max(1, isScaled ? (size * view.pointScale) / aw : size) / 2;
		const length = Math.hypot(x1 - x0, y1 - y0);
		const [dx, dy] = length < 1e-9 ? [half, 0] : [((x1 - x0) / length) * half, ((y1 - y0) / length) * half];
		// Points reach as far along the line as across.
		const along = length < 1e-9 ? 1 : 0;
		polygon.length = 0;
		polygon.push(x0 - dx * along - dy, y0 - dy * along + dx, z0, x0 - dx * along + dy, y0 - dy * along - dx, z0);
		polygon.push(x1 + dx * along + dy, y1 + dy * along - dx, z1, x1 + dx * along - dy, y1 + dy * along + dx, z1);
		this.#fill(0, 3, 6, shape, id, isStored, 0);
		this.#fill(0, 6, 9, shape, id, isStored, 0);
	}

	#fill(a: number, b: number, c: number, shape: Shape, id: number, isStored: boolean, culled: -1 | 0 | 1): void {
		const p = this.#polygon;
		const [ax, ay, az, bx, by, bz, cx, cy, cz] = [
			p[a]!,
			p[a + 1]!,
			p[a + 2]!,
			p[b]!,
			p[b + 1]!,
			p[b + 2]!,
			p[c]!,
			p[c + 1]!,
			p[c + 2]!,
		];
		// With y down, positive areas are clockwise.
		const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
		if (area === 0 || Number.isNaN(area) || (culled !== 0 && -Math.sign(area) === culled)) return;
		const sign = area > 0 ? 1 : -1;
		const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
		const right = Math.min(this.width - 1, Math.ceil(Math.max(ax, bx, cx) - 0.5));
		const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
		const bottom = Math.min(this.height - 1, Math.ceil(Math.max(ay, by, cy) - 0.5));
		if (left > right || top > bottom) return;
		// Edge functions, positive inside; an edge includes its points if it is a left or an upper one.
		const [e0x, e0y] = [-(cy - by) * sign, (cx - bx) * sign];
		const [e1x, e1y] = [-(ay - cy) * sign, (ax - cx) * sign];
		const [e2x, e2y] = [-(by - ay) * sign, (bx - ax) * sign];
		const owns = (dx: number, dy: number): boolean => dx > 0 || (dx === 0 && dy > 0);
		const [own0, own1, own2] = [owns(e0x, e0y), owns(e1x, e1y), owns(e2x, e2y)];
		const total = area * sign;
		const { ids, depths, width } = this;
		const isOnTop = shape.isOnTop;
		for (let y = top; y <= bottom; y++) {
			const py = y + 0.5;
			for (let x = left; x <= right; x++) {
				const px = x + 0.5;
				const w0 = (px - bx) * e0x + (py - by) * e0y;
				if (w0 < 0 || (w0 === 0 && !own0)) continue;
				const w1 = (px - cx) * e1x + (py - cy) * e1y;
				if (w1 < 0 || (w1 === 0 && !own1)) continue;
				const w2 = (px - ax) * e2x + (py - ay) * e2y;
				if (w2 < 0 || (w2 === 0 && !own2)) continue;
				const depth = (w0 * az + w1 * bz + w2 * cz) / total;
				if (depth > 1 || depth < -1) continue;
				const at = y * width + x;
				this.touched++;
				if (x < this.left) this.left = x;
				if (x > this.right) this.right = x;
				if (y < this.top) this.top = y;
				if (y > this.bottom) this.bottom = y;
				const own = isOnTop ? depth - 4 : depth;
				if (own > depths[at]!) continue;
				this.won++;
				if (!isStored) continue;
				depths[at] = own;
				ids[at] = id;
			}
		}
	}
}
