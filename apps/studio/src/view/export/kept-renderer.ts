import type { FrameRenderer } from './frame-renderer.ts';

/** Milliseconds for which a renderer is kept. Several exports often follow each other. */
const KEEPING = 30_000;

let kept: { readonly renderer: FrameRenderer; readonly timer: ReturnType<typeof setTimeout> } | null = null;

/** Keeps a renderer for the next export, which then needs no shaders of its own. Disposes of it after a while. */
export function keepRenderer(renderer: FrameRenderer): void {
	takeRenderer()?.dispose();
	kept = {
		renderer,
		timer: setTimeout(() => takeRenderer()?.dispose(), KEEPING),
	};
}

/** Returns the kept renderer, or `null` if there is none. */
export function takeRenderer(): FrameRenderer | null {
	if (kept === null) return null;
	const { renderer, timer } = kept;
	kept = null;
	clearTimeout(timer);
	if (!renderer.isLost) return renderer;
	renderer.dispose();
	return null;
}
