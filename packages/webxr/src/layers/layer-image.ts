import type { Context } from '../page/session-framebuffer.ts';
import { SESSION_PICTURES } from '../xr/module-kit.ts';

const RGB = 0x1907;
const RGBA = 0x1908;
const RGB8 = 0x8051;
const RGBA8 = 0x8058;
const SRGB8 = 0x8c41;
const SRGB8_ALPHA8 = 0x8c43;
const DEPTH_COMPONENT = 0x1902;
const DEPTH_STENCIL = 0x84f9;
const DEPTH_COMPONENT24 = 0x81a6;
const DEPTH24_STENCIL8 = 0x88f0;

/** The formats that pages may ask for, with those that WebGL 2 stores. `null`: WebGL 1 has it, too. */
const COLORS: ReadonlyMap<number, number> = new Map([
	[RGBA, RGBA8],
	[RGB, RGB8],
	[RGBA8, RGBA8],
	[RGB8, RGB8],
	[SRGB8, SRGB8],
	[SRGB8_ALPHA8, SRGB8_ALPHA8],
]);
const DEPTHS: ReadonlyMap<number, number> = new Map([
	[DEPTH_COMPONENT, DEPTH_COMPONENT24],
	[DEPTH_STENCIL, DEPTH24_STENCIL8],
	[DEPTH_COMPONENT24, DEPTH_COMPONENT24],
	[DEPTH24_STENCIL8, DEPTH24_STENCIL8],
]);
/** What WebGL 1 has. */
const UNSIZED: readonly number[] = [RGBA, RGB, DEPTH_COMPONENT, DEPTH_STENCIL];

/** What the textures of a layer are like. */
export interface ImagePlan {
	readonly kind: 'texture' | 'texture-array' | 'cube';
	readonly width: number;
	readonly height: number;
	/** The number of slices of a `texture-array`. */
	readonly length: number;
	readonly mipLevels: number;
	readonly colorFormat: number;
	/** 0 for none. */
	readonly depthFormat: number;
	/** Whether pages draw it in each frame, so that drawing may be skipped while nobody looks. */
	readonly isTransient: boolean;
}

/** Whether a context is one of WebGL 2. */
export function isSecond(gl: Context): gl is WebGL2RenderingContext {
	return 'texStorage2D' in gl;
}

/** The textures of a layer. */
export class LayerImage {
	readonly gl: Context;
	readonly plan: ImagePlan;
	readonly color: WebGLTexture;
	readonly depth: WebGLTexture | null;
	#framebuffer: WebGLFramebuffer | null = null;

	/** Throws `TypeError` for formats, types and sizes that the context does not have. */
	constructor(gl: Context, plan: ImagePlan) {
		this.gl = gl;
		this.plan = plan;
		const { width, height, kind, colorFormat, depthFormat } = plan;
		const max: number = gl.getParameter(gl.MAX_TEXTURE_SIZE);
		if (!(width > 0 && height > 0 && width <= max && height <= max)) {
			throw new TypeError(`viewPixelWidth, viewPixelHeight: ${width} × ${height} pixels are not possible`);
		}
		if (kind === 'texture-array' && !isSecond(gl)) throw new TypeError('textureType: texture-array needs WebGL 2');
		checkFormat(gl, 'colorFormat', colorFormat, COLORS);
		if (depthFormat !== 0) checkFormat(gl, 'depthFormat', depthFormat, DEPTHS);
		this.color = this.#create(colorFormat, COLORS.get(colorFormat)!);
		this.depth = depthFormat === 0 ? null : this.#create(depthFormat, DEPTHS.get(depthFormat)!);
	}

	/** `TEXTURE_2D`, `TEXTURE_2D_ARRAY` or `TEXTURE_CUBE_MAP`. */
	get target(): number {
		const { kind } = this.plan;
		if (kind === 'cube') return this.gl.TEXTURE_CUBE_MAP;
		return kind === 'texture' ? this.gl.TEXTURE_2D : (this.gl as WebGL2RenderingContext).TEXTURE_2D_ARRAY;
	}

	/** Whether reading the colors decodes them. */
	get isEncoded(): boolean {
		return [SRGB8, SRGB8_ALPHA8].includes(this.plan.colorFormat);
	}

