import { replaceDescriptor, replaceProperty } from '../page/replace-property.ts';
import { XRInputSourceEvent, XRInputSourcesChangeEvent, XRReferenceSpaceEvent, XRSessionEvent } from './xr-events.ts';
import { XRFrame } from './xr-frame.ts';
import { XRHand, XRJointSpace } from './xr-hand.ts';
import { XRInputSource, XRInputSourceArray } from './xr-input-source.ts';
import { XRRenderState } from './xr-render-state.ts';
import { XRRigidTransform } from './xr-rigid-transform.ts';
import { XRSession } from './xr-session.ts';
import { XRBoundedReferenceSpace, XRReferenceSpace, XRSpace } from './xr-space.ts';
import { XRSystem } from './xr-system.ts';
import { XRJointPose, XRPose, XRView, XRViewerPose, XRViewport } from './xr-views.ts';
import { isCompatible, markCompatible, XRLayer, XRWebGLLayer } from './xr-webgl-layer.ts';

type Scope = typeof globalThis & Window;

/** Replaces `navigator.xr` and the browser's WebXR interfaces. Returns an undo function. */
export function installGlobals(scope: Scope, system: XRSystem): () => void {
	const undo: (() => void)[] = [];
	const define = (target: object, name: string, value: unknown): void => {
		undo.push(replaceProperty(target, name, value));
	};
	// The browser's interfaces would not accept our sessions, and interfaces that we do not have must be absent.
	for (const name of Object.getOwnPropertyNames(scope)) if (/^XR[A-Z]/.test(name)) define(scope, name, undefined);
	for (const [name, value] of Object.entries(listInterfaces())) {
		completeInterface(name, value);
		define(scope, name, value);
	}
	undo.push(replaceDescriptor(scope.Navigator.prototype, 'xr', { enumerable: true, get: () => system }));
	for (const context of [scope.WebGLRenderingContext, scope.WebGL2RenderingContext]) {
		if (context === undefined) continue;
		define(context.prototype, 'makeXRCompatible', async function makeXRCompatible(this: object): Promise<void> {
			markCompatible(this);
		});
		const { getContextAttributes } = context.prototype;
		define(context.prototype, 'getContextAttributes', function getXRAttributes(this: WebGLRenderingContext) {
			const attributes = getContextAttributes.call(this);
			return attributes && { ...attributes, xrCompatible: isCompatible(this) };
		});
	}
	for (const canvas of [scope.HTMLCanvasElement, scope.OffscreenCanvas]) {
		if (canvas === undefined) continue;
		const { getContext } = canvas.prototype as unknown as { getContext: (...args: unknown[]) => object | null };
		define(canvas.prototype, 'getContext', function getXRContext(this: object, ...args: unknown[]): object | null {
			const context = getContext.apply(this, args);
			if (context !== null && (args[1] as { xrCompatible?: boolean } | undefined)?.xrCompatible)
				markCompatible(context);
			return context;
		});
	}
	return () => {
		for (const step of undo.splice(0).reverse()) step();
	};
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
	define(value, 'length', { value: /Event$|WebGLLayer/.test(name) ? 2 : 0 });
	define(value.prototype, Symbol.toStringTag, { value: name });
}

function listInterfaces(): Record<string, { readonly prototype: object }> {
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
		XRWebGLLayer,
	};
}
