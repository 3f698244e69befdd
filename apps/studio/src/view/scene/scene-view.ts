import { createFrameSample, type FrameSample, JOINT_NAMES, POSE_STRIDE, SIDES, type Side } from '@handreel/core';
import {
	Color,
	DirectionalLight,
	Group,
	HemisphereLight,
	PerspectiveCamera,
	Scene,
	Vector3,
	WebGLRenderer,
} from 'three';
import { findFloor } from '../../state/measure-scene.ts';
import { type SceneRecording, sampleTable } from '../../state/sample-table.ts';
import { findPointPose, listScenePoints } from '../../state/scene-points.ts';
import type { ViewState } from '../../state/view-state.ts';
import { ControllerFigure } from './controller-figure.ts';
import { FloorGrid } from './floor-grid.ts';
import { HandFigure } from './hand-figure.ts';
import { HeadFigure } from './head-figure.ts';
import { LetterSprite } from './letter-sprite.ts';
import type { MeshHands } from './mesh-hands.ts';
import { OnionSkin } from './onion-skin.ts';
import { type PointOnScreen, pickPoint, projectPoint } from './pick-point.ts';
import { PickedPoints } from './picked-points.ts';
import { placeCamera } from './place-camera.ts';
import { SceneLines } from './scene-lines.ts';
import type { SceneTheme } from './theme.ts';

const WRIST = JOINT_NAMES.indexOf('wrist') * POSE_STRIDE;
const GHOST_OPACITY = 0.45;

const direction = new Vector3();

/** Everything that a frame depends on. The same input draws the same image. */
export interface SceneInput {
	readonly recording: SceneRecording;
	/** The overlay of a comparison. */
	readonly ghost: SceneRecording | null;
	/** Seconds. */
	readonly time: number;
	readonly view: ViewState;
	readonly theme: SceneTheme;
	/** Draws no background. The canvas must have an alpha channel. */
	readonly isTransparent?: boolean;
	/** Points that are marked. The first two are connected. */
	readonly picked?: readonly string[];
	/** Fills a frame that is drawn instead of the frame at `time`: the newest frame of a take in progress. Default: none. */
	readonly live?: ((out: FrameSample) => FrameSample) | null;
}

/** How a {@link SceneView} draws. */
export interface SceneViewOptions {
	readonly antialias: boolean;
	/** Whether the picture can be transparent, for images and passthrough. Default `false`. */
	readonly alpha?: boolean;
}

interface Figures {
	readonly frame: FrameSample;
	readonly group: Group;
	readonly hands: Readonly<Record<Side, HandFigure>>;
	readonly controllers: Readonly<Record<Side, ControllerFigure>>;
	readonly head: HeadFigure;
	readonly lines: SceneLines;
}

/** Draws a recording in 3D. Independent of the UI framework. Draws on request only. */
export class SceneView {
	readonly #renderer: WebGLRenderer;
	readonly #scene = new Scene();
	readonly #background = new Color();
	readonly #camera = new PerspectiveCamera(40, 1, 0.01, 100);
	readonly #grid = new FloorGrid();
	readonly #main = createFigures();
	readonly #ghost = createFigures();
	readonly #letters = { left: new LetterSprite('L'), right: new LetterSprite('R') };
	readonly #onion = new OnionSkin();
	readonly #picked = new PickedPoints();
	#width = 0;
	#height = 0;
	#meshes: MeshHands | null = null;
	#size = '';