	/** Makes the textures transparent and infinitely far. Only with WebGL 2. */
	clear(): void {
		const { gl, plan } = this;
		if (!isSecond(gl)) return;
		const restore = keepClearState(gl);
		this.#framebuffer ??= gl.createFramebuffer();
		gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.#framebuffer);
		const hasStencil = this.depth !== null && DEPTHS.get(plan.depthFormat) === DEPTH24_STENCIL8;
		const depthPlace = hasStencil ? gl.DEPTH_STENCIL_ATTACHMENT : gl.DEPTH_ATTACHMENT;
		const count = plan.kind === 'cube' ? 6 : plan.length;
		for (let slice = 0; slice < count; slice++) {
			const attach = (place: number, texture: WebGLTexture): void => {
				if (plan.kind === 'texture-array') gl.framebufferTextureLayer(gl.DRAW_FRAMEBUFFER, place, texture, 0, slice);
				else {
					const target = plan.kind === 'cube' ? gl.TEXTURE_CUBE_MAP_POSITIVE_X + slice : gl.TEXTURE_2D;
					gl.framebufferTexture2D(gl.DRAW_FRAMEBUFFER, place, target, texture, 0);
				}
			};
			attach(gl.COLOR_ATTACHMENT0, this.color);
			if (this.depth !== null) attach(depthPlace, this.depth);
			gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
			if (hasStencil) gl.clearBufferfi(gl.DEPTH_STENCIL, 0, 1, 0);
			else if (this.depth !== null) gl.clearBufferfv(gl.DEPTH, 0, [1]);
		}
		restore();
	}

	/** Frees the textures. */
	delete(): void {
		this.gl.deleteTexture(this.color);
		this.gl.deleteTexture(this.depth);
		this.gl.deleteFramebuffer(this.#framebuffer);
	}

	#create(given: number, format: number): WebGLTexture {
		const { gl, target } = this;
		const { width, height, length, mipLevels, kind } = this.plan;
		const restore = keepTexture(gl, target);
		const texture = gl.createTexture();
		if (this.plan.isTransient) SESSION_PICTURES.add(texture);
		gl.bindTexture(target, texture);
		gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, DEPTHS.has(given) ? gl.NEAREST : gl.LINEAR);
		if (DEPTHS.has(given)) gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
		gl.texParameteri(target, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
		gl.texParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
		if (isSecond(gl) && kind === 'texture-array') gl.texStorage3D(target, mipLevels, format, width, height, length);
		else if (isSecond(gl)) gl.texStorage2D(target, mipLevels, format, width, height);
		else {
			const type = given === DEPTH_COMPONENT ? gl.UNSIGNED_INT : given === DEPTH_STENCIL ? 0x84fa : gl.UNSIGNED_BYTE;
			const faces = kind === 'cube' ? [0, 1, 2, 3, 4, 5].map((i) => gl.TEXTURE_CUBE_MAP_POSITIVE_X + i) : [target];
			for (const face of faces) gl.texImage2D(face, 0, given, width, height, 0, given, type, null);
		}
		restore();
		return texture;
	}
}

function checkFormat(gl: Context, name: string, format: number, known: ReadonlyMap<number, number>): void {
	const isThere = isSecond(gl)
		? known.has(format)
		: known.has(format) && UNSIZED.includes(format) && (known !== DEPTHS || gl.getExtension('WEBGL_depth_texture'));
	if (!isThere) throw new TypeError(`${name}: the context has no 0x${format.toString(16)} for layers`);
}

function keepTexture(gl: Context, target: number): () => void {
	const names: Readonly<Record<number, number>> = {
		[gl.TEXTURE_2D]: gl.TEXTURE_BINDING_2D,
		[gl.TEXTURE_CUBE_MAP]: gl.TEXTURE_BINDING_CUBE_MAP,
		// TEXTURE_2D_ARRAY
		[0x8c1a]: 0x8c1d,
	};
	const bound = gl.getParameter(names[target]!);
	return () => gl.bindTexture(target, bound);
}

function keepClearState(gl: WebGL2RenderingContext): () => void {
	const framebuffer = gl.getParameter(gl.DRAW_FRAMEBUFFER_BINDING);
	const mask = gl.getParameter(gl.COLOR_WRITEMASK);
	const depth = gl.getParameter(gl.DEPTH_WRITEMASK);
	const stencil = gl.getParameter(gl.STENCIL_WRITEMASK);
	const back = gl.getParameter(gl.STENCIL_BACK_WRITEMASK);
	const isCut = gl.isEnabled(gl.SCISSOR_TEST);
	gl.colorMask(true, true, true, true);
	gl.depthMask(true);
	gl.stencilMask(0xff);
	gl.disable(gl.SCISSOR_TEST);
	return () => {
		gl.colorMask(...(mask as [boolean, boolean, boolean, boolean]));
		gl.depthMask(depth);
		gl.stencilMaskSeparate(gl.FRONT, stencil);
		gl.stencilMaskSeparate(gl.BACK, back);
		if (isCut) gl.enable(gl.SCISSOR_TEST);
		gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, framebuffer);
	};
}
