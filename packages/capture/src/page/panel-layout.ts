import type { ButtonId, PanelButton } from './panel-model.ts';

/** The size of the panel in pixels of its picture. */
export const PANEL_PIXELS: Readonly<{ width: number; height: number }> = { width: 1024, height: 640 };
/** The width of the panel in meters. */
export const PANEL_WIDTH = 0.64;
/** The height of the panel in meters. */
export const PANEL_HEIGHT: number = (PANEL_WIDTH * PANEL_PIXELS.height) / PANEL_PIXELS.width;

/** A button on the panel, in pixels from the top left. */
export interface PlacedButton extends PanelButton {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

const MARGIN = 40;
const GAP = 24;
const BUTTON_HEIGHT = 168;

/** Places buttons in a row at the bottom. Each is at least 10 cm high and as wide as there is room. */
export function placeButtons(buttons: readonly PanelButton[]): PlacedButton[] {
	const { width, height } = PANEL_PIXELS;
	const room = width - 2 * MARGIN - GAP * (buttons.length - 1);
	const each = Math.min(420, room / Math.max(1, buttons.length));
	const start = (width - each * buttons.length - GAP * (buttons.length - 1)) / 2;
	return buttons.map((button, i) => ({
		...button,
		x: start + i * (each + GAP),
		y: height - MARGIN - BUTTON_HEIGHT,
		width: each,
		height: BUTTON_HEIGHT,
	}));
}

/** The button at a point of the panel, in meters from its center with y up; `null` if there is none. */
export function findButton(buttons: readonly PlacedButton[], x: number, y: number): ButtonId | null {
	const scale = PANEL_PIXELS.width / PANEL_WIDTH;
	const px = x * scale + PANEL_PIXELS.width / 2;
	const py = PANEL_PIXELS.height / 2 - y * scale;
	for (const button of buttons) {
		const isInside =
			px >= button.x && px <= button.x + button.width && py >= button.y && py <= button.y + button.height;
		if (isInside) return button.id;
	}
	return null;
}

/** Recognizes when a fingertip pushes through the front of the panel. Allocates nothing. */
export class PokeDetector {
	#wasInFront = false;
	#pressed: ButtonId | null = null;

	/**
	 * Takes the fingertip in the panel's coordinates: meters, x to the right, y up, z toward the person. Returns the button
	 * that it has just pushed. A button is pushed once until the finger is in front of the panel again.
	 */
	update(buttons: readonly PlacedButton[], x: number, y: number, z: number): ButtonId | null {
		if (z > FRONT) {
			this.#wasInFront = z < NEAR;
			this.#pressed = null;
			return null;
		}
		if (z > 0 || z < -DEEP || !this.#wasInFront || this.#pressed !== null) return null;
		this.#pressed = findButton(buttons, x, y);
		if (this.#pressed === null) this.#wasInFront = false;
		return this.#pressed;
	}

	/** The finger is lost. */
	reset(): void {
		this.#wasInFront = false;
		this.#pressed = null;
	}
}

/** Meters in front of the panel from which a push starts, and up to which it may start. */
const FRONT = 0.01;
const NEAR = 0.3;
/** Meters behind the panel up to which a push counts, for fingers that move fast. */
const DEEP = 0.08;
