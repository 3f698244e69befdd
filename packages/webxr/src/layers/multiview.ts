import type { Replacements } from '../page/replace-property.ts';

type Attach = (...args: number[]) => void;
interface MultiviewExtension {
	framebufferTextureMultiviewOVR: Attach;
	framebufferTextureMultisampleMultiviewOVR?: Attach;
}
type GetExtension = (this: object, name: string) => object | null;

/**
 * Adds what browsers of headsets have besides `OVR_multiview2`: the same extension under the name `OCULUS_multiview`, and a method
 * with a number of samples, which are dropped. Contexts without `OVR_multiview2` stay without.
 */
export function defineMultiview(scope: typeof globalThis, replaced: Replacements): void {
	const { prototype } = scope.WebGL2RenderingContext ?? {};
	if (prototype === undefined) return;
	const native = prototype.getExtension as GetExtension;
	replaced.set(prototype, 'getExtension', function getExtension(this: object, name: string): object | null {
		if (!/^(OVR_multiview2|OCULUS_multiview)$/i.test(name)) return native.call(this, name);
		const extension = native.call(this, 'OVR_multiview2') as MultiviewExtension | null;
		if (extension !== null && extension.framebufferTextureMultisampleMultiviewOVR === undefined) {
			extension.framebufferTextureMultisampleMultiviewOVR = (
				target,
				attachment,
				texture,
				level,
				_samples,
				base,
				count,
			) => extension.framebufferTextureMultiviewOVR(target!, attachment!, texture!, level!, base!, count!);
		}
		return extension;
	});
}
