import { checkInternal, type INTERNAL } from './internal.ts';
import type { XRWebGLLayer } from './xr-webgl-layer.ts';

/** What a page may change about how a session is drawn. */
export interface XRRenderStateInit {
	depthNear?: number;
	depthFar?: number;
	inlineVerticalFieldOfView?: number;
	baseLayer?: XRWebGLLayer | null;
	layers?: readonly unknown[] | null;
}

/** The members that a page gave. Throws `TypeError` for numbers that are not finite. */
export function readRenderStateInit(init: XRRenderStateInit | null | undefined): XRRenderStateInit {
	const { depthNear, depthFar, inlineVerticalFieldOfView, baseLayer, layers } = init ?? {};
	const given: XRRenderStateInit = {};
	for (const [name, value] of Object.entries({ depthNear, depthFar, inlineVerticalFieldOfView })) {
		if (value === undefined) continue;
		if (!Number.isFinite(Number(value))) throw new TypeError(`${name}: ${value} is not finite`);
		given[name as 'depthNear'] = Number(value);
	}
	if (baseLayer !== undefined) given.baseLayer = baseLayer;
	if (layers !== undefined) given.layers = layers;
	return given;
}

/** How a session is drawn. */
export class XRRenderState {
	readonly depthNear: number;
	readonly depthFar: number;
	/** Radians; `null` for immersive sessions. */
	readonly inlineVerticalFieldOfView: number | null;
	readonly baseLayer: XRWebGLLayer | null;
	readonly layers: readonly unknown[] = Object.freeze([]);

	constructor(token: typeof INTERNAL, isImmersive: boolean, from: XRRenderStateInit | XRRenderState) {
		checkInternal(token);
		this.depthNear = Math.max(0, from.depthNear ?? 0.1);
		this.depthFar = Math.max(0, from.depthFar ?? 1000);
		const field = Math.min(Math.max(from.inlineVerticalFieldOfView ?? Math.PI / 2, 0.01), Math.PI - 0.01);
		this.inlineVerticalFieldOfView = isImmersive ? null : field;
		this.baseLayer = from.baseLayer ?? null;
	}
}
