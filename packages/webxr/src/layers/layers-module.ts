import type { RuntimeModule } from '../page/page-options.ts';
import { defineAttributes, listLayers, XRRenderState, XRSession } from '../xr/module-kit.ts';
import type { XRModule } from '../xr/xr-module.ts';
import { SHAPED_LAYERS, XRCompositionLayer, XRLayerEvent, XRProjectionLayer } from './composition-layer.ts';
import { defineMultiview } from './multiview.ts';
import { MAX_LAYERS, SessionLayers } from './session-layers.ts';
import { XRSubImage, XRWebGLSubImage } from './sub-image.ts';
import { XRMediaBinding } from './xr-media-binding.ts';
import { drawing, XRWebGLBinding } from './xr-webgl-binding.ts';

const definition: XRModule = {
	features: ['layers'],
	interfaces: {
		XRCompositionLayer,
		XRProjectionLayer,
		XRQuadLayer: SHAPED_LAYERS.quad,
		XRCylinderLayer: SHAPED_LAYERS.cylinder,
		XREquirectLayer: SHAPED_LAYERS.equirect,
		XRCubeLayer: SHAPED_LAYERS.cube,
		XRSubImage,
		XRWebGLSubImage,
		XRWebGLBinding,
		XRMediaBinding,
		XRLayerEvent,
	},
	define(scope, replaced) {
		const layers = defineAttributes({} as XRRenderState, (state) => ({ layers: listLayers(state) }), ['layers']);
		replaced.define(XRRenderState.prototype, 'layers', {
			...Object.getOwnPropertyDescriptor(layers, 'layers'),
			enumerable: true,
		});
		const attribute = {
			get maxRenderLayers(): number {
				// Throws for objects of other classes.
				return Reflect.get(XRSession.prototype, 'visibilityState', this) && MAX_LAYERS;
			},
		};
		replaced.define(XRSession.prototype, 'maxRenderLayers', {
			...Object.getOwnPropertyDescriptor(attribute, 'maxRenderLayers'),
			enumerable: true,
		});
		defineMultiview(scope, replaced);
	},
	join(state, host) {
		const isDrawing = (): boolean => host.isDrawing();
		drawing.set(state, isDrawing);
		return new SessionLayers(state, isDrawing);
	},
};

/**
 * The WebXR Layers module, for the option `layers`.
 *
 * @example
 * installReplay(recording, { layers: layersModule });
 */
export const layersModule: RuntimeModule = definition;
