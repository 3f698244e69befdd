/** Corners of the 3D view in the order of preference. */
const CORNERS = ['bottom-right', 'top-right', 'bottom-left', 'top-left'] as const;
/** A corner of the 3D view. */
export type Corner = (typeof CORNERS)[number];

/** Pixels between the card and the edges of the 3D view. At the top are tools, at the bottom the states of the hands. */
const MARGINS = { side: 10, top: 56, bottom: 46 } as const;
/** Pixels around a joint that belong to the hand. */
const HAND = 16;

interface Size {
	readonly width: number;
	readonly height: number;
}

/** A point that a card should not cover. */
export interface AvoidedPoint {
	readonly x: number;
	readonly y: number;
	/** Points of the picked hand matter more than any number of others. */
	readonly isPicked: boolean;
}

/**
 * Chooses the corner in which a card covers the fewest points. The card stays in its corner as long as it covers nothing there.
 * All values are in pixels.
 */
export function placeCard(view: Size, card: Size, points: readonly AvoidedPoint[], current: Corner): Corner {
	const count = (corner: Corner): number => {
		const left = corner.endsWith('left') ? MARGINS.side : view.width - MARGINS.side - card.width;
		const upper = corner.startsWith('top') ? MARGINS.top : view.height - MARGINS.bottom - card.height;
		// At the bottom right the card may be lower.
		const lower = corner.startsWith('top') ? upper + card.height : view.height;
		const covered = points.filter(
			({ x, y }) => x > left - HAND && x < left + card.width + HAND && y > upper - HAND && y < lower + HAND,
		);
		return covered.length + covered.filter(({ isPicked }) => isPicked).length * points.length;
	};
	let best = current;
	for (const corner of CORNERS) if (count(corner) < count(best)) best = corner;
	return best;
}
