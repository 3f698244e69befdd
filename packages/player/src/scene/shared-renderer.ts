import { type Camera, type Object3D, WebGLRenderer } from 'three';

/**
 * One renderer for all players: browsers give a page about 16 WebGL contexts, and take the oldest away for the next. It draws into the
 * canvases of the players, which keep their pictures.
 */
let renderer: WebGLRenderer | null = null;
/** How each player draws again. */
const redraws = new Set<() => void>();
/** The size of the renderer: that of the largest canvas so far. */
let width = 0;
let height = 0;

/**
 * Begins to use the renderer and returns a function that ends it. `redraw` is called when the browser has taken the graphics away and
 * given them back. Throws if the browser has no WebGL.
 */
export function useRenderer(redraw: () => void): () => void {
	renderer ??= createRenderer();
	// Another identity for each user.
	const own = (): void => redraw();
	redraws.add(own);
	return () => {
		redraws.delete(own);
		if (redraws.size > 0 || renderer === null) return;
		renderer.dispose();
		renderer.forceContextLoss();
		renderer = null;
		width = 0;
		height = 0;
	};
}

function createRenderer(): WebGLRenderer {
	const made = new WebGLRenderer({ alpha: true, antialias: true });
	// After three.js, which sets up its state again.
	made.domElement.addEventListener('webglcontextrestored', () => {
		for (const redraw of redraws) redraw();
	});
	made.setScissorTest(true);
	return made;
}

/** Draws a scene into a canvas of any size. Without graphics the canvas keeps its picture. */
export function drawInto(context: CanvasRenderingContext2D, scene: Object3D, camera: Camera): void {
	const { canvas } = context;
	if (renderer === null || renderer.getContext().isContextLost()) return;
	if (canvas.width > width || canvas.height > height) {
		width = Math.max(width, canvas.width);
		height = Math.max(height, canvas.height);
		renderer.setSize(width, height, false);
	}
	renderer.setViewport(0, 0, canvas.width, canvas.height);
	renderer.setScissor(0, 0, canvas.width, canvas.height);
	renderer.render(scene, camera);
	// WebGL counts rows from the bottom.
	const top = height - canvas.height;
	context.globalCompositeOperation = 'copy';
	context.drawImage(renderer.domElement, 0, top, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height);
}
