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

interface RenderStateAttributes {
	readonly depthNear: number;
	readonly depthFar: number;
	readonly passthroughFullyObscured: boolean | null;
	readonly inlineVerticalFieldOfView: number | null;
	readonly baseLayer: XRWebGLLayer | null;
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
	readonly #attributes: RenderStateAttributes;

	constructor(token: typeof INTERNAL, isImmersive: boolean, from: XRRenderStateInit) {
		checkInternal(token);
		const { depthNear = 0.1, depthFar = 1000, inlineVerticalFieldOfView = Math.PI / 2 } = from;
		this.#attributes = {
			passthroughFullyObscured: null,
			baseLayer: null,
			...from,
			depthNear: Math.max(0, depthNear),
			depthFar: Math.max(0, depthFar),
			inlineVerticalFieldOfView: isImmersive
				? null
				: Math.min(Math.max(inlineVerticalFieldOfView, 0.01), Math.PI - 0.01),
		};
	}

	static {
		defineAttributes(XRRenderState.prototype, (state) => state.#attributes, NAMES);
	}
}
