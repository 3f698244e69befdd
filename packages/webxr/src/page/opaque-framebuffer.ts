import { SESSION_PICTURES } from './context-bindings.ts';
import { FramebufferMirror } from './framebuffer-mirror.ts';
import type { Context, SessionFramebuffer, SizedView, XRWebGLLayerInit } from './session-framebuffer.ts';

type Method = (...args: unknown[]) => unknown;

/** The opaque framebuffers of a context. */
interface Guard {
	readonly framebuffers: Map<WebGLFramebuffer, OpaqueFramebuffer>;
	/** The error that `getError` returns next; 0 for none. */
	error: number;
}

const guards: WeakMap<Context, Guard> = /* @__PURE__ */ new WeakMap();

const READ_FRAMEBUFFER = 0x8ca8;
const READ_BINDING = 0x8caa;
const DRAWS = [
	'clear',
	'drawArrays',
	'drawElements',
	'drawArraysInstanced',
	'drawElementsInstanced',
	'drawRangeElements',
	'clearBufferfv',
	'clearBufferiv',
	'clearBufferuiv',
	'clearBufferfi',
];
const READS = ['readPixels', 'copyTexImage2D', 'copyTexSubImage2D', 'copyTexSubImage3D'];
const ATTACHES = [
	'framebufferTexture2D',
	'framebufferRenderbuffer',
	'framebufferTextureLayer',
	'getFramebufferAttachmentParameter',
];

/** `framebufferScaleFactor` is limited to this range. */
const SCALE_LIMITS = { min: 0.1, max: 2 };

/**
 * Creates the framebuffer of an immersive session as headsets have it: pages draw to it inside of animation frames only,
 * and can neither inspect nor change its attachments. Its size is that of the device's views, or of the canvas if the
 * device has none, times `framebufferScaleFactor`. With WebGL 2, each frame is drawn to the canvas too.
 *
 * @example
 * installReplay(recording, { framebuffer: createOpaqueFramebuffer });
 */
export function createOpaqueFramebuffer(
	context: Context,
	views: readonly SizedView[],
	{ framebufferScaleFactor = 1, stencil = false }: XRWebGLLayerInit,
): SessionFramebuffer {
	const factor = Math.min(SCALE_LIMITS.max, Math.max(SCALE_LIMITS.min, Number(framebufferScaleFactor)));
	const [width, height] = findSize(context, views);
	return new OpaqueFramebuffer(context, Math.ceil(width * factor), Math.ceil(height * factor), Boolean(stencil));
}

/** Returns the pixels of all views side by side. They all get as much as the largest view needs. */
export function findSize(context: Context, views: readonly SizedView[]): [width: number, height: number] {
	const sizes = views.flatMap(({ resolution }) => (resolution ? [resolution] : []));
	if (sizes.length < views.length || sizes.length === 0)
		return [context.drawingBufferWidth, context.drawingBufferHeight];
	const largest = (axis: 0 | 1): number => Math.max(...sizes.map((size) => size[axis]));
	return [largest(0) * sizes.length, largest(1)];
}

class OpaqueFramebuffer implements SessionFramebuffer {
	readonly framebuffer: WebGLFramebuffer;
	readonly width: number;
	readonly height: number;
	/** Whether an animation frame runs. */
	isOpen = false;
	readonly #context: Context;
	/** Only with WebGL 2. */
	readonly #mirror: FramebufferMirror | null;

	constructor(context: Context, width: number, height: number, hasStencil: boolean) {
		this.#context = context;
		this.width = width;
		this.height = height;
		guardContext(context);
		this.framebuffer = context.createFramebuffer();
		SESSION_PICTURES.add(this.framebuffer);
		const color = this.#attach(hasStencil);
		this.#mirror = 'blitFramebuffer' in context ? new FramebufferMirror(context, color) : null;
		guards.get(context)!.framebuffers.set(this.framebuffer, this);
	}

