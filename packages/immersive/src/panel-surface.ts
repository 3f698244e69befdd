import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace, type WebXRManager } from 'three';
import { drawPanel } from './draw-panel.ts';
import { PanelAnchor } from './panel-anchor.ts';
import { PANEL_HEIGHT, PANEL_PIXELS, PANEL_WIDTH, type PlacedButton, placeButtons } from './panel-layout.ts';
import type { PanelModel } from './panel-model.ts';

/** A panel in a scene. Add its `mesh` to the scene. */
export class PanelSurface<Id extends string = string> {
	readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;
	readonly #context: CanvasRenderingContext2D;
	readonly #texture: CanvasTexture;
	readonly #anchor: PanelAnchor;
	#buttons: readonly PlacedButton<Id>[] = [];
	#hasSlider = false;

	/** `drop`: meters from the eyes down to the middle of the panel. Throws if the browser has no 2D canvas. */
	constructor(drop?: number) {
		const picture = document.createElement('canvas');
		picture.width = PANEL_PIXELS.width;
		picture.height = PANEL_PIXELS.height;
		const context = picture.getContext('2d');
		if (context === null) throw new Error('the browser cannot draw the panel: no 2D canvas');
		this.#context = context;
		this.#texture = new CanvasTexture(picture);
		this.#texture.colorSpace = SRGBColorSpace;
		this.mesh = new Mesh(
			new PlaneGeometry(PANEL_WIDTH, PANEL_HEIGHT),
			new MeshBasicMaterial({ map: this.#texture, transparent: true, toneMapped: false }),
		);
		this.#anchor = new PanelAnchor(this.mesh, drop);
	}

	/** The buttons that are shown. */
	get buttons(): readonly PlacedButton<Id>[] {
		return this.#buttons;
	}

	/** Whether a slider is shown. */
	get hasSlider(): boolean {
		return this.#hasSlider;
	}

	/** Prepares a session: the panel appears at the first known pose of the head. */
	reset(): void {
		this.#anchor.reset();
	}

	/** Draws the panel's picture. */
	show(model: PanelModel<Id>, hovered: Id | null): void {
		this.#buttons = placeButtons(model.buttons);
		this.#hasSlider = !!model.slider;
		drawPanel(this.#context, model, this.#buttons, hovered);
		this.#texture.needsUpdate = true;
	}

	/** Follows the head at the time of a frame, in milliseconds. */
	follow(xr: WebXRManager, time: number): void {
		const { position, quaternion } = xr.getCamera();
		this.#anchor.update(position, quaternion, time);
		this.mesh.updateMatrixWorld();
	}

	dispose(): void {
		this.#texture.dispose();
		this.mesh.geometry.dispose();
		this.mesh.material.dispose();
	}
}
