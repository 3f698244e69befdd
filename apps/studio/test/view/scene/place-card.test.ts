import { expect, test } from 'vitest';
import { placeCard } from '../../../src/view/scene/place-card.ts';

const VIEW = { width: 860, height: 500 };
const CARD = { width: 230, height: 190 };

test('the card leaves its corner when it covers a point, and only then', () => {
	expect(placeCard(VIEW, CARD, [], 'bottom-right')).toBe('bottom-right');
	expect(placeCard(VIEW, CARD, [{ x: 300, y: 250 }], 'bottom-right')).toBe('bottom-right');
	expect(placeCard(VIEW, CARD, [{ x: 700, y: 400 }], 'bottom-right')).toBe('top-right');
	expect(placeCard(VIEW, CARD, [{ x: 300, y: 250 }], 'top-left')).toBe('top-left');
});

test('the card covers as few points as possible', () => {
	const right = [
		{ x: 700, y: 400 },
		{ x: 700, y: 100 },
	];
	expect(placeCard(VIEW, CARD, right, 'bottom-right')).toBe('bottom-left');
	expect(placeCard(VIEW, CARD, [...right, { x: 100, y: 400 }], 'bottom-right')).toBe('top-left');
	const everywhere = [...right, { x: 100, y: 400 }, { x: 100, y: 100 }, { x: 110, y: 100 }];
	expect(placeCard(VIEW, CARD, everywhere, 'top-left')).toBe('bottom-right');
});
