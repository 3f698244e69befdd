import { SIDES } from '@handreel/core';
import type { Bounds, Point } from '../probe/types.ts';
import type { Person } from './person.ts';

/** An object in a picture. */
export interface DrawnObject {
	readonly name: string;
	readonly bounds: Bounds;
	/** Where it was first seen. */
	readonly first: Point;
	readonly position: Point;
	/** Where a matcher expected it. */
	readonly expected?: Point;
}

/** Texts of a picture. */
export interface DrawnTexts {
	readonly title: string;
	/** Why the picture was made: the message of a failed test. */
	readonly reason?: string;
}

const WIDTH = 900;
const HEADER = 64;
const PANEL = 380;
const FOOTER = 36;
const MARGIN = 48;
/** Meters of pointing ray. */
const RAY_LENGTH = 3;
/** Pixels: names closer than this move down. */
const LINE = 16;
/** Characters of the reason per line, and lines. */
const REASON_WIDTH = 118;
const REASON_LINES = 2;
const COLORS = { left: '#2b7de9', right: '#d9480f', object: '#2b8a3e', head: '#495057', expected: '#c2255c' };

type Flat = readonly [along: number, up: number];

/** A view of the space: how points become flat, and its name. */
interface View {
	readonly name: string;
	readonly flatten: (point: Point) => Flat;
	readonly hasFloor: boolean;
}

const VIEWS: readonly View[] = [
	{ name: 'from the right side: forward is to the right', flatten: ([, y, z]) => [-z, y], hasFloor: true },
	{ name: 'from above: forward is up', flatten: ([x, , z]) => [x, -z], hasFloor: false },
];

/**
 * Draws a person and objects from the right side and from above, as SVG. Objects are boxes with their names; a dashed line
 * leads from where they were, a red line to where they were expected.
 */
