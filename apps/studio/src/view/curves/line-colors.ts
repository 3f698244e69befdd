import { listLostSpans, type TrackedHands } from './lost-spans.ts';

/** How a line is drawn. Dashes distinguish lines without color. */
export interface LineStyle {
	readonly light: string;
	readonly dark: string;
	readonly dash: readonly number[];
}

type Hue = 'left' | 'right' | 'gaze' | 'other';
type Shade = readonly [light: string, dark: string];

/** The colors of sides and gaze are those of the 3D view. Shades distinguish lines of one side. */
const SHADES: Readonly<Record<Hue, readonly Shade[]>> = {
	left: [
		['#0b6bc4', '#4cb2ff'],
		['#0a3f8c', '#9dd4ff'],
		['#0083a3', '#4fd0ee'],
		['#4d5fd6', '#8b9bff'],
	],
	right: [
		['#b85a00', '#ffa64c'],
		['#7d3600', '#ffd3a1'],
		['#9a7400', '#e8c547'],
		['#cc4a1e', '#ff8a5e'],
	],
	gaze: [
		['#0b7f4c', '#6ee7a8'],
		['#04523a', '#b5f5d3'],
		['#4d7d00', '#b1e05c'],
	],
	other: [
		['#4a5563', '#c3ccd8'],
		['#1d242d', '#ffffff'],
		['#7a6a58', '#d1bda4'],
		['#7d8794', '#8f9bab'],
	],
};

/** Dashes by axis. What has no axis, such as a speed, is a solid line. */
const DASHES: Readonly<Record<string, readonly number[]>> = { y: [7, 3], z: [2, 3], w: [9, 3, 2, 3] };

/** The color and dashes of a channel: the hue is its side, the dashes are its axis, the shade is its place among the lines of its hue. */
export function styleLine(path: string, channels: readonly string[]): LineStyle {
	const hue = findHue(path);
	const place = channels.filter((channel) => findHue(channel) === hue).indexOf(path);
	const shades = SHADES[hue];
	const [light, dark] = shades[Math.max(place, 0) % shades.length]!;
	return { light, dark, dash: DASHES[/\.([xyzw])$/.exec(path)?.[1] ?? ''] ?? [] };
}

function findHue(path: string): Hue {
	const side = findSide(path);
	return side ?? (/\bgaze\b/i.test(path) ? 'gaze' : 'other');
}

/** The side of a channel; `null` for head, gaze and what needs both hands. */
export function findSide(path: string): 'left' | 'right' | null {
	const [isLeft, isRight] = [/\bleft\b/.test(path), /\bright\b/.test(path)];
	return isLeft === isRight ? null : isLeft ? 'left' : 'right';
}

/** The opacity of a line while its hand is lost, as two hexadecimal digits. */
const DIM = '4d';

/** The stroke of a line on a canvas: dimmed while its hand is not tracked. */
export function dimLost(
	context: CanvasRenderingContext2D,
	color: string,
	path: string,
	hands: TrackedHands,
	view: { readonly left: number; readonly width: number; readonly range: readonly [start: number, end: number] },
): string | CanvasGradient {
	const side = findSide(path);
	const [start, end] = view.range;
	const lost = side === null || !path.startsWith('hands.') ? [] : listLostSpans(hands[side], start, end);
	if (lost.length === 0 || color.length !== 7) return color;
	const gradient = context.createLinearGradient(view.left, 0, view.left + view.width, 0);
	const place = (time: number): number => (time - start) / (end - start);
	for (const span of lost) {
		gradient.addColorStop(place(span.start), color);
		gradient.addColorStop(place(span.start), `${color}${DIM}`);
		gradient.addColorStop(place(span.end), `${color}${DIM}`);
		gradient.addColorStop(place(span.end), color);
	}
	return gradient;
}
