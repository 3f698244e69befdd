/**
 * Listens to what three.js announces to its developer tools. Returns a function that returns whether a `WebGPURenderer` is there.
 * It draws sessions to the layer's framebuffer and fails if that is null.
 */
export function watchRenderers(scope: { __THREE_DEVTOOLS__?: EventTarget }): () => boolean {
	let isFound = false;
	scope.__THREE_DEVTOOLS__ ??= new EventTarget();
	scope.__THREE_DEVTOOLS__.addEventListener('observe', (event) => {
		isFound ||= (event as CustomEvent<{ isWebGPURenderer?: boolean } | null>).detail?.isWebGPURenderer === true;
	});
	return () => isFound;
}
