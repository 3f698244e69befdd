import { checkInternal, defineAttributes, type INTERNAL } from './internal.ts';
import type { XRWebGLLayer } from './xr-webgl-layer.ts';

/** The members of a render state that a page can change. */
export interface XRRenderStateInit {
	depthNear?: number;
	depthFar?: number;
	passthroughFullyObscured?: boolean;
	inlineVerticalFieldOfView?: number;
	baseLayer?: XRWebGLLayer | null;
	layers?: readonly unknown[] | null;
}

/** Reads the members that a page passed. Throws `TypeError` for numbers that are not finite. */
export function readRenderStateInit(init: XRRenderStateInit | null | undefined): XRRenderStateInit {
	const { depthNear, depthFar, passthroughFullyObscured, inlineVerticalFieldOfView, baseLayer, layers } = init ?? {};
	const given: XRRenderStateInit = {};
	for (const [name, value] of Object.entries({ depthNear, depthFar, inlineVerticalFieldOfView })) {
		if (value === undefined) continue;
		if (!Number.isFinite(Number(value))) throw new TypeError(`${name}: ${value} is not finite`);
		given[name as 'depthNear'] = Number(value);
	}
	if (passthroughFullyObscured !== undefined) given.passthroughFullyObscured = Boolean(passthroughFullyObscured);
	if (baseLayer !== undefined) given.baseLayer = baseLayer;
	if (layers !== undefined) given.layers = layers;
	return given;
}

interface RenderStateAttributes {
	readonly depthNear: number;
	readonly depthFar: number;
	readonly passthroughFullyObscured: boolean | null;
	readonly inlineVerticalFieldOfView: number | null;
	readonly baseLayer: XRWebGLLayer | null;
	readonly layers: readonly unknown[];
}

/** Depth range, field of view and layer of a session. */
export class XRRenderState implements RenderStateAttributes {
	declare readonly depthNear: number;
	declare readonly depthFar: number;
	/** Whether the page covers the camera image completely; `null` if it has not said so. */
	declare readonly passthroughFullyObscured: boolean | null;
	/** Radians; `null` for immersive sessions. */
	declare readonly inlineVerticalFieldOfView: number | null;
	declare readonly baseLayer: XRWebGLLayer | null;
	declare readonly layers: readonly unknown[];
	readonly #attributes: RenderStateAttributes;

	constructor(token: typeof INTERNAL, isImmersive: boolean, from: XRRenderStateInit) {
		checkInternal(token);
		const field = Math.min(Math.max(from.inlineVerticalFieldOfView ?? Math.PI / 2, 0.01), Math.PI - 0.01);
		this.#attributes = {
			depthNear: Math.max(0, from.depthNear ?? 0.1),
			depthFar: Math.max(0, from.depthFar ?? 1000),
			passthroughFullyObscured: from.passthroughFullyObscured ?? null,
			inlineVerticalFieldOfView: isImmersive ? null : field,
			baseLayer: from.baseLayer ?? null,
			layers: Object.freeze([]),
		};
	}

	static {
		defineAttributes(XRRenderState.prototype, (state) => state.#attributes, [
			'depthNear',
			'depthFar',
			'passthroughFullyObscured',
			'inlineVerticalFieldOfView',
			'baseLayer',
			'layers',
		]);
	}
}
