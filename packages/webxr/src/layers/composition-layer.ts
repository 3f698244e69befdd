import type { Context } from '../page/session-framebuffer.ts';
import {
	checkInternal,
	defineAttributes,
	defineEvent,
	defineHandlers,
	type EventClass,
	type INTERNAL,
	type SessionState,
	XRLayer,
	XRRigidTransform,
} from '../xr/module-kit.ts';
import type { LayerImage } from './layer-image.ts';
import { type Converter, defineSettable, toFloat, toInstance, toOneOf } from './members.ts';
import { listSettable, SHAPES, type ShapeName } from './shapes.ts';

/** `XRLayerLayout`. */
export type Layout = 'mono' | 'stereo' | 'stereo-left-right' | 'stereo-top-bottom';
/** The values of `XRLayerLayout`. */
export const LAYOUTS: readonly string[] = ['default', 'mono', 'stereo', 'stereo-left-right', 'stereo-top-bottom'];

/** What pages do not see of a layer. */
export interface LayerState {
	readonly kind: 'projection' | ShapeName;
	readonly session: SessionState;
	/** `null` for a video. */
	readonly gl: Context | null;
	readonly image: LayerImage | null;
	readonly video: HTMLVideoElement | null;
	/** Whether the right eye is the first in the image. */
	readonly isInverted: boolean;
	readonly isStatic: boolean;
	readonly clearOnAccess: boolean;
	readonly layout: Layout;
	/** The attributes of the interface. */
	readonly values: Record<string, unknown>;
	needsRedraw: boolean;
	/** Whether the page has got the image in the current frame. */
	isUsed: boolean;
	/** Whether it was destroyed, or its context was lost. */
	isGone: boolean;
}

/** Returns the state of a layer. Throws `TypeError` for other objects. */
export let findLayer: (layer: XRCompositionLayer) => LayerState;

/** A layer that the runtime composes with others. */
export class XRCompositionLayer extends XRLayer {
	readonly #state: LayerState;

	constructor(token: typeof INTERNAL, state: LayerState) {
		super(token);
		checkInternal(token);
		this.#state = state;
	}

	/** Frees the images. The layer is not shown any more. */
	destroy(): void {
		const state = this.#state;
		if (!state.isGone) state.image?.delete();
		state.isGone = true;
	}

	static {
		findLayer = (layer) => layer.#state;
		const { prototype } = XRCompositionLayer;
		defineAttributes(prototype, findLayer, ['layout', 'needsRedraw']);
		defineAttributes(prototype, findValues, ['mipLevels']);
		const toBoolean: Converter = (value) => Boolean(value);
		defineSettable(prototype, findValues, {
			blendTextureSourceAlpha: toBoolean,
			forceMonoPresentation: toBoolean,
			opacity: toFloat(0, 1),
			quality: toOneOf(['default', 'text-optimized', 'graphics-optimized']),
		});
	}
}

/** The attributes that every layer begins with. */
export const COMMON_VALUES: Readonly<Record<string, unknown>> = {
	blendTextureSourceAlpha: true,
	forceMonoPresentation: false,
	opacity: 1,
	quality: 'default',
};

/** The layer for the views of the person. */
export class XRProjectionLayer extends XRCompositionLayer {
	static {
		const { prototype } = XRProjectionLayer;
		const names = ['textureWidth', 'textureHeight', 'textureArrayLength', 'ignoreDepthValues'];
		defineAttributes(prototype, findValues, names);
		const toLevel = toFloat(0, 1);
		defineSettable(prototype, findValues, {
			fixedFoveation: (value, name) => (value === null ? null : toLevel(value, name)),
			deltaPose: toInstance(() => XRRigidTransform, true),
		});
	}
}

/** The interfaces of layers that are placed in space. */
export const SHAPED_LAYERS: Readonly<Record<ShapeName, typeof XRCompositionLayer>> = {
	quad: defineShaped('quad'),
	cylinder: defineShaped('cylinder'),
	equirect: defineShaped('equirect'),
	cube: defineShaped('cube'),
};

/** The image of a layer has to be drawn again. */
export const XRLayerEvent: EventClass<{ readonly layer: XRLayer }> = defineEvent(['layer']);

function findValues(layer: XRCompositionLayer): Record<string, unknown> {
	return findLayer(layer).values;
}

function defineShaped(name: ShapeName): typeof XRCompositionLayer {
	class XRShapedLayer extends XRCompositionLayer {
		static {
			defineSettable(XRShapedLayer.prototype, findValues, listSettable(SHAPES[name]));
			defineHandlers(XRShapedLayer.prototype, findLayer, ['redraw']);
		}
	}
	return XRShapedLayer;
}