	open(): void {
		const gl = this.#context;
		this.isOpen = true;
		this.#keepState(() => {
			gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
			gl.disable(gl.SCISSOR_TEST);
			gl.colorMask(true, true, true, true);
			gl.depthMask(true);
			gl.stencilMask(0xff);
			gl.clearColor(0, 0, 0, 0);
			gl.clearDepth(1);
			gl.clearStencil(0);
			gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
		});
	}

	close(): void {
		this.#mirror?.draw();
		this.isOpen = false;
	}

	// Returns the texture for colors.
	#attach(hasStencil: boolean): WebGLTexture {
		const gl = this.#context;
		const { width, height } = this;
		const isSecond = 'blitFramebuffer' in gl;
		const texture = gl.getParameter(gl.TEXTURE_BINDING_2D);
		const renderbuffer = gl.getParameter(gl.RENDERBUFFER_BINDING);
		const framebuffer = gl.getParameter(gl.FRAMEBUFFER_BINDING);
		const color = gl.createTexture();
		gl.bindTexture(gl.TEXTURE_2D, color);
		gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
		gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
		gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
		const format = isSecond ? gl.RGBA8 : gl.RGBA;
		gl.texImage2D(gl.TEXTURE_2D, 0, format, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
		const depth = gl.createRenderbuffer();
		gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
		const depthFormat = isSecond ? gl.DEPTH_COMPONENT24 : gl.DEPTH_COMPONENT16;
		const stencilFormat = isSecond ? gl.DEPTH24_STENCIL8 : gl.DEPTH_STENCIL;
		gl.renderbufferStorage(gl.RENDERBUFFER, hasStencil ? stencilFormat : depthFormat, width, height);
		gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
		gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, color, 0);
		const attachment = hasStencil ? gl.DEPTH_STENCIL_ATTACHMENT : gl.DEPTH_ATTACHMENT;
		gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, depth);
		gl.bindTexture(gl.TEXTURE_2D, texture);
		gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
		gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
		return color;
	}

	// Runs a function that changes framebuffers, scissor, masks and clear values of the page, and restores them.
	#keepState(work: () => void): void {
		const gl = this.#context;
		const names = [
			gl.SCISSOR_TEST,
			gl.COLOR_WRITEMASK,
			gl.DEPTH_WRITEMASK,
			gl.STENCIL_WRITEMASK,
			gl.STENCIL_BACK_WRITEMASK,
			gl.COLOR_CLEAR_VALUE,
			gl.DEPTH_CLEAR_VALUE,
			gl.STENCIL_CLEAR_VALUE,
			gl.FRAMEBUFFER_BINDING,
		];
		const [scissor, color, depth, front, back, clearColor, clearDepth, clearStencil, framebuffer] = names.map((name) =>
			gl.getParameter(name),
		);
		const read = 'blitFramebuffer' in gl ? gl.getParameter(READ_BINDING) : null;
		work();
		if (scissor) gl.enable(gl.SCISSOR_TEST);
		gl.colorMask(...(color as [boolean, boolean, boolean, boolean]));
		gl.depthMask(depth);
		gl.stencilMaskSeparate(gl.FRONT, front);
		gl.stencilMaskSeparate(gl.BACK, back);
		gl.clearColor(...(Array.from(clearColor) as [number, number, number, number]));
		gl.clearDepth(clearDepth);
		gl.clearStencil(clearStencil);
		gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
		if (read !== framebuffer && 'blitFramebuffer' in gl) gl.bindFramebuffer(gl.READ_FRAMEBUFFER, read);
	}
}

// Only contexts with an opaque framebuffer pay for the checks: the methods of the context itself are replaced.
function guardContext(gl: Context): void {
	if (guards.has(gl)) return;
	const guard: Guard = { framebuffers: new Map(), error: 0 };
	guards.set(gl, guard);
	const methods = gl as unknown as Record<string, Method>;
	const findBound = (target: unknown): OpaqueFramebuffer | undefined =>
		guard.framebuffers.get(gl.getParameter(target === READ_FRAMEBUFFER ? READ_BINDING : gl.FRAMEBUFFER_BINDING));
	const wrap = (names: readonly string[], wrapper: (native: Method) => Method): void => {
		for (const name of names) {
			const native = methods[name];
			if (native !== undefined) methods[name] = wrapper(native.bind(gl));
		}
	};
	const refuse = (error: number): null => {
		guard.error ||= error;
		return null;
	};
	const isClosed = (target: unknown): boolean => findBound(target)?.isOpen === false;
	const guardDrawing = (names: readonly string[], target: unknown): void => {
		wrap(
			names,
			(native) =>
				(...args) =>
					isClosed(target) ? refuse(gl.INVALID_FRAMEBUFFER_OPERATION) : native(...args),
		);
	};
	guardDrawing(DRAWS, gl.FRAMEBUFFER);
	guardDrawing(READS, 'blitFramebuffer' in gl ? READ_FRAMEBUFFER : gl.FRAMEBUFFER);
	wrap(
		ATTACHES,
		(native) =>
			(...args) =>
				findBound(args[0]) === undefined ? native(...args) : refuse(gl.INVALID_OPERATION),
	);
	wrap(
		['deleteFramebuffer'],
		(native) => (framebuffer) =>
			guard.framebuffers.has(framebuffer as WebGLFramebuffer) ? refuse(gl.INVALID_OPERATION) : native(framebuffer),
	);
	wrap(
		['checkFramebufferStatus'],
		(native) => (target) => (isClosed(target) ? gl.FRAMEBUFFER_UNSUPPORTED : native(target)),
	);
	wrap(['getError'], (native) => () => {
		const { error } = guard;
		guard.error = 0;
		return error || native();
	});
}