export function drawSideView(person: Person, objects: readonly DrawnObject[], { title, reason }: DrawnTexts): string {
	const height = HEADER + VIEWS.length * PANEL + FOOTER;
	const lines = reason === undefined ? [] : wrap(reason);
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="14">
<rect width="100%" height="100%" fill="white"/>
<text x="16" y="24" font-size="16" font-weight="bold">${escapeXml(title)}</text>
${lines.map((line, i) => `<text x="16" y="${44 + i * LINE}" fill="${COLORS.expected}">${escapeXml(line)}</text>`).join('\n')}
${VIEWS.map((view, i) => `<svg y="${HEADER + i * PANEL}" width="${WIDTH}" height="${PANEL}">${drawView(view, person, objects)}</svg>`).join('\n')}
<text x="16" y="${height - 14}" fill="#868e96"><tspan fill="${COLORS.left}">left hand</tspan>, <tspan fill="${COLORS.right}">right hand</tspan> with rays; filled dot: closed; <tspan fill="${COLORS.object}">objects</tspan>; dashed: moved; dotted: look</text>
</svg>
`;
}

function drawView({ name, flatten, hasFloor }: View, person: Person, objects: readonly DrawnObject[]): string {
	const hands = SIDES.flatMap((side) => [
		...(person.sides[side]?.fingers.flat() ?? []),
		...(person.sides[side]?.holdPoints ?? []),
	]);
	const boxes = objects.flatMap(({ bounds, first, expected }) => [
		bounds.min,
		bounds.max,
		first,
		...(expected === undefined ? [] : [expected]),
	]);
	const all = [person.head, ...hands, ...boxes].map(flatten);
	const [left, right] = [Math.min(...all.map(([x]) => x)) - 0.2, Math.max(...all.map(([x]) => x)) + 0.2];
	const [low, high] = [Math.min(...all.map(([, y]) => y)) - 0.15, Math.max(...all.map(([, y]) => y)) + 0.2];
	const scale = Math.min((WIDTH - 2 * MARGIN) / (right - left), (PANEL - 2 * MARGIN) / (high - low));
	// In the middle of the panel.
	const shift = (WIDTH - (right - left) * scale) / 2;
	const place = ([x, y]: Flat): readonly [x: number, y: number] => [
		shift + (x - left) * scale,
		PANEL - MARGIN - (y - low) * scale,
	];
	const draw = (point: Point): string =>
		place(flatten(point))
			.map((value) => value.toFixed(1))
			.join(',');
	const line = (points: readonly Point[], color: string, extra = ''): string =>
		`<polyline points="${points.map(draw).join(' ')}" fill="none" stroke="${color}" ${extra}/>`;
	const [headX, headY] = place(flatten(person.head));
	const parts = [
		`<text x="16" y="18" fill="#868e96">${name}</text>`,
		`<line x1="0" x2="${WIDTH}" y1="0.5" y2="0.5" stroke="#dee2e6"/>`,
		`<circle cx="${headX.toFixed(1)}" cy="${headY.toFixed(1)}" r="${(0.1 * scale).toFixed(1)}" fill="none" stroke="${COLORS.head}" stroke-width="2"/>`,
		line([person.eye, ahead(person.eye, person.look)], COLORS.head, 'stroke-dasharray="2 6"'),
	];
	if (hasFloor) {
		const floor = place([0, 0])[1].toFixed(1);
		parts.push(`<line x1="0" x2="${WIDTH}" y1="${floor}" y2="${floor}" stroke="#adb5bd" stroke-width="2"/>`);
	}
	for (const side of SIDES) {
		const hand = person.sides[side];
		if (hand === null) continue;
		for (const finger of hand.fingers)
			parts.push(line(finger, COLORS[side], 'stroke-width="3" stroke-linecap="round"'));
		for (const point of hand.holdPoints.slice(0, 1)) {
			const [x, y] = place(flatten(point));
			parts.push(
				`<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="5" fill="${hand.isHolding ? COLORS[side] : 'white'}" stroke="${COLORS[side]}"/>`,
			);
		}
		if (hand.ray) {
			const { origin, direction } = hand.ray;
			parts.push(line([origin, ahead(origin, direction)], COLORS[side], 'stroke-opacity="0.4"'));
		}
	}
	let lastLabel = Number.NEGATIVE_INFINITY;
	for (const { name: label, bounds, first, position, expected } of objects) {
		const [ax, ay] = place(flatten(bounds.min));
		const [bx, by] = place(flatten(bounds.max));
		const [x, y] = [Math.min(ax, bx), Math.min(ay, by)];
		const [width, height] = [Math.max(2, Math.abs(bx - ax)), Math.max(2, Math.abs(by - ay))];
		parts.push(
			line([first, position], COLORS.object, 'stroke-dasharray="5 4"'),
			`<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${COLORS.object}" fill-opacity="0.2" stroke="${COLORS.object}"/>`,
		);
		const above = y - 6;
		lastLabel = above < lastLabel + LINE && above > lastLabel - LINE ? lastLabel + LINE : above;
		parts.push(
			`<text x="${x.toFixed(1)}" y="${lastLabel.toFixed(1)}" fill="${COLORS.object}">${escapeXml(label)}</text>`,
		);
		if (expected === undefined) continue;
		const [ex, ey] = place(flatten(expected));
		parts.push(
			line([position, expected], COLORS.expected, 'stroke-width="2"'),
			`<path d="M${(ex - 7).toFixed(1)} ${(ey - 7).toFixed(1)}l14 14m0 -14l-14 14" stroke="${COLORS.expected}" stroke-width="3"/>`,
			`<text x="${(ex + 11).toFixed(1)}" y="${(ey + 5).toFixed(1)}" fill="${COLORS.expected}">expected here</text>`,
		);
	}
	return parts.join('\n');
}

function ahead(from: Point, along: Point): Point {
	return [from[0] + along[0] * RAY_LENGTH, from[1] + along[1] * RAY_LENGTH, from[2] + along[2] * RAY_LENGTH];
}

// Lines of words, the last of which may end with an ellipsis.
function wrap(text: string): string[] {
	const lines = [''];
	for (const word of text.split(/\s+/)) {
		const last = lines[lines.length - 1]!;
		if (last === '') lines[lines.length - 1] = word;
		else if (last.length + word.length < REASON_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines.length <= REASON_LINES
		? lines
		: [...lines.slice(0, REASON_LINES - 1), `${lines[REASON_LINES - 1]!.slice(0, REASON_WIDTH - 1)}…`];
}

function escapeXml(text: string): string {
	return text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
