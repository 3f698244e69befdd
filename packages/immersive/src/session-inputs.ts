import { type Scene, Vector3, type WebXRManager } from 'three';
import { findButton, findSliderValue, isOnSlider } from './panel-layout.ts';
import type { PanelSurface } from './panel-surface.ts';
import { Pointer } from './pointer.ts';

/** What {@link SessionInputs} needs. */
export interface SessionInputsOptions<Id extends string> {
	readonly xr: WebXRManager;
	readonly scene: Scene;
	readonly panel: PanelSurface<Id>;
	/** Called with the button that was pressed. */
	readonly onPress: (id: Id) => void;
	/** Called with each value from 0 to 1 to which the slider is dragged. */
	readonly onSlide?: (value: number) => void;
}

/** Hands and controllers: draws them, finds the buttons that they push or point at, and drags the slider. */
export class SessionInputs<Id extends string = string> {
	readonly #options: SessionInputsOptions<Id>;
	readonly #pointers: readonly Pointer[];
	readonly #point = new Vector3();
	#tracked: readonly string[] = [];
	/** A bit per pointer that is tracked. */
	#bits = -1;
	/** The button that a ray points at. */
	hovered: Id | null = null;
	/** Whether a ray or a finger drags the slider. */
	isSliding = false;

	constructor(options: SessionInputsOptions<Id>) {
		const { xr, scene } = options;
		this.#options = options;
		const events = {
			onPress: (pointer: Pointer) => this.#isOnSlider(pointer),
			onSelect: (pointer: Pointer) => {
				const id = this.#findAimed(pointer);
				if (id !== null) options.onPress(id);
			},
			onChange: () => {
				this.#bits = -1;
			},
		};
		this.#pointers = [0, 1].map((index) => new Pointer(xr, index, scene, events));
	}

	/** What is tracked. The same array until something changes. */
	get tracked(): readonly string[] {
		return this.#tracked;
	}

	/** Takes a frame. Allocates nothing unless something changes. */
	update(): void {
		const { panel } = this.#options;
		let bits = 0;
		this.hovered = null;
		this.isSliding = false;
		for (let i = 0; i < this.#pointers.length; i++) {
			const pointer = this.#pointers[i]!;
			if (pointer.isTracked) bits |= 1 << i;
			pointer.draw();
			if (!panel.mesh.visible) continue;
			if (pointer.isDragging) this.#drag(pointer);
			else this.hovered ??= this.#findAimed(pointer);
			this.#poke(pointer);
		}
		if (bits === this.#bits) return;
		this.#bits = bits;
		this.#tracked = this.#pointers.flatMap(({ isTracked, label }) => (isTracked && label !== null ? [label] : []));
	}

	#findAimed(pointer: Pointer): Id | null {
		const { panel } = this.#options;
		if (pointer.isDragging || !panel.mesh.visible || !pointer.findAim(panel.mesh, this.#point)) return null;
		return findButton(panel.buttons, this.#point.x, this.#point.y);
	}

	#isOnSlider(pointer: Pointer): boolean {
		const { panel } = this.#options;
		if (!panel.hasSlider || !panel.mesh.visible || !pointer.findAim(panel.mesh, this.#point)) return false;
		return isOnSlider(this.#point.x, this.#point.y);
	}

	#drag(pointer: Pointer): void {
		if (pointer.findAim(this.#options.panel.mesh, this.#point)) this.#slide(this.#point.x);
	}

	#poke(pointer: Pointer): void {
		const { panel, onPress } = this.#options;
		if (!pointer.findTip(panel.mesh, this.#point)) return;
		const { x, y, z } = this.#point;
		const id = pointer.poke.update(panel.buttons, x, y, z) as Id | null;
		if (id !== null) onPress(id);
		else if (panel.hasSlider && pointer.poke.isThrough(z) && isOnSlider(x, y)) this.#slide(x);
	}

	#slide(x: number): void {
		this.isSliding = true;
		this.#options.onSlide?.(findSliderValue(x));
	}
}
