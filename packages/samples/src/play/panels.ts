import type { PerformedSide, Performer } from '@handreel/core/perform';
import type { SampleScripts } from './sample-script.ts';

type Point = readonly [x: number, y: number, z: number];

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** The keys that the left index finger types. */
const LEFT_KEYS = 'qwertasdfgzxcvb';
/** Meters between the keys of a keyboard that lies tilted before the person. */
const KEY = 0.038;

function findKey(key: string): Point {
	const row = ROWS.findIndex((keys) => keys.includes(key));
	const column = ROWS[row]!.indexOf(key);
	return [(column - 4.5 + row * 0.35) * KEY, 1.14 - row * KEY * 0.6, -0.42 + row * KEY * 0.8];
}

function typeText({ left, right }: Performer, text: string): void {
	let last: PerformedSide = right;
	for (const key of text) {
		const side = LEFT_KEYS.includes(key) ? left : right;
		side.after(last).poke(findKey(key));
		last = side;
	}
	last.mark('typed');
}

const DIGIT = 0.06;

/** The place of a digit on a panel, as on a telephone. */
function findDigit(digit: number): Point {
	const [row, column] = digit === 0 ? [3, 1] : [Math.floor((digit - 1) / 3), (digit - 1) % 3];
	return [0.1 + (column - 1) * DIGIT, 1.36 - row * DIGIT, -0.46];
}

/** Buttons, panels and menus. */
export const PANELS: SampleScripts = {
	poke: {
		title: 'Poke',
		description: 'An index finger pushes three buttons, from left to right.',
		tags: ['hands', 'poke', 'panel'],
		play(performer) {
			const { right } = performer;
			for (const [i, x] of [-0.08, 0.06, 0.2].entries()) right.poke([x, 1.25, -0.46]).mark(`button ${i + 1}`);
			right.rest();
			performer.wait(0.3);
		},
	},
	keyboard: {
		title: 'Keyboard',
		description: 'Two index fingers type the word hello on a keyboard.',
		tags: ['hands', 'poke', 'panel', 'two-handed', 'typing'],
		options: { speed: 1.5 },
		play(performer) {
			const { left, right } = performer;
			left.reach([-0.1, 1.2, -0.34], { with: 'index' });
			right.reach([0.1, 1.2, -0.34], { with: 'index' });
			typeText(performer.sync(), 'hello');
			performer.sync();
			left.rest();
			right.rest();
			performer.wait(0.3);
		},
	},
	'typing-on-a-panel': {
		title: 'Typing on a panel',
		description: 'An index finger types the digits 2, 5, 8, 0 on an upright panel.',
		tags: ['hands', 'poke', 'panel', 'typing'],
		options: { speed: 1.2 },
		play(performer) {
			const { right } = performer;
			for (const digit of [2, 5, 8, 0]) right.poke(findDigit(digit)).mark(String(digit));
			right.rest();
			performer.wait(0.3);
		},
	},
	scroll: {
		title: 'Scroll',
		description: 'An index finger swipes a list up three times, and down once.',
		tags: ['hands', 'panel', 'swipe'],
		play(performer) {
			const { right } = performer;
			right.scroll([0.14, 1.2, -0.45], { by: 0.14, times: 3 }).mark('scrolled up');
			right.scroll([0.14, 1.34, -0.45], { by: -0.14 }).mark('scrolled down').rest();
			performer.wait(0.3);
		},
	},
	'point-and-select': {
		title: 'Point and select',
		description: 'A hand points at two far things, one after the other, and pinches to select them.',
		tags: ['hands', 'pinch', 'ray'],
		play(performer) {
			const { right } = performer;
			right.pointAt([0.6, 1.4, -2.5]).wait(0.2).pinch().mark('first').release();
			right.pointAt([-0.5, 1.1, -2.5]).wait(0.2).pinch().mark('second').release().rest();
			performer.wait(0.3);
		},
	},
	'pinch-drag': {
		title: 'Pinch and drag',
		description: 'A hand points at a far slider, drags it to the right with a pinch, and lets it go.',
		tags: ['hands', 'pinch', 'ray', 'drag'],
		play(performer) {
			const { right } = performer;
			right.pointAt([-0.4, 1.3, -2]).wait(0.2).pinch().mark('held');
			right.pointAt([0.5, 1.3, -2], { duration: 1.2 }).mark('dragged').release().rest();
			performer.wait(0.3);
		},
	},
	'gaze-and-pinch': {
		title: 'Gaze and pinch',
		description: 'The eyes choose three things, and a hand that rests pinches to select each.',
		tags: ['hands', 'pinch', 'gaze'],
		play(performer) {
			const { right } = performer;
			const targets: readonly Point[] = [
				[-0.6, 1.5, -2],
				[0.5, 1.3, -2],
				[0, 1.8, -2],
			];
			for (const [i, target] of targets.entries()) {
				performer.lookAt(target).wait(0.25);
				right
					.pinch()
					.mark(`selected ${i + 1}`)
					.release();
			}
			performer.wait(0.4);
		},
	},
};
