const READ_FRAMEBUFFER = 0x8ca8;
const FRAMEBUFFER = 0x8d40;
const TEXTURE0 = 0x84c0;
const ACTIVE_UNIFORMS = 0x8b86;
/** Cube textures are bound to another target than their six faces. */
const CUBE = 0x8513;
const FIRST_FACE = 0x8515;
/** `SAMPLER_2D` and all other types of samplers. */
const SAMPLERS: ReadonlySet<number> = /* @__PURE__ */ new Set([
	0x8b5e, 0x8b5f, 0x8b60, 0x8b62, 0x8dc1, 0x8dc4, 0x8dc5, 0x8dca, 0x8dcb, 0x8dcc, 0x8dcf, 0x8dd2, 0x8dd3, 0x8dd4,
	0x8dd7,
]);

/** Framebuffers and images in place of the canvas: the picture of a session. */
export const SESSION_PICTURES: WeakSet<object> = /* @__PURE__ */ new WeakSet();

type Bound = object | null;

/** What is attached to a framebuffer, by attachment. */
const attached: WeakMap<object, Map<unknown, object>> = /* @__PURE__ */ new WeakMap();
/** The program and name of a uniform. */
const uniforms: WeakMap<object, readonly [program: object, name: string]> = /* @__PURE__ */ new WeakMap();
/** The values of the integers of a program, by name: units of textures, if the integer is a sampler. */
const integers: WeakMap<object, Map<string, readonly number[]>> = /* @__PURE__ */ new WeakMap();
/** The names of the samplers of a program. */
const samplers: WeakMap<object, readonly string[]> = /* @__PURE__ */ new WeakMap();

/** What is bound in a WebGL context, as far as it decides where drawing goes and which textures it uses. */
export class ContextBindings {
	/** The framebuffers for drawing and reading; `null` for the canvas. */
	draw: Bound = null;
	read: Bound = null;
	program: Bound = null;
	/** The unit that `bindTexture` changes. */
	unit = 0;
	/** Textures by unit, then by target. */
	readonly textures: Map<number, Map<unknown, Bound>> = new Map();
	/** Whether the vertices of draws are written to a buffer. */
	isFeeding = false;
	readonly #gl: WebGLRenderingContext;

	constructor(gl: object) {
		this.#gl = gl as WebGLRenderingContext;
	}

	/** What drawing goes to; `null` for the canvas, or the picture of a session. */
	get targets(): Iterable<object> | null {
		return listAttached(this.draw);
	}

	/** What reading reads; `null` for the canvas, or the picture of a session. */
	get readTargets(): Iterable<object> | null {
		return listAttached(this.read);
	}

	/** Returns the texture that a call with a target, such as `TEXTURE_2D`, changes. */
	findTexture(target: unknown): Bound {
		const isFace = Number(target) >= FIRST_FACE && Number(target) < FIRST_FACE + 6;
		return this.textures.get(this.unit)?.get(isFace ? CUBE : target) ?? null;
	}

	/** Returns the textures that the program reads. */
	listSampled(): object[] {
		const { program } = this;
		if (program === null) return [];
		const values = [...(integers.get(program) ?? [])];
		const units = this.#listSamplers(program).flatMap((name) => {
			const set = values.filter(([key]) => toBaseName(key) === name).flatMap(([, list]) => list);
			// A sampler that was never set reads unit 0.
			return set.length > 0 ? set : [0];
		});
		return units.flatMap((unit) =>
			[...(this.textures.get(unit)?.values() ?? [])].filter((texture) => texture !== null),
		);
	}

	/** Notes what is attached to a framebuffer. */
	attach(target: unknown, place: unknown, image: unknown): void {
		const framebuffer = target === READ_FRAMEBUFFER ? this.read : this.draw;
		if (framebuffer === null) return;
		const images = attached.get(framebuffer) ?? new Map<unknown, object>();
		attached.set(framebuffer, images);
		if (image) images.set(place, image);
		else images.delete(place);
	}

	#listSamplers(program: object): readonly string[] {
		const known = samplers.get(program);
		if (known !== undefined) return known;
		const gl = this.#gl;
		const count: number = gl.getProgramParameter(program, ACTIVE_UNIFORMS) ?? 0;
		const infos = Array.from({ length: count }, (_, i) => gl.getActiveUniform(program, i));
		const names = infos.flatMap((info) => (info !== null && SAMPLERS.has(info.type) ? [toBaseName(info.name)] : []));
		samplers.set(program, names);
		return names;
	}
}

/** Follows a call of a page, which has these arguments and this result. */
type Follower = (bindings: ContextBindings, args: readonly unknown[], result: unknown) => void;

/** The methods of contexts and extensions that change bindings. */
export const FOLLOWERS: Readonly<Record<string, Follower>> = {
	bindFramebuffer(bindings, [target, framebuffer]) {
		const bound = (framebuffer as Bound | undefined) ?? null;
		if (target !== READ_FRAMEBUFFER) bindings.draw = bound;
		if (target === READ_FRAMEBUFFER || target === FRAMEBUFFER) bindings.read = bound;
	},
	framebufferTexture2D: (bindings, [target, place, , texture]) => bindings.attach(target, place, texture),
	framebufferTextureLayer: (bindings, [target, place, texture]) => bindings.attach(target, place, texture),
	framebufferTextureMultiviewOVR: (bindings, [target, place, texture]) => bindings.attach(target, place, texture),
	framebufferRenderbuffer: (bindings, [target, place, , buffer]) => bindings.attach(target, place, buffer),
	activeTexture(bindings, [unit]) {
		bindings.unit = Number(unit) - TEXTURE0;
	},
	bindTexture({ textures, unit }, [target, texture]) {
		const bound = textures.get(unit) ?? new Map<unknown, Bound>();
		textures.set(unit, bound.set(target, (texture as Bound | undefined) ?? null));
	},
	useProgram(bindings, [program]) {
		bindings.program = (program as Bound | undefined) ?? null;
	},
	linkProgram(_, [program]) {
		integers.delete(program as object);
		samplers.delete(program as object);
	},
	getUniformLocation(_, [program, name], location) {
		if (location !== null) uniforms.set(location as object, [program as object, String(name)]);
	},
	uniform1i: (_, [location, value]) => setInteger(location, [Number(value)]),
	uniform1iv: (_, [location, values]) => setInteger(location, Array.from(values as Iterable<number>)),
	beginTransformFeedback(bindings) {
		bindings.isFeeding = true;
	},
	endTransformFeedback(bindings) {
		bindings.isFeeding = false;
	},
};

function listAttached(framebuffer: Bound): Iterable<object> | null {
	if (framebuffer === null || SESSION_PICTURES.has(framebuffer)) return null;
	const images = [...(attached.get(framebuffer)?.values() ?? [])];
	return images.some((image) => SESSION_PICTURES.has(image)) ? null : images;
}

function setInteger(location: unknown, values: readonly number[]): void {
	const [program, name] = uniforms.get(location as object) ?? [];
	if (program === undefined || name === undefined) return;
	const known = integers.get(program) ?? new Map<string, readonly number[]>();
	integers.set(program, known.set(name, values));
}

// Elements of an array of samplers have names such as `maps[2]`.
function toBaseName(name: string): string {
	return name.replace(/\[\d+\]$/, '');
}
