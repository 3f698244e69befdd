import { expect, test } from 'vitest';
import { type AvoidedPoint, placeCard } from '../../../src/view/scene/place-card.ts';

const VIEW = { width: 860, height: 500 };
const CARD = { width: 230, height: 190 };
const at = (x: number, y: number, isPicked = true): AvoidedPoint => ({ x, y, isPicked });

test('the card leaves its corner when it covers a point, and only then', () => {
	expect(placeCard(VIEW, CARD, [], 'bottom-right')).toBe('bottom-right');
	expect(placeCard(VIEW, CARD, [at(300, 250)], 'bottom-right')).toBe('bottom-right');
	expect(placeCard(VIEW, CARD, [at(700, 400)], 'bottom-right')).toBe('top-right');
	expect(placeCard(VIEW, CARD, [at(300, 250)], 'top-left')).toBe('top-left');
});

test('the card covers as few points as possible', () => {
	const right = [at(700, 400), at(700, 100)];
	expect(placeCard(VIEW, CARD, right, 'bottom-right')).toBe('bottom-left');
	expect(placeCard(VIEW, CARD, [...right, at(100, 400)], 'bottom-right')).toBe('top-left');
	const everywhere = [...right, at(100, 400), at(100, 100), at(110, 100)];
	expect(placeCard(VIEW, CARD, everywhere, 'top-left')).toBe('bottom-right');
});

test('the card rather covers several other points than a point of the picked hand', () => {
	const others = [at(700, 100, false), at(710, 100, false), at(100, 100, false)];
	expect(placeCard(VIEW, CARD, [at(700, 400), ...others], 'bottom-right')).toBe('bottom-left');
	expect(placeCard(VIEW, CARD, [at(700, 400), at(100, 400), ...others], 'bottom-right')).toBe('top-left');
});
