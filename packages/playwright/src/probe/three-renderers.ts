import type { ProbedWindow, SceneLibrary, SceneView } from './library.ts';
import { multiply } from './matrix.ts';
import type { ThreeCamera, ThreeNode, ThreeReceiver, ThreeRenderer } from './three-types.ts';
import type { SceneCamera } from './types.ts';

/** A scene that was drawn, with the camera and where. */
interface Draw {
	readonly scene: ThreeNode;
	readonly camera: ThreeCamera;
	/** The size of the render target, or `null` for the screen. */
	readonly target: { readonly width: number; readonly height: number } | null;
	/** Whether another call was drawing: reflections, and passes of node materials. */
	readonly isNested: boolean;
	readonly clears: boolean;
	readonly viewport: readonly [x: number, y: number, width: number, height: number];
}

/** A renderer with the draws of its last frame. */
export interface DrawnFrame {
	readonly renderer: ThreeRenderer;
	readonly window: ProbedWindow;
	draws: Draw[];
	/** When the frame was drawn. */
	time: number;
}

/**
 * Notes which scenes a renderer draws, per frame, without passes over the whole screen. A frame ends when the clock moves, or
 * when the same scene is drawn again from the same camera to the same target.
 */
export function followRenderer(renderer: ThreeRenderer, window: ProbedWindow): DrawnFrame {
	const frame: DrawnFrame = { renderer, window, draws: [], time: Number.NaN };
	const { render } = renderer;
	let depth = 0;
	let [x, y, width, height] = [0, 0, 0, 0];
	const box: ThreeReceiver = {
		copy: (from) => {
			[x, y, width, height] = [from.x, from.y, from.z, from.w];
			return from;
		},
		set: () => undefined,
	};
	let isOver = false;
	const note = (scene: ThreeNode, camera: ThreeCamera): void => {
		const target = renderer.getRenderTarget?.() ?? null;
		const isRepeated = frame.draws.some(
			(other) => other.scene === scene && other.camera === camera && other.target === target,
		);
		if (isOver || (depth === 0 && isRepeated)) frame.draws = [];
		else if (isRepeated) return;
		isOver = false;
		renderer.getViewport?.(box);
		const clears = renderer.autoClear !== false;
		frame.draws.push({ scene, camera, target, isNested: depth > 0, clears, viewport: [x, y, width, height] });
	};
	renderer.render = function draw(scene, camera, ...rest) {
		if (scene?.isObject3D && camera) {
			const time = readFrameTime(window);
			if (depth === 0 && time !== frame.time) isOver = true;
			frame.time = time;
			// Passes draw their rectangle several times to the same target.
			if (scene.isScene && !isPass(scene, camera)) note(scene, camera);
		}
		depth++;
		try {
			return render.call(this, scene, camera, ...rest);
		} finally {
			depth--;
		}
	};
	return frame;
}

// The same for all calls of a frame. The clock of a replay stands still within a frame; that of a page does not.
function readFrameTime({ document, handreel, performance }: ProbedWindow): number {
	const time = document?.timeline?.currentTime;
	return handreel === undefined && typeof time === 'number' ? time : performance.now();
}

/**
 * The draws that people see: those to the screen; with post-processing, those to the composer's input. Reflections and
 * shadows do not count.
 */
export function listSeen({ draws, renderer }: DrawnFrame): readonly Draw[] {
	const screen = draws.filter(({ target, isNested }) => target === null && !isNested);
	if (screen.length > 0) return screen;
	const { width = 0, height = 0 } = renderer.domElement ?? {};
	// Composers may draw at a part of the resolution, with the same shape.
	const fits = draws.filter(({ target, camera }) => {
		const isCube = camera.parent?.type === 'CubeCamera' || target === null;
		return !isCube && Math.abs(target.width * height - target.height * width) <= 2 * Math.max(width, height);
	});
	const outer = fits.filter(({ isNested }) => !isNested);
	const isInSession = renderer.xr?.isPresenting === true;
	const list =
		isInSession || fits.length === 0 ? draws.filter(({ isNested }) => !isNested) : outer.length > 0 ? outer : fits;
	// Several passes draw the same scene from the same camera: normals, depth, outlines.
	return list.filter(
		({ scene, camera }, i) => list.findIndex((other) => other.scene === scene && other.camera === camera) === i,
	);
}

