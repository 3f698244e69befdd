import type { PanelButton } from './panel-model.ts';

/** The size of the panel in pixels of its picture. */
export const PANEL_PIXELS: Readonly<{ width: number; height: number }> = { width: 1024, height: 640 };
/** The width of the panel in meters. */
export const PANEL_WIDTH = 0.64;
/** The height of the panel in meters. */
export const PANEL_HEIGHT: number = (PANEL_WIDTH * PANEL_PIXELS.height) / PANEL_PIXELS.width;

/** A button on the panel, in pixels from the top left. */
export interface PlacedButton<Id extends string = string> extends PanelButton<Id> {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** The track of the slider, in pixels from the top left. */
export const SLIDER: Readonly<Record<'x' | 'y' | 'width' | 'height', number>> = {
	x: 64,
	y: 236,
	width: 896,
	height: 72,
};

const MARGIN = 40;
const GAP = 24;
const BUTTON_HEIGHT = 168;
/** More buttons than this are placed in two rows, which are lower. */
const MAX_ROW = 4;
const LOW_BUTTON_HEIGHT = 124;

/** Places buttons at the bottom, as wide as there is room: a row at least 10 cm high, or two rows of almost 8 cm. */
export function placeButtons<Id extends string>(buttons: readonly PanelButton<Id>[]): PlacedButton<Id>[] {
	const { width, height } = PANEL_PIXELS;
	const isHigh = buttons.length <= MAX_ROW;
	const columns = Math.max(1, isHigh ? buttons.length : Math.ceil(buttons.length / 2));
	const buttonHeight = isHigh ? BUTTON_HEIGHT : LOW_BUTTON_HEIGHT;
	const each = Math.min(420, (width - 2 * MARGIN - GAP * (columns - 1)) / columns);
	const start = (width - each * columns - GAP * (columns - 1)) / 2;
	const top = height - MARGIN - (isHigh ? buttonHeight : 2 * buttonHeight + GAP);
	return buttons.map((button, i) => ({
		...button,
		x: start + (i % columns) * (each + GAP),
		y: top + Math.floor(i / columns) * (buttonHeight + GAP),
		width: each,
		height: buttonHeight,
	}));
}

const PIXELS_PER_METER: number = PANEL_PIXELS.width / PANEL_WIDTH;

/** The button at a point of the panel, in meters from its center with y up; `null` if there is none. */
export function findButton<Id extends string>(buttons: readonly PlacedButton<Id>[], x: number, y: number): Id | null {
	const px = x * PIXELS_PER_METER + PANEL_PIXELS.width / 2;
	const py = PANEL_PIXELS.height / 2 - y * PIXELS_PER_METER;
	for (const button of buttons) {
		const isInside =
			px >= button.x && px <= button.x + button.width && py >= button.y && py <= button.y + button.height;
		if (isInside) return button.id;
	}
	return null;
}

/** Whether a point of the panel, in meters from its center with y up, is on the slider. */
export function isOnSlider(x: number, y: number): boolean {
	const px = x * PIXELS_PER_METER + PANEL_PIXELS.width / 2;
	const py = PANEL_PIXELS.height / 2 - y * PIXELS_PER_METER;
	return px >= SLIDER.x && px <= SLIDER.x + SLIDER.width && py >= SLIDER.y && py <= SLIDER.y + SLIDER.height;
}

/** The value of the slider at a point of the panel, in meters from its center to the right. From 0 to 1. */
export function findSliderValue(x: number): number {
	const px = x * PIXELS_PER_METER + PANEL_PIXELS.width / 2;
	return Math.min(Math.max((px - SLIDER.x) / SLIDER.width, 0), 1);
}

/** Recognizes when a fingertip pushes through the front of the panel. Allocates nothing. */
export class PokeDetector<Id extends string = string> {
	#wasInFront = false;
	/** Whether the finger has been in the panel since it was in front of it. */
	#hasTouched = false;

	/**
	 * Takes the fingertip in the panel's coordinates: meters, x to the right, y up, z toward the person. Returns the button
	 * that it has just pushed. A button is pushed once until the finger is in front of the panel again.
	 */
	update(buttons: readonly PlacedButton<Id>[], x: number, y: number, z: number): Id | null {
		if (z > FRONT) {
			this.#wasInFront = z < NEAR;
			this.#hasTouched = false;
			return null;
		}
		if (!this.isThrough(z) || this.#hasTouched) return null;
		this.#hasTouched = true;
		return findButton(buttons, x, y);
	}

	/** Whether the fingertip is in the panel after it came from the front: it drags the slider there. */
	isThrough(z: number): boolean {
		return this.#wasInFront && z <= 0 && z >= -DEEP;
	}

	/** The finger is lost. */
	reset(): void {
		this.#wasInFront = false;
		this.#hasTouched = false;
	}
}

/** Meters in front of the panel from which a push starts, and up to which it may start. */
const FRONT = 0.01;
const NEAR = 0.3;
/** Meters behind the panel up to which a push counts, for fingers that move fast. */
const DEEP = 0.08;