	/** Throws if the browser has no WebGL. */
	constructor(canvas: HTMLCanvasElement, { antialias, alpha = false }: SceneViewOptions) {
		const context = alpha ? null : createOpaqueContext(canvas, antialias);
		this.#renderer = new WebGLRenderer({ canvas, antialias, alpha, context: context ?? undefined });
		this.#renderer.setClearAlpha(0);
		// Checking for shader errors blocks until each shader is compiled and delays the first frame.
		this.#renderer.debug.checkShaderErrors = import.meta.env.DEV;
		const sun = new DirectionalLight(0xffffff, 1.9);
		sun.position.set(1.5, 4, 2.5);
		this.#scene.add(new HemisphereLight(0xffffff, 0x8a93a0, 1.7), sun, this.#grid.object);
		for (const { group } of [this.#main, this.#ghost]) this.#scene.add(group);
		this.#scene.add(this.#onion.object, this.#picked.object);
		for (const side of SIDES) this.#scene.add(this.#letters[side].object);
	}

	/** For immersive sessions, which have their own camera and objects. */
	get renderer(): WebGLRenderer {
		return this.#renderer;
	}

	get scene(): Scene {
		return this.#scene;
	}

	get camera(): PerspectiveCamera {
		return this.#camera;
	}

	/** The pose of a point in the last frame: position and rotation, seven numbers; `null` if the frame does not have it. */
	findPose(point: string): Float32Array | null {
		const found = findPointPose(this.#main.frame, point);
		return found?.poses.slice(found.offset, found.offset + POSE_STRIDE) ?? null;
	}

	/** Sets the skinned hands when they are loaded. */
	set meshes(meshes: MeshHands) {
		this.#meshes = meshes;
		this.#scene.add(meshes.object);
	}

	/** Sets the size in CSS pixels. */
	resize(width: number, height: number, pixelRatio: number): void {
		const size = `${width} ${height} ${pixelRatio}`;
		if (size === this.#size || width === 0 || height === 0) return;
		this.#size = size;
		this.#width = width;
		this.#height = height;
		this.#renderer.setPixelRatio(pixelRatio);
		this.#renderer.setSize(width, height, false);
	}

	draw(input: SceneInput): void {
		const { recording, ghost, time, view, theme } = input;
		this.#scene.background = input.isTransparent ? null : this.#background.set(theme.background);
		const frame = input.live?.(this.#main.frame) ?? sampleTable(recording, time, this.#main.frame);
		const { xr } = this.#renderer;
		const isSplit = view.split && ghost !== null && !xr.isPresenting;
		this.#camera.aspect = this.#width / (isSplit ? 2 : 1) / Math.max(this.#height, 1);
		if (xr.isPresenting) this.#camera.copy(xr.getCamera(), false);
		else placeCamera(this.#camera, view, frame);
		this.#grid.object.visible = view.grid;
		if (view.grid) this.#grid.draw(findFloor(recording), theme.grid, theme.gridStrong);
		this.#drawMain(input);
		this.#ghost.group.visible = ghost !== null && !isSplit;
		if (ghost !== null && !isSplit) {
			sampleTable(ghost, time, this.#ghost.frame);
			this.#drawFigures(this.#ghost, ghost, input, GHOST_OPACITY, false);
		}
		if (!isSplit) this.#renderer.render(this.#scene, this.#camera);
		else this.#renderHalves(input, ghost);
	}

	// The active recording on the left, the other on the right, seen from the same place.
	#renderHalves(input: SceneInput, ghost: SceneRecording): void {
		const half = Math.floor(this.#width / 2);
		this.#renderer.setScissorTest(true);
		for (const [left, recording] of [
			[0, input.recording],
			[half, ghost],
		] as const) {
			this.#renderer.setViewport(left, 0, half, this.#height);
			this.#renderer.setScissor(left, 0, left === 0 ? half : this.#width - half, this.#height);
			if (left > 0) {
				sampleTable(recording, input.time, this.#main.frame);
				this.#drawMain({ ...input, recording, picked: [] });
			}
			this.#renderer.render(this.#scene, this.#camera);
		}
		this.#renderer.setScissorTest(false);
		this.#renderer.setViewport(0, 0, this.#width, this.#height);
		// Picking refers to the active recording.
		sampleTable(input.recording, input.time, this.#main.frame);
	}

	#drawMain(input: SceneInput): void {
		const { recording, time, view, theme, picked = [] } = input;
		const { frame } = this.#main;
		const isInside = view.camera === 'head' && frame.headPresent;
		this.#drawFigures(this.#main, recording, input, 1, isInside);
		this.#onion.draw(recording, time, view, theme, this.#camera);
		this.#picked.draw(frame, picked, theme, this.#camera);
		for (const side of SIDES) {
			const hasHand = this.#main.hands[side].object.visible;
			const { tracked } = hasHand ? frame.hands[side] : frame.controllers[side];
			const letter = this.#letters[side];
			letter.object.visible = (hasHand || this.#main.controllers[side].object.visible) && !isInside;
			const place = hasHand ? frame.hands[side].joints : frame.controllers[side].grip;
			letter.draw(place, hasHand ? WRIST : 0, tracked ? theme[side] : theme.lost, tracked);
		}
		this.#meshes?.draw(frame, view.handStyle !== 'bones', theme);
	}

	/** Finds the point of the last frame at a place in CSS pixels; `null` if there is none. */
	pick(x: number, y: number, { camera, head, split }: ViewState, hasGhost: boolean): PointOnScreen | null {
		const width = split && hasGhost ? Math.floor(this.#width / 2) : this.#width;
		if (x > width) return null;
		const size = { width, height: this.#height };
		return pickPoint(this.#main.frame, this.#camera, size, x, y, camera === 'head' || !head);
	}

	/** Finds where all points of the last frame are, in CSS pixels. */
	listPoints({ split }: ViewState, hasGhost: boolean): PointOnScreen[] {
		const { frame } = this.#main;
		const size = { width: split && hasGhost ? Math.floor(this.#width / 2) : this.#width, height: this.#height };
		return listScenePoints(frame).flatMap((point) => projectPoint(frame, point, this.#camera, size) ?? []);
	}

	/** The place that the camera looks at, in meters. */
	findTarget(distance: number): [x: number, y: number, z: number] {
		this.#camera.getWorldDirection(direction);
		const { x, y, z } = this.#camera.position;
		return [x + direction.x * distance, y + direction.y * distance, z + direction.z * distance];
	}

	/** The last frame as PNG. */
	toPng(): Promise<Blob> {
		return new Promise((resolve, reject) => {
			this.#renderer.domElement.toBlob((blob) =>
				blob === null ? reject(new Error('the canvas is empty')) : resolve(blob),
			);
		});
	}

	/** The size of the image in pixels. Browsers draw fewer pixels than they are asked for if there are too many. */
	get drawnSize(): { readonly width: number; readonly height: number } {
		const { drawingBufferWidth, drawingBufferHeight } = this.#renderer.getContext();
		return { width: drawingBufferWidth, height: drawingBufferHeight };
	}

	/** True after the browser took the graphics context away. */
	get isLost(): boolean {
		return this.#renderer.getContext().isContextLost();
	}

	/** Frees GPU memory. Browsers limit the number of contexts and collect unused contexts late. */
	dispose(): void {
		const { isLost } = this;
		this.#renderer.dispose();
		if (!isLost) this.#renderer.forceContextLoss();
	}

	#drawFigures(
		figures: Figures,
		recording: SceneRecording,
		input: SceneInput,
		opacity: number,
		isInside: boolean,
	): void {
		const { view, theme } = input;
		const { frame, lines } = figures;
		const isGhost = opacity < 1;
		const hasMesh = !isGhost && view.handStyle === 'mesh' && this.#meshes !== null;
		for (const side of SIDES) {
			const color = isGhost ? theme.ghost : theme[side];
			const paint = {
				color,
				lost: theme.lost,
				pinch: isGhost ? theme.ghost : theme.pinch,
				opacity,
				thickness: isGhost ? 0.75 : 1,
			};
			const isComplete = frame.hands[side].present.every((flag, joint) => flag === 1 || joint === 0 || joint === 2);
			figures.hands[side].draw(frame.hands[side], paint, !(hasMesh && isComplete), this.#camera);
			figures.controllers[side].draw(frame.controllers[side], paint);
		}
		figures.head.draw(frame, isGhost ? theme.ghost : theme.head, opacity);
		figures.head.object.visible &&= view.head && !isInside;
		lines.draw(recording, frame, input, opacity);
	}
}

// three.js always asks for an alpha channel. A browser has to blend such a canvas with the page, which without a graphics card
// takes a quarter of the time of a frame. Returns `null` without WebGL; three.js explains why.
function createOpaqueContext(canvas: HTMLCanvasElement, antialias: boolean): WebGL2RenderingContext | null {
	return canvas.getContext('webgl2', { alpha: false, antialias, depth: true, stencil: false });
}

function createFigures(): Figures {
	const figures: Figures = {
		frame: createFrameSample(),
		group: new Group(),
		hands: { left: new HandFigure(), right: new HandFigure() },
		controllers: { left: new ControllerFigure(), right: new ControllerFigure() },
		head: new HeadFigure(),
		lines: new SceneLines(),
	};
	const { group, hands, controllers, head, lines } = figures;
	for (const side of SIDES) group.add(hands[side].object, controllers[side].object);
	group.add(head.object, lines.object);
	return figures;
}
