import { defineInterface, INTERNAL, type Interface } from './internal.ts';
import type { XRLayer, XRWebGLLayer } from './xr-webgl-layer.ts';

/** The members of a render state that a page can change. */
export interface XRRenderStateInit {
	depthNear?: number;
	depthFar?: number;
	passthroughFullyObscured?: boolean;
	inlineVerticalFieldOfView?: number;
	baseLayer?: XRWebGLLayer | null;
	layers?: readonly XRLayer[] | null;
}

const NAMES = [
	'depthNear',
	'depthFar',
	'passthroughFullyObscured',
	'inlineVerticalFieldOfView',
	'baseLayer',
] as const satisfies (keyof XRRenderStateInit)[];

/** Reads the members that a page passed. Throws `TypeError` for numbers that are not finite. */
export function readRenderStateInit(init: XRRenderStateInit | null): XRRenderStateInit {
	const given: Record<string, unknown> = {};
	for (const name of [...NAMES, 'layers'] as const) {
		const value = init?.[name];
		if (value === undefined) continue;
		const isNumber = /^(depth|inline)/.test(name);
		given[name] = isNumber ? Number(value) : value;
		if (isNumber && !Number.isFinite(given[name])) throw new TypeError(`${name}: ${value} is not finite`);
	}
	return given;
}

/** Depth range, field of view and layer of a session. */
export interface XRRenderState {
	readonly depthNear: number;
	readonly depthFar: number;
	/** Whether the page covers the camera image completely; `null` if it has not said so. */
	readonly passthroughFullyObscured: boolean | null;
	/** Radians; `null` for immersive sessions. */
	readonly inlineVerticalFieldOfView: number | null;
	readonly baseLayer: XRWebGLLayer | null;
}

export const XRRenderState: Interface<XRRenderState> = defineInterface(NAMES);

const layers: WeakMap<object, readonly XRLayer[]> = /* @__PURE__ */ new WeakMap();

/** Returns the layers of a render state. Throws `TypeError` for other objects. */
export function listLayers(state: XRRenderState): readonly XRLayer[] {
	const list = layers.get(state);
	if (list === undefined) throw new TypeError('not an XRRenderState');
	return list;
}

/** Creates a render state from the members that a page has passed. */
export function createRenderState(isImmersive: boolean, given: XRRenderStateInit): XRRenderState {
	const { depthNear = 0.1, depthFar = 1000, inlineVerticalFieldOfView = Math.PI / 2 } = given;
	const fieldOfView = Math.min(Math.max(inlineVerticalFieldOfView, 0.01), Math.PI - 0.01);
	const state = new XRRenderState(INTERNAL, {
		passthroughFullyObscured: null,
		baseLayer: null,
		...given,
		depthNear: Math.max(0, depthNear),
		depthFar: Math.max(0, depthFar),
		inlineVerticalFieldOfView: isImmersive ? null : fieldOfView,
	});
	layers.set(state, Object.freeze([...(given.layers ?? [])]));
	return state;
}