// A pass has a triangle or rectangle, and a camera that does not look anywhere.
function isPass(scene: ThreeNode, camera: ThreeCamera): boolean {
	if (camera.type === 'Camera') return true;
	if (!camera.isOrthographicCamera) return false;
	const [mesh, ...rest] = scene.children.filter(({ isMesh }) => isMesh);
	if (mesh === undefined || rest.length > 0) return false;
	const count = mesh.geometry?.attributes['position']?.count ?? 0;
	const { elements } = camera.projectionMatrix;
	return count <= 6 && elements[0] === 1 && elements[5] === 1 && [mesh.material].flat()[0]?.isShaderMaterial === true;
}

/** Returns the views of a frame. */
export function listViewsOf(frame: DrawnFrame, library: SceneLibrary): SceneView[] {
	const { renderer } = frame;
	const canvas = renderer.domElement;
	if (!canvas || typeof canvas.getBoundingClientRect !== 'function') return [];
	const { clientWidth, clientHeight } = canvas;
	let [wide, high] = [0, 0];
	renderer.getSize?.({
		copy: () => undefined,
		set: (x = 0, y = 0) => {
			[wide, high] = [x, y];
		},
	});
	return listSeen(frame).flatMap(({ scene, camera, clears, viewport, target }) => {
		const [x, y, w, h] = viewport;
		// Composers set the viewport of their targets themselves.
		const isWhole = target !== null || wide === 0 || high === 0 || w === 0 || h === 0;
		const [sx, sy] = [clientWidth / wide, clientHeight / high];
		const top = renderer.isWebGPURenderer ? y : high - y - h;
		const place = isWhole
			? { x: 0, y: 0, width: clientWidth, height: clientHeight }
			: { x: x * sx, y: top * sy, width: w * sx, height: h * sy };
		const cameras = (
			camera as { cameras?: readonly (ThreeCamera & { viewport?: { x: number; y: number; z: number; w: number } })[] }
		).cameras;
		const parts = camera.isArrayCamera && cameras ? cameras : [camera];
		return parts.map((own) => {
			const { elements } = own.projectionMatrix;
			const box = (own as { viewport?: { x: number; y: number; z: number; w: number } }).viewport;
			const ratio = canvas.width / clientWidth;
			const part =
				box && parts !== undefined && camera.isArrayCamera
					? { x: box.x / ratio, y: clientHeight - (box.y + box.w) / ratio, width: box.z / ratio, height: box.w / ratio }
					: place;
			return {
				library,
				scene,
				camera: own,
				canvas,
				...part,
				viewProjection: multiply(elements, own.matrixWorldInverse.elements),
				world: own.matrixWorld.elements,
				isPerspective: elements[15] === 0,
				clears,
				depthSign: own.reversedDepth === true ? (-1 as const) : (1 as const),
				pointScale: (elements[5]! * part.height) / 2,
			};
		});
	});
}

/** The camera of a session, or of the last frame. */
export function findThreeCamera(frames: Iterable<DrawnFrame>): SceneCamera | null {
	for (const frame of frames) {
		const { xr } = frame.renderer;
		const cameras = xr?.isPresenting ? (xr.getCamera?.().cameras ?? []) : [];
		const drawn = listSeen(frame);
		const camera = cameras[0] ?? drawn[0]?.camera;
		if (camera === undefined || frame.draws.length === 0) continue;
		return {
			viewProjection: multiply(camera.projectionMatrix.elements, camera.matrixWorldInverse.elements),
			world: cameras.length > 0 ? Array.from(camera.matrixWorld.elements) : null,
			isEye: true,
			viewCount: Math.max(1, cameras.length),
		};
	}
	return null;
}
