import type { Context } from '../page/session-framebuffer.ts';
import type { SessionState } from '../xr/module-kit.ts';
import type { LayerState } from './composition-layer.ts';

/** The session and context that a binding connects. */
export interface LayersHost {
	readonly session: SessionState;
	readonly gl: Context;
}

const contexts: WeakMap<Context, Set<LayerState>> = new WeakMap();

/** Returns the layers of a context, which are gone when it is lost. */
export function findContextLayers(gl: Context): Set<LayerState> {
	const known = contexts.get(gl);
	if (known !== undefined) return known;
	const layers = new Set<LayerState>();
	contexts.set(gl, layers);
	gl.canvas.addEventListener('webglcontextlost', () => {
		for (const layer of layers) layer.isGone = true;
		layers.clear();
	});
	return layers;
}
