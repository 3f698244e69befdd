import { checkInternal, defineAttributes, INTERNAL, XRViewport } from '../xr/module-kit.ts';
import type { LayerState } from './composition-layer.ts';

let findValues: (image: XRSubImage) => Record<string, unknown>;

/** The part of an image that a page draws to. */
export class XRSubImage {
	readonly #values: Record<string, unknown>;

	constructor(token: typeof INTERNAL, values: Record<string, unknown>) {
		checkInternal(token);
		this.#values = values;
	}

	static {
		findValues = (image) => image.#values;
		defineAttributes(XRSubImage.prototype, findValues, ['viewport']);
	}
}

/** The same with the textures of a context. */
export class XRWebGLSubImage extends XRSubImage {
	static {
		defineAttributes(XRWebGLSubImage.prototype, findValues, [
			'colorTexture',
			'depthStencilTexture',
			'motionVectorTexture',
			'imageIndex',
			'colorTextureWidth',
			'colorTextureHeight',
			'depthStencilTextureWidth',
			'depthStencilTextureHeight',
		]);
	}
}

/** A part of an image: pixels from the lower left of a slice. */
export interface ImagePart {
	readonly slice: number;
	readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Finds the part of an image for the first or second eye. */
export function findPart({ layout, image, video, isInverted }: LayerState, eye: number): ImagePart {
	const { width, height } = image?.plan ?? { width: video?.videoWidth ?? 0, height: video?.videoHeight ?? 0 };
	const index = isInverted ? 1 - eye : eye;
	const area = { x: 0, y: 0, width, height };
	if (layout === 'stereo') return { slice: index, area };
	const half = layout === 'stereo-left-right' ? { width: width / 2, x: (index * width) / 2 } : {};
	// The left eye is at the top.
	const bottom = layout === 'stereo-top-bottom' ? { height: height / 2, y: ((1 - index) * height) / 2 } : {};
	return { slice: 0, area: { ...area, ...half, ...bottom } };
}

/** Creates the sub image of a part. Clears the image first if its layer wants that and the page has not got it in this frame. */
export function createSubImage(state: LayerState, { slice, area }: ImagePart, isDrawing: boolean): XRWebGLSubImage {
	const { image, clearOnAccess } = state;
	if (clearOnAccess && !state.isUsed && (isDrawing || !image!.plan.isTransient)) image!.clear();
	state.isUsed = true;
	const { width, height } = image!.plan;
	const hasDepth = image!.depth !== null;
	return new XRWebGLSubImage(INTERNAL, {
		viewport: new XRViewport(INTERNAL, area),
		colorTexture: image!.color,
		depthStencilTexture: image!.depth,
		motionVectorTexture: null,
		imageIndex: image!.plan.kind === 'texture-array' ? slice : null,
		colorTextureWidth: width,
		colorTextureHeight: height,
		depthStencilTextureWidth: hasDepth ? width : null,
		depthStencilTextureHeight: hasDepth ? height : null,
	});
}
