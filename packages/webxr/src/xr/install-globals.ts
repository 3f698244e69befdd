import { listModules } from '../page/page-options.ts';
import { Replacements } from '../page/replace-property.ts';
import { defineCompatibility } from './compatible-contexts.ts';
import {
	XRInputSourceEvent,
	XRInputSourcesChangeEvent,
	XRReferenceSpaceEvent,
	XRSessionEvent,
	XRVisibilityMaskChangeEvent,
} from './xr-events.ts';
import { XRFrame } from './xr-frame.ts';
import { XRHand, XRJointSpace } from './xr-hand.ts';
import { XRInputSource, XRInputSourceArray } from './xr-input-source.ts';
import type { XRModule } from './xr-module.ts';
import { XRRenderState } from './xr-render-state.ts';
import { XRRigidTransform } from './xr-rigid-transform.ts';
import { XRSession } from './xr-session.ts';
import { XRBoundedReferenceSpace, XRReferenceSpace, XRSpace } from './xr-space.ts';
import { type SystemHost, XRSystem } from './xr-system.ts';
import { XRJointPose, XRPose, XRView, XRViewerPose, XRViewport } from './xr-views.ts';
import { XRLayer, XRWebGLLayer } from './xr-webgl-layer.ts';

type Scope = typeof globalThis & Window;
type Interfaces = XRModule['interfaces'];

/** Replaces `navigator.xr` and the browser's WebXR interfaces. Returns an undo function. */
export function installGlobals(scope: Scope, system: XRSystem, host: SystemHost): () => void {
	const replaced = new Replacements();
	// The browser's interfaces would not accept our sessions, and interfaces that we do not have must be absent.
	for (const name of Object.getOwnPropertyNames(scope)) if (/^XR[A-Z]/.test(name)) replaced.set(scope, name, undefined);
	if (scope.isSecureContext || host.options.allowInsecure) {
		const modules = listModules(host.options) as readonly XRModule[];
		for (const { define } of modules) define(scope, replaced);
		const added = Object.assign({}, ...modules.map(({ interfaces }) => interfaces));
		for (const [name, value] of Object.entries({ ...listInterfaces(), ...added } as Interfaces)) {
			completeInterface(name, value);
			replaced.set(scope, name, value);
		}
		defineSystem(scope, system, replaced);
		defineCompatibility(scope, host, replaced);
	} else {
		replaced.set(scope.Navigator.prototype, 'xr', undefined);
	}
	return () => replaced.undo();
}

function defineSystem({ Navigator, navigator }: Scope, system: XRSystem, replaced: Replacements): void {
	const attribute = {
		get xr(): XRSystem {
			if (this !== (navigator as unknown)) throw new TypeError('Illegal invocation');
			return system;
		},
	};
	replaced.define(Navigator.prototype, 'xr', Object.getOwnPropertyDescriptor(attribute, 'xr')!);
}

// Web IDL requires enumerable members, which classes do not have. Names are set because a minifier removes them.
function completeInterface(name: string, value: { readonly prototype: object }): void {
	const define = (target: object, key: PropertyKey, descriptor: PropertyDescriptor): void => {
		Object.defineProperty(target, key, { configurable: true, ...descriptor });
	};
	const show = (target: object, others: readonly string[]): void => {
		for (const key of Object.getOwnPropertyNames(target))
			if (!others.includes(key)) define(target, key, { enumerable: true });
	};
	show(value, ['name', 'length', 'prototype']);
	show(value.prototype, ['constructor']);
	define(value, 'name', { value: name });
	define(value, 'length', { value: /Event$|WebGL(Layer|Binding)/.test(name) ? 2 : Number(/Media/.test(name)) });
	define(value.prototype, Symbol.toStringTag, { value: name });
}

function listInterfaces(): Interfaces {
	return {
		XRBoundedReferenceSpace,
		XRFrame,
		XRHand,
		XRInputSource,
		XRInputSourceArray,
		XRInputSourceEvent,
		XRInputSourcesChangeEvent,
		XRJointPose,
		XRJointSpace,
		XRLayer,
		XRPose,
		XRReferenceSpace,
		XRReferenceSpaceEvent,
		XRRenderState,
		XRRigidTransform,
		XRSession,
		XRSessionEvent,
		XRSpace,
		XRSystem,
		XRView,
		XRViewerPose,
		XRViewport,
		XRVisibilityMaskChangeEvent,
		XRWebGLLayer,
	};
}
