import { findSize } from '../page/opaque-framebuffer.ts';
import type { Context } from '../page/session-framebuffer.ts';
import {
	checkFrame,
	checkState,
	getSessionState,
	getViewOrigin,
	INTERNAL,
	isCompatible,
	type SessionState,
	type XRFrame,
	type XRSession,
	type XRView,
} from '../xr/module-kit.ts';
import {
	COMMON_VALUES,
	findLayer,
	type LayerState,
	type XRCompositionLayer,
	XRProjectionLayer,
} from './composition-layer.ts';
import { checkHost, createShapedLayer, PROJECTION_MEMBERS, register } from './create-layer.ts';
import { LayerImage } from './layer-image.ts';
import type { LayersHost } from './layers-host.ts';
import { readMembers } from './members.ts';
import { createSubImage, findPart, type ImagePart, type XRWebGLSubImage } from './sub-image.ts';

const EYES: readonly string[] = ['none', 'left', 'right'];
/** `scaleFactor` is limited to this range. */
const SCALE_LIMITS = { min: 0.1, max: 2 };

interface ProjectionInit {
	readonly textureType: 'texture' | 'texture-array';
	readonly colorFormat: number;
	readonly depthFormat: number;
	readonly scaleFactor: number;
	readonly clearOnAccess: boolean;
}

/** Whether anybody looks at the canvas in this frame, by session. */
export const drawing: WeakMap<SessionState, () => boolean> = new WeakMap();

/** Returns what a binding connects. Throws `TypeError` for other objects. */
export let getBindingHost: (binding: XRWebGLBinding) => LayersHost;

/** Creates layers whose images are textures of a WebGL context. */
export class XRWebGLBinding {
	readonly #host: LayersHost;

	constructor(session: XRSession, context: Context) {
		const state = getSessionState(session);
		if (
			![globalThis.WebGLRenderingContext, globalThis.WebGL2RenderingContext].some((type) => context instanceof type)
		) {
			throw new TypeError('context: not a WebGLRenderingContext or WebGL2RenderingContext');
		}
		checkState(!state.isEnded, 'the session has ended');
		checkState(!context.isContextLost(), 'the context is lost');
		checkState(state.isImmersive, 'the session is inline');
		checkState(isCompatible(context, state.device), 'the context is not xrCompatible');
		this.#host = { session: state, gl: context };
	}

	static {
		getBindingHost = (binding) => binding.#host;
	}

	/** The canvas has one pixel per pixel of a texture. */
	get nativeProjectionScaleFactor(): number {
		return this.#host && 1;
	}

	/** Layers cover each other in the order of the list. */
	get usesDepthValues(): boolean {
		return this.#host === null;
	}

	createProjectionLayer(init: unknown = {}): XRProjectionLayer {
		const host = this.#host;
		const { session, gl } = host;
		const given = readMembers<ProjectionInit>(PROJECTION_MEMBERS, init);
		const { textureType, colorFormat, depthFormat, scaleFactor, clearOnAccess } = given;
		if (!Number.isFinite(scaleFactor)) throw new TypeError(`scaleFactor: ${scaleFactor} is not finite`);
		checkHost(host);
		const views = session.listDeviceViews();
		const [fullWidth, fullHeight] = findSize(gl, views);
		const factor = Math.min(SCALE_LIMITS.max, Math.max(SCALE_LIMITS.min, scaleFactor));
		const isArray = textureType === 'texture-array';
		const width = Math.max(1, Math.ceil((isArray ? Math.floor(fullWidth / views.length) : fullWidth) * factor));
		const height = Math.max(1, Math.ceil(fullHeight * factor));
		const length = isArray ? views.length : 1;
		const formats = { colorFormat, depthFormat, mipLevels: 1 };
		const image = new LayerImage(gl, { kind: textureType, width, height, length, ...formats, isTransient: true });
		const state: LayerState = {
			...{ kind: 'projection', session, gl, image, video: null, isInverted: false, isStatic: false, clearOnAccess },
			layout: isArray ? 'stereo' : 'stereo-left-right',
			values: {
				...COMMON_VALUES,
				...{ mipLevels: 1, textureWidth: width, textureHeight: height, textureArrayLength: length },
				...{ ignoreDepthValues: true, fixedFoveation: 0, deltaPose: null },
			},
			...{ needsRedraw: true, isUsed: false, isGone: false },
		};
		return register(new XRProjectionLayer(INTERNAL, state), state);
	}

