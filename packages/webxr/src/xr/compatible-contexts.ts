import type { Device } from '../device/device.ts';
import { checkPolicy, isAllowedByPolicy } from '../page/policy.ts';
import type { Replacements } from '../page/replace-property.ts';
import type { Context } from '../page/session-framebuffer.ts';
import { checkState } from './internal.ts';

type Scope = typeof globalThis & Window;

/** Contexts that are compatible with XR, by the device that they are compatible with. */
const compatible: WeakMap<object, Device> = /* @__PURE__ */ new WeakMap();

/** Whether a context is compatible with a device. */
export function isCompatible(context: object, device: Device): boolean {
	return compatible.get(context) === device;
}

/** Adds `makeXRCompatible` and the attribute `xrCompatible` to WebGL contexts. */
export function defineCompatibility(scope: Scope, host: { readonly device: Device }, replaced: Replacements): void {
	for (const context of [scope.WebGLRenderingContext, scope.WebGL2RenderingContext]) {
		if (context === undefined) continue;
		replaced.set(context.prototype, 'makeXRCompatible', async function makeXRCompatible(this: Context): Promise<void> {
			if (!(this instanceof context)) throw new TypeError('Illegal invocation');
			checkPolicy('SecurityError');
			checkState(!this.isContextLost(), 'the context is lost');
			checkState(host.device.views.length > 0, 'no device is connected');
			compatible.set(this, host.device);
		});
		const { getContextAttributes } = context.prototype;
		replaced.set(context.prototype, 'getContextAttributes', function getXRAttributes(this: Context) {
			const attributes = getContextAttributes.call(this);
			return attributes && { ...attributes, xrCompatible: isCompatible(this, host.device) };
		});
	}
	for (const canvas of [scope.HTMLCanvasElement, scope.OffscreenCanvas]) {
		if (canvas === undefined) continue;
		const { getContext } = canvas.prototype as unknown as { getContext: (...args: unknown[]) => object | null };
		replaced.set(canvas.prototype, 'getContext', function getXRContext(this: object, ...args: unknown[]):
			| object
			| null {
			const context = getContext.apply(this, args);
			const isWanted = (args[1] as { xrCompatible?: boolean } | null | undefined)?.xrCompatible;
			const { device } = host;
			if (context !== null && isWanted && device.views.length > 0 && isAllowedByPolicy())
				compatible.set(context, device);
			return context;
		});
	}
}
