import {
	checkState,
	checkSupport,
	getLayerState,
	listLayers,
	type SessionState,
	type XRFrame,
	type XRLayer,
	type XRRenderStateInit,
	XRWebGLLayer,
} from '../xr/module-kit.ts';
import type { SessionPart } from '../xr/xr-module.ts';
import { findLayer, type LayerState, XRCompositionLayer, XRLayerEvent } from './composition-layer.ts';
import { Compositor } from './compositor.ts';
import { isSecond } from './layer-image.ts';

/** `XRSession.maxRenderLayers`. */
export const MAX_LAYERS = 16;

/** The layers of a session. */
export class SessionLayers implements SessionPart {
	readonly #state: SessionState;
	readonly #isDrawing: () => boolean;
	/** Whether the session was hidden since the last frame. Headsets then drop the images of static layers. */
	#wasHidden = false;

	constructor(state: SessionState, isDrawing: () => boolean) {
		this.#state = state;
		this.#isDrawing = isDrawing;
		state.session.addEventListener('visibilitychange', () => {
			this.#wasHidden ||= state.visibility === 'hidden';
		});
	}

	get isPresenting(): boolean {
		return this.#list().length > 0;
	}

	get canvas(): HTMLCanvasElement | OffscreenCanvas | null {
		return this.#findContext()?.canvas ?? null;
	}

	get size(): readonly [width: number, height: number] | null {
		const gl = this.#findContext();
		return gl && [gl.drawingBufferWidth, gl.drawingBufferHeight];
	}

	readRenderState(init: XRRenderStateInit): XRRenderStateInit {
		const state = this.#state;
		const { baseLayer = null } = init;
		if ((init.layers ?? null) === null) return baseLayer === null ? init : { ...init, layers: [] };
		const layers = Array.from(init.layers!);
		checkSupport(baseLayer === null, 'baseLayer and layers exclude each other');
		const max = state.features.has('layers') ? MAX_LAYERS : 1;
		checkSupport(layers.length <= max, `the session has at most ${max} layers`);
		if (new Set(layers).size < layers.length) throw new TypeError('layers: the same layer twice');
		for (const layer of layers) {
			const { session } = findOwner(layer);
			if (session !== state) throw new TypeError('layers: a layer belongs to another session');
			if (layer instanceof XRCompositionLayer) checkState(!findLayer(layer).isGone, 'a layer was destroyed');
		}
		return layers.length === 0 ? { ...init, layers } : { ...init, layers, baseLayer: null };
	}

	openFrame(): void {
		for (const layer of this.#list()) {
			if (layer instanceof XRWebGLLayer) getLayerState(layer).target?.open();
			if (!(layer instanceof XRCompositionLayer)) continue;
			const state = findLayer(layer);
			state.isUsed = false;
			if (!this.#wasHidden || state.kind === 'projection') continue;
			state.needsRedraw = true;
			layer.dispatchEvent(new XRLayerEvent('redraw', { layer }));
		}
		this.#wasHidden = false;
	}

	closeFrame(frame: XRFrame): void {
		const layers = this.#list();
		const own = layers.flatMap((layer) => (layer instanceof XRCompositionLayer ? [findLayer(layer)] : []));
		for (const layer of own) if (layer.isUsed) layer.needsRedraw = false;
		const opaque = layers.flatMap((layer) => (layer instanceof XRWebGLLayer ? [getLayerState(layer)] : []));
		for (const { target } of opaque) target?.close();
		const gl = this.#findContext();
		if (gl === null || !isSecond(gl) || gl.isContextLost() || this.#state.isEnded || !this.#isDrawing()) return;
		// What is in another context cannot be read.
		const shown = own.filter((layer) => !layer.isGone && (layer.gl ?? gl) === gl);
		Compositor.find(gl).draw(shown, frame, this.#state.listViews(), this.#findBackground(layers, shown));
	}

	// Behind a projection layer is the page, as behind an `XRWebGLLayer`. Other layers do not cover everything.
	#findBackground(layers: readonly XRLayer[], [first]: readonly LayerState[]): number[] | null {
		if (layers[0] instanceof XRWebGLLayer) return null;
		const isOpaque = this.#state.session.environmentBlendMode === 'opaque' && first?.kind !== 'projection';
		return [0, 0, 0, isOpaque ? 1 : 0];
	}

	// The context whose canvas shows the session: that of the projection layer, or of the first layer that has one.
	#findContext(): WebGLRenderingContext | WebGL2RenderingContext | null {
		const owners = this.#list().map(findOwner);
		return (owners.find(({ isMain }) => isMain) ?? owners.find(({ gl }) => gl !== null))?.gl ?? null;
	}

	#list(): readonly XRLayer[] {
		return listLayers(this.#state.renderState);
	}
}

interface Owner {
	readonly session: SessionState;
	readonly gl: WebGLRenderingContext | WebGL2RenderingContext | null;
	readonly isMain: boolean;
}

function findOwner(layer: XRLayer): Owner {
	if (layer instanceof XRCompositionLayer) {
		const { session, gl, kind } = findLayer(layer);
		return { session, gl, isMain: kind === 'projection' };
	}
	const { session, context } = getLayerState(layer as XRWebGLLayer);
	return { session, gl: context, isMain: true };
}
