/**
 * A panel for hands and controllers in immersive sessions.
 *
 * @module
 */

export { FEATURES, findSessionMode, type SessionMode } from './find-session-mode.ts';
export { PANEL_DISTANCE, PanelAnchor } from './panel-anchor.ts';
export {
	findButton,
	findSliderValue,
	PANEL_HEIGHT,
	PANEL_PIXELS,
	PANEL_WIDTH,
	type PlacedButton,
	PokeDetector,
	placeButtons,
} from './panel-layout.ts';
export type { PanelButton, PanelModel, PanelSlider } from './panel-model.ts';
export { PanelSurface } from './panel-surface.ts';
export { SessionInputs, type SessionInputsOptions } from './session-inputs.ts';
