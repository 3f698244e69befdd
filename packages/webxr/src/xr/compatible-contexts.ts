import { isAllowedByPolicy } from '../page/policy.ts';
import { replaceProperty } from '../page/replace-property.ts';
import { checkState } from './internal.ts';
import type { Context } from './opaque-framebuffer.ts';

type Scope = typeof globalThis & Window;

/** Contexts that are compatible with XR. */
let compatible: WeakSet<object> = /* @__PURE__ */ new WeakSet();

/** Whether a context is compatible with XR. */
export function isCompatible(context: object): boolean {
	return compatible.has(context);
}

/** Takes the mark from all contexts, because the device has changed. */
export function forgetCompatible(): void {
	compatible = new WeakSet();
}

/** Adds `makeXRCompatible` and the attribute `xrCompatible` to WebGL contexts. Returns undo functions. */
export function defineCompatibility(scope: Scope, host: { readonly hasDevice: boolean }): (() => void)[] {
	const undo: (() => void)[] = [];
	const define = (target: object, name: string, value: unknown): void => {
		undo.push(replaceProperty(target, name, value));
	};
	for (const context of [scope.WebGLRenderingContext, scope.WebGL2RenderingContext]) {
		if (context === undefined) continue;
		define(context.prototype, 'makeXRCompatible', async function makeXRCompatible(this: Context): Promise<void> {
			if (!(this instanceof context)) throw new TypeError('Illegal invocation');
			if (!isAllowedByPolicy()) throw new DOMException('the page does not allow this frame XR', 'SecurityError');
			checkState(!this.isContextLost(), 'the context is lost');
			checkState(host.hasDevice, 'no XR device is connected');
			compatible.add(this);
		});
		const { getContextAttributes } = context.prototype;
		define(context.prototype, 'getContextAttributes', function getXRAttributes(this: Context) {
			const attributes = getContextAttributes.call(this);
			return attributes && { ...attributes, xrCompatible: isCompatible(this) };
		});
	}
	for (const canvas of [scope.HTMLCanvasElement, scope.OffscreenCanvas]) {
		if (canvas === undefined) continue;
		const { getContext } = canvas.prototype as unknown as { getContext: (...args: unknown[]) => object | null };
		define(canvas.prototype, 'getContext', function getXRContext(this: object, ...args: unknown[]): object | null {
			const context = getContext.apply(this, args);
			const isWanted = (args[1] as { xrCompatible?: boolean } | null | undefined)?.xrCompatible;
			if (context !== null && isWanted && host.hasDevice && isAllowedByPolicy()) compatible.add(context);
			return context;
		});
	}
	return undo;
}
