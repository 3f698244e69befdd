import type { Person } from './person.ts';
import type { Bounds, Point } from './scene-probe.ts';

/** An object in a picture. */
export interface DrawnObject {
	readonly name: string;
	readonly bounds: Bounds;
	/** Where it was first seen. */
	readonly first: Point;
	readonly position: Point;
}

const WIDTH = 900;
const HEIGHT = 560;
const MARGIN = 60;
/** Meters of pointing ray. */
const RAY_LENGTH = 3;
/** Pixels: names closer than this move down. */
const LINE = 16;
const COLORS = { left: '#2b7de9', right: '#d9480f', object: '#2b8a3e', head: '#495057' };

type Flat = readonly [along: number, up: number];

/**
 * Draws a person and objects from the right side, as SVG: forward is to the right. Objects are boxes with their names; a
 * dashed line leads from where they were.
 */
export function drawSideView(person: Person, objects: readonly DrawnObject[], title: string): string {
	const flatten = ([, y, z]: Point): Flat => [-z, y];
	const hands = Object.values(person.sides).flatMap((side) => side?.fingers.flat() ?? side?.holdPoints ?? []);
	const all = [person.head, ...hands, ...objects.flatMap(({ bounds, first }) => [bounds.min, bounds.max, first])].map(
		flatten,
	);
	const [left, right] = [Math.min(...all.map(([x]) => x)) - 0.2, Math.max(...all.map(([x]) => x)) + 0.2];
	const [low, high] = [Math.min(...all.map(([, y]) => y)) - 0.15, Math.max(...all.map(([, y]) => y)) + 0.2];
	const scale = Math.min((WIDTH - 2 * MARGIN) / (right - left), (HEIGHT - 2 * MARGIN) / (high - low));
	const draw = (point: Point): string => {
		const [x, y] = flatten(point);
		return `${(MARGIN + (x - left) * scale).toFixed(1)},${(HEIGHT - MARGIN - (y - low) * scale).toFixed(1)}`;
	};
	const line = (points: readonly Point[], color: string, extra = ''): string =>
		`<polyline points="${points.map(draw).join(' ')}" fill="none" stroke="${color}" ${extra}/>`;
	const ahead = (from: Point, along: Point, meters: number): Point => [
		from[0] + along[0] * meters,
		from[1] + along[1] * meters,
		from[2] + along[2] * meters,
	];
	const [headX = '0', headY = '0'] = draw(person.head).split(',');
	const parts = [
		line(
			[
				[0, 0, -left],
				[0, 0, -right],
			],
			'#adb5bd',
			'stroke-width="2"',
		),
		`<circle cx="${headX}" cy="${headY}" r="${(0.1 * scale).toFixed(1)}" fill="none" stroke="${COLORS.head}" stroke-width="2"/>`,
		line([person.eye, ahead(person.eye, person.look, RAY_LENGTH)], COLORS.head, 'stroke-dasharray="2 6"'),
	];
	for (const side of ['left', 'right'] as const) {
		const hand = person.sides[side];
		if (hand === null) continue;
		for (const finger of hand.fingers)
			parts.push(line(finger, COLORS[side], 'stroke-width="3" stroke-linecap="round"'));
		for (const point of hand.holdPoints.slice(0, 1)) {
			const [x = '0', y = '0'] = draw(point).split(',');
			parts.push(
				`<circle cx="${x}" cy="${y}" r="5" fill="${hand.isHolding ? COLORS[side] : 'white'}" stroke="${COLORS[side]}"/>`,
			);
		}
		if (hand.ray) {
			const { origin, direction } = hand.ray;
			parts.push(line([origin, ahead(origin, direction, RAY_LENGTH)], COLORS[side], 'stroke-opacity="0.4"'));
		}
	}
	let lastLabel = Number.NEGATIVE_INFINITY;
	for (const { name, bounds, first, position } of objects) {
		const [x1 = 0, y1 = 0] = draw([0, bounds.max[1], bounds.max[2]]).split(',').map(Number);
		const [x2 = 0, y2 = 0] = draw([0, bounds.min[1], bounds.min[2]]).split(',').map(Number);
		parts.push(
			line([first, position], COLORS.object, 'stroke-dasharray="5 4"'),
			`<rect x="${x1}" y="${y1}" width="${Math.max(2, x2 - x1).toFixed(1)}" height="${Math.max(2, y2 - y1).toFixed(1)}" fill="${COLORS.object}" fill-opacity="0.2" stroke="${COLORS.object}"/>`,
		);
		const y = y1 - 6 < lastLabel + LINE && y1 - 6 > lastLabel - LINE ? lastLabel + LINE : y1 - 6;
		lastLabel = y;
		parts.push(`<text x="${x1}" y="${y.toFixed(1)}" fill="${COLORS.object}">${escapeXml(name)}</text>`);
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="14">
<rect width="100%" height="100%" fill="white"/>
<text x="16" y="24" font-size="16">${escapeXml(title)}</text>
<text x="16" y="${HEIGHT - 14}" fill="#868e96">from the right side; <tspan fill="${COLORS.left}">left hand</tspan>, <tspan fill="${COLORS.right}">right hand</tspan> with pointing rays, <tspan fill="${COLORS.object}">objects</tspan>, dotted: look; a filled dot is a closed hand</text>
${parts.join('\n')}
</svg>
`;
}

function escapeXml(text: string): string {
	return text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