	createQuadLayer(init: unknown = {}): XRCompositionLayer {
		return createShapedLayer('quad', this.#host, init);
	}

	createCylinderLayer(init: unknown = {}): XRCompositionLayer {
		return createShapedLayer('cylinder', this.#host, init);
	}

	createEquirectLayer(init: unknown = {}): XRCompositionLayer {
		return createShapedLayer('equirect', this.#host, init);
	}

	createCubeLayer(init: unknown = {}): XRCompositionLayer {
		return createShapedLayer('cube', this.#host, init);
	}

	getSubImage(layer: XRCompositionLayer, frame: XRFrame, eye = 'none'): XRWebGLSubImage {
		const state = this.#checkLayer(layer);
		if (!EYES.includes(eye)) throw new TypeError(`eye: '${eye}' is not an XREye`);
		if (state.kind === 'projection') throw new TypeError('layer: call getViewSubImage for projection layers');
		checkFrame(frame);
		checkState(getSessionState(frame.session) === state.session, 'the frame belongs to another session');
		if (state.layout !== 'mono' && eye === 'none')
			throw new TypeError("eye: 'none' is for layers with the layout 'mono'");
		checkState(!state.isStatic || state.needsRedraw, 'the layer is static and needs no redraw');
		return createSubImage(state, findPart(state, eye === 'right' ? 1 : 0), this.#isDrawing());
	}

	getViewSubImage(layer: XRProjectionLayer, view: XRView): XRWebGLSubImage {
		const state = this.#checkLayer(layer);
		if (state.kind !== 'projection') throw new TypeError('layer: not an XRProjectionLayer');
		const { session, frame, scale } = getViewOrigin(view);
		checkState(session === state.session, 'the view belongs to another session');
		checkFrame(frame);
		return createSubImage(state, findViewPart(state, view.index, scale.use(frame)), this.#isDrawing());
	}

	/** Nothing is foveated here. */
	foveateBoundTexture(_target: number, fixed_foveation: number): void {
		if (!Number.isFinite(Number(fixed_foveation)))
			throw new TypeError(`fixed_foveation: ${fixed_foveation} is not finite`);
		checkHost(this.#host);
	}

	#isDrawing(): boolean {
		return drawing.get(this.#host.session)?.() ?? true;
	}

	#checkLayer(layer: XRCompositionLayer): LayerState {
		const state = findLayer(layer);
		const { session, gl } = this.#host;
		checkState(!session.isEnded, 'the session has ended');
		if (state.session !== session) throw new TypeError('layer: belongs to another session');
		checkState(!state.isGone && !gl.isContextLost(), 'the layer was destroyed, or its context was lost');
		checkState(state.gl === gl, 'the layer belongs to another context');
		return state;
	}
}

/** Finds the part of a projection layer for a view. A page may have asked for a smaller viewport. */
export function findViewPart({ image, session }: LayerState, index: number, scale: number): ImagePart {
	const { kind, width: full, height } = image!.plan;
	const isArray = kind === 'texture-array';
	const width = isArray ? full : Math.floor(full / session.listDeviceViews().length);
	const scaled = (size: number): number => Math.max(1, Math.floor(size * scale));
	const area = { x: isArray ? 0 : index * width, y: 0, width: scaled(width), height: scaled(height) };
	return { slice: isArray ? index : 0, area };
}
