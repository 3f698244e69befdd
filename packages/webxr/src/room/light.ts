import type { LightState } from '@handreel/core';
import { getBindingHost, type XRWebGLBinding } from '../layers/xr-webgl-binding.ts';
import {
	checkInternal,
	checkState,
	checkSupport,
	defineHandlers,
	defineInterface,
	INTERNAL,
	type Interface,
	type SessionState,
	XRSpace,
} from '../xr/module-kit.ts';

/** `XRLightEstimate`. */
export interface XRLightEstimate {
	readonly sphericalHarmonicsCoefficients: Float32Array;
	readonly primaryLightDirection: DOMPointReadOnly;
	readonly primaryLightIntensity: DOMPointReadOnly;
}

export const XRLightEstimate: Interface<XRLightEstimate> = defineInterface([
	'sphericalHarmonicsCoefficients',
	'primaryLightDirection',
	'primaryLightIntensity',
]);

/** The values of `XRReflectionFormat`; the first one is preferred. */
export const REFLECTION_FORMATS: readonly string[] = ['srgba8', 'rgba16f'];

let readProbe: (probe: XRLightProbe) => { readonly session: SessionState; readonly space: XRSpace };

/** Where a page wants to know the light. */
export class XRLightProbe extends EventTarget {
	readonly #state: { readonly session: SessionState; readonly space: XRSpace };

	constructor(token: typeof INTERNAL, session: SessionState) {
		super();
		checkInternal(token);
		// The estimate is about the axes of the room.
		const space = new XRSpace(INTERNAL, session, {
			locate: ({ origin }) => [...Array.from(origin).slice(0, 3), 0, 0, 0, 1],
		});
		this.#state = { session, space };
	}

	get probeSpace(): XRSpace {
		return this.#state.space;
	}

	static {
		readProbe = (probe) => probe.#state;
		defineHandlers(XRLightProbe.prototype, readProbe, ['reflectionchange']);
	}
}

/** Creates a probe. Throws as `requestLightProbe` rejects. */
export function createProbe(session: SessionState, init: unknown): XRLightProbe {
	const { reflectionFormat = 'srgba8' } = (init ?? {}) as { readonly reflectionFormat?: unknown };
	if (!REFLECTION_FORMATS.includes(String(reflectionFormat)))
		throw new TypeError(`'${reflectionFormat}' is not an XRReflectionFormat`);
	checkSupport(session.features.has('light-estimation'), "the feature 'light-estimation' was not granted");
	checkState(!session.isEnded, 'the session has ended');
	return new XRLightProbe(INTERNAL, session);
}

/** Checks a request for the reflections around a probe, of which the runtime knows none. */
export function readReflections(binding: XRWebGLBinding, probe: unknown): null {
	const { session, gl } = getBindingHost(binding);
	if (!(probe instanceof XRLightProbe)) throw new TypeError('not an XRLightProbe');
	checkState(!session.isEnded, 'the session has ended');
	checkState(readProbe(probe).session === session, 'the light probe belongs to another session');
	checkState(!gl.isContextLost(), 'the context is lost');
	return null;
}

/** Returns what is known of the light; `null` if nothing is. */
export function readEstimate(session: SessionState, probe: unknown, light: LightState | null): XRLightEstimate | null {
	if (!(probe instanceof XRLightProbe)) throw new TypeError('not an XRLightProbe');
	checkState(readProbe(probe).session === session, 'the light probe belongs to another session');
	if (light === null) return null;
	const [x, y, z] = light.direction;
	const [r, g, b] = light.intensity;
	return new XRLightEstimate(INTERNAL, {
		sphericalHarmonicsCoefficients: Float32Array.from(light.coefficients),
		primaryLightDirection: new DOMPointReadOnly(x, y, z, 0),
		primaryLightIntensity: new DOMPointReadOnly(r, g, b, 1),
	});
}
