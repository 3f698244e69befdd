/** The parts of the element that code changes. */
export interface PlayerParts {
	/** Holds the canvas, and has focus and gestures. */
	readonly stage: HTMLElement;
	readonly poster: HTMLImageElement;
	readonly message: HTMLElement;
	readonly controls: HTMLElement;
	readonly button: HTMLButtonElement;
	readonly range: HTMLInputElement;
	readonly output: HTMLOutputElement;
	readonly status: HTMLElement;
}

const STYLE = `
:host { display: block; position: relative; aspect-ratio: 16 / 9; overflow: hidden; border-radius: 10px;
	background: var(--handreel-background, #14171c); color: var(--handreel-color, #e8ecf1);
	font: 13px/1.4 system-ui, sans-serif; }
:host([hidden]) { display: none; }
.stage, canvas, .poster { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
.stage { cursor: grab; touch-action: pan-y; outline-offset: -3px; border-radius: inherit; }
.stage:active { cursor: grabbing; }
.stage:focus-visible, button:focus-visible, input:focus-visible { outline: 2px solid var(--handreel-accent, #4cb2ff); }
.poster { object-fit: cover; pointer-events: none; }
.message { position: absolute; inset: 0; display: grid; place-items: center; padding: 24px; text-align: center;
	pointer-events: none; overflow-wrap: anywhere;
	background: color-mix(in srgb, var(--handreel-background, #14171c) 85%, transparent); }
.controls { position: absolute; inset: auto 0 0 0; display: flex; align-items: center; gap: 10px; padding: 8px 12px;
	background: linear-gradient(transparent, color-mix(in srgb, var(--handreel-background, #14171c) 85%, transparent)); }
button { all: unset; box-sizing: border-box; width: 32px; height: 32px; display: grid; place-items: center;
	border-radius: 6px; cursor: pointer; }
button:hover { background: color-mix(in srgb, currentColor 15%, transparent); }
svg { width: 18px; height: 18px; fill: currentColor; }
input { flex: 1; min-width: 40px; accent-color: var(--handreel-accent, #4cb2ff); }
output { font-variant-numeric: tabular-nums; white-space: nowrap; }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
`;
const PLAY = 'M4 2.5v13l11-6.5z';
const PAUSE = 'M4 2.5h3.5v13H4zM10.5 2.5H14v13h-3.5z';

/** Builds the shadow tree with DOM calls, which strict content security policies allow. */
export function buildParts(root: ShadowRoot): PlayerParts {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(STYLE);
	root.adoptedStyleSheets = [sheet];
	const stage = add(root, 'div', { class: 'stage', part: 'stage', tabindex: '0', role: 'img' });
	const poster = add(root, 'img', { class: 'poster', part: 'poster', alt: '' });
	const message = add(root, 'div', { class: 'message', part: 'message', role: 'alert' });
	const controls = add(root, 'div', { class: 'controls', part: 'controls', role: 'group', 'aria-label': 'Playback' });
	const button = add(controls, 'button', { type: 'button', part: 'button' });
	const range = add(controls, 'input', { type: 'range', part: 'range', min: '0', max: '0', step: '0.01', value: '0' });
	range.setAttribute('aria-label', 'Time');
	const output = add(controls, 'output', { part: 'time' });
	const status = add(root, 'div', { class: 'status', role: 'status' });
	poster.hidden = true;
	message.hidden = true;
	controls.hidden = true;
	const parts: PlayerParts = { stage, poster, message, controls, button, range, output, status };
	showPlaying(parts, false);
	return parts;
}

/** Adds a canvas. */
export function addCanvas({ stage }: PlayerParts): HTMLCanvasElement {
	return add(stage, 'canvas', { part: 'canvas' });
}

/** Shows whether the recording plays. */
export function showPlaying({ button }: PlayerParts, isPlaying: boolean): void {
	const label = isPlaying ? 'Pause' : 'Play';
	if (button.getAttribute('aria-label') === label) return;
	button.setAttribute('aria-label', label);
	button.title = label;
	const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	icon.setAttribute('viewBox', '0 0 18 18');
	icon.setAttribute('aria-hidden', 'true');
	const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
	path.setAttribute('d', isPlaying ? PAUSE : PLAY);
	icon.append(path);
	button.replaceChildren(icon);
}

/** Shows the time; live hands, whose duration is infinite, have none. */
export function showTime({ range, output }: PlayerParts, time: number, duration: number): void {
	range.hidden = duration === Number.POSITIVE_INFINITY;
	if (range.hidden) {
		output.value = 'Live';
		return;
	}
	range.max = String(duration);
	range.value = String(time);
	const text = `${formatTime(time)} / ${formatTime(duration)}`;
	if (output.value !== text) output.value = text;
	range.setAttribute('aria-valuetext', `${time.toFixed(1)} of ${duration.toFixed(1)} seconds`);
}

function formatTime(seconds: number): string {
	const whole = Math.floor(seconds);
	const tenths = Math.floor((seconds - whole) * 10);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}.${tenths}`;
}

function add<K extends keyof HTMLElementTagNameMap>(
	parent: Node,
	name: K,
	attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[K] {
	const element = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
	parent.appendChild(element);
	return element;
}
