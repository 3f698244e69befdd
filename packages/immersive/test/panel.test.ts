import { Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { PanelAnchor } from '../src/panel-anchor.ts';
import {
	findButton,
	findSliderValue,
	isOnSlider,
	PANEL_PIXELS,
	PANEL_WIDTH,
	PokeDetector,
	placeButtons,
	SLIDER,
} from '../src/panel-layout.ts';
import type { PanelButton } from '../src/panel-model.ts';

const make = (count: number): PanelButton[] =>
	Array.from({ length: count }, (_, i) => ({ id: `b${i}`, label: `${i}`, tone: 'plain' }));
const meters = PANEL_WIDTH / PANEL_PIXELS.width;
/** A point of the picture in meters from the center, y up. */
const toMeters = (x: number, y: number): [number, number] => [
	(x - PANEL_PIXELS.width / 2) * meters,
	(PANEL_PIXELS.height / 2 - y) * meters,
];

describe('buttons', () => {
	it('are in two rows if they are many: apart, inside, below the slider, large enough for a finger', () => {
		for (const count of [5, 6]) {
			const buttons = placeButtons(make(count));
			expect(new Set(buttons.map(({ y }) => y)).size).toBe(2);
			for (const { id, x, y, width, height } of buttons) {
				expect(Math.min(width, height) * meters).toBeGreaterThan(0.075);
				expect(y).toBeGreaterThan(SLIDER.y + SLIDER.height);
				expect(x + width).toBeLessThanOrEqual(PANEL_PIXELS.width);
				expect(y + height).toBeLessThanOrEqual(PANEL_PIXELS.height);
				expect(findButton(buttons, ...toMeters(x + width / 2, y + height / 2))).toBe(id);
				expect(buttons.filter((other) => other.x === x && other.y === y)).toHaveLength(1);
			}
		}
	});
});

describe('the slider', () => {
	it('has values from 0 at its left end to 1 at its right end, and holds them beyond', () => {
		const value = (x: number): number => findSliderValue(toMeters(x, 0)[0]);
		expect(value(SLIDER.x)).toBeCloseTo(0);
		expect(value(SLIDER.x + SLIDER.width / 4)).toBeCloseTo(0.25);
		expect([value(0), value(PANEL_PIXELS.width)]).toEqual([0, 1]);
		expect(isOnSlider(...toMeters(SLIDER.x + 5, SLIDER.y + 5))).toBe(true);
		expect(isOnSlider(...toMeters(SLIDER.x + 5, SLIDER.y - 5))).toBe(false);
	});

	it('is dragged by a finger that came from the front, and no button is pushed on the way', () => {
		const poke = new PokeDetector();
		const buttons = placeButtons(make(2));
		const at = (z: number): boolean => {
			poke.update(buttons, ...toMeters(SLIDER.x + 10, SLIDER.y + 10), z);
			return poke.isThrough(z);
		};
		expect([0.1, 0.02, -0.01, -0.02, 0.02, 0.1].map(at)).toEqual([false, false, true, true, false, false]);
		expect(at(-0.02)).toBe(true);
		const [button] = buttons;
		expect(poke.update(buttons, ...toMeters(button!.x + 10, button!.y + 10), -0.02)).toBeNull();
		poke.reset();
		expect(at(-0.02)).toBe(false);
	});
});

describe('the anchor of the panel', () => {
	const HEAD = new Vector3(1, 1.6, 2);
	const turned = (degrees: number): Quaternion =>
		new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), (degrees * Math.PI) / 180);
	const place = (): { object: Object3D; anchor: PanelAnchor } => {
		const object = new Object3D();
		const anchor = new PanelAnchor(object);
		anchor.update(new Vector3(), new Quaternion(), 0);
		expect(object.visible).toBe(false);
		anchor.update(HEAD, turned(0), 0);
		return { object, anchor };
	};

	it('puts it in front of the first known pose, within reach', () => {
		const { object } = place();
		expect(object.visible).toBe(true);
		expect(object.position.toArray().map((value) => Number(value.toFixed(3)))).toEqual([1, 1.42, 1.45]);
	});

	it('leaves it where it is while it is in view', () => {
		const { object, anchor } = place();
		const before = object.position.clone();
		for (let time = 0; time < 5000; time += 100) anchor.update(HEAD, turned(35), time);
		expect(object.position).toEqual(before);
	});

	it('brings it back after a second out of view, not after a glance', () => {
		const { object, anchor } = place();
		const before = object.position.clone();
		for (let time = 0; time < 900; time += 100) anchor.update(HEAD, turned(90), time);
		anchor.update(HEAD, turned(0), 900);
		for (let time = 1000; time < 1900; time += 100) anchor.update(HEAD, turned(90), time);
		expect(object.position).toEqual(before);
		anchor.update(HEAD, turned(90), 2000);
		expect(object.position.x).toBeCloseTo(1 - 0.55);
		expect(object.position.z).toBeCloseTo(2);
	});

	it('brings it back to a person who walked away', () => {
		const { object, anchor } = place();
		const away = new Vector3(1, 1.6, 4);
		for (let time = 0; time <= 1000; time += 100) anchor.update(away, turned(0), time);
		expect(object.position.z).toBeCloseTo(4 - 0.55);
	});
});
