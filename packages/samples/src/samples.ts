// Made by `npm run tool -- samples` from the scripts.

/** The name of a sample. */
export type SampleName =
	| 'grab-and-place'
	| 'drawer'
	| 'lever'
	| 'pick-up-and-inspect'
	| 'throw'
	| 'catch'
	| 'hand-over'
	| 'two-handed-scaling'
	| 'poke'
	| 'keyboard'
	| 'typing-on-a-panel'
	| 'scroll'
	| 'point-and-select'
	| 'pinch-drag'
	| 'gaze-and-pinch'
	| 'wave'
	| 'thumbs-up'
	| 'count-to-five'
	| 'controller-grab'
	| 'controller-select'
	| 'thumbstick-walk'
	| 'teleport'
	| 'controllers-and-hands'
	| 'left-handed'
	| 'tall-person'
	| 'small-person'
	| 'walk-around'
	| 'noisy-tracker'
	| 'tracking-loss';

/** What is known of a sample without loading it. */
export interface SampleInfo {
	readonly name: SampleName;
	readonly title: string;
	/** One sentence. */
	readonly description: string;
	/** Seconds. */
	readonly duration: number;
	readonly tags: readonly string[];
	/** The name of its file in the folder "recordings" of the package. */
	readonly file: string;
	/** The size of the file. */
	readonly bytes: number;
}

/** All samples. */
export const SAMPLES: readonly SampleInfo[] = [
	{
		name: 'grab-and-place',
		title: 'Grab and place',
		description: 'A hand grabs a block on a table and places it to the left.',
		duration: 5.73,
		tags: ['hands', 'grab', 'object'],
		file: 'grab-and-place.reel',
		bytes: 8467,
	},
	{
		name: 'drawer',
		title: 'Drawer',
		description: 'The right hand pulls a drawer open, and the left hand pushes it shut.',
		duration: 7.77,
		tags: ['hands', 'grab', 'object', 'two-handed'],
		file: 'drawer.reel',
		bytes: 11343,
	},
	{
		name: 'lever',
		title: 'Lever',
		description: 'A hand pulls a lever about its hinge, and pushes it back.',
		duration: 4.83,
		tags: ['hands', 'grab', 'object', 'hinge'],
		file: 'lever.reel',
		bytes: 7367,
	},
	{
		name: 'pick-up-and-inspect',
		title: 'Pick up and inspect',
		description: 'A hand picks up a small figure, turns it before the eyes, and puts it back.',
		duration: 8.64,
		tags: ['hands', 'pinch', 'object', 'turn'],
		file: 'pick-up-and-inspect.reel',
		bytes: 9229,
	},
	{
		name: 'throw',
		title: 'Throw',
		description: 'A hand grabs a ball and throws it into a basket 2 m away.',
		duration: 3.99,
		tags: ['hands', 'grab', 'object', 'throw'],
		file: 'throw.reel',
		bytes: 7443,
	},
	{
		name: 'catch',
		title: 'Catch',
		description: 'A ball comes flying, and a hand catches it and puts it down.',
		duration: 4.83,
		tags: ['hands', 'object', 'catch'],
		file: 'catch.reel',
		bytes: 7641,
	},
	{
		name: 'hand-over',
		title: 'Hand over',
		description: 'The right hand picks up a card and hands it to the left hand, which puts it down.',
		duration: 5.26,
		tags: ['hands', 'pinch', 'object', 'two-handed'],
		file: 'hand-over.reel',
		bytes: 8398,
	},
	{
		name: 'two-handed-scaling',
		title: 'Two-handed scaling',
		description: 'Both hands take a box, pull it to twice its size, and make it small again.',
		duration: 4.69,
		tags: ['hands', 'pinch', 'object', 'two-handed', 'scale'],
		file: 'two-handed-scaling.reel',
		bytes: 9836,
	},
	{
		name: 'poke',
		title: 'Poke',
		description: 'An index finger pushes three buttons, from left to right.',
		duration: 4.18,
		tags: ['hands', 'poke', 'panel'],
		file: 'poke.reel',
		bytes: 6640,
	},
	{
		name: 'keyboard',
		title: 'Keyboard',
		description: 'Two index fingers type the word hello on a keyboard.',
		duration: 4.43,
		tags: ['hands', 'poke', 'panel', 'two-handed', 'typing'],
		file: 'keyboard.reel',
		bytes: 9731,
	},
	{
		name: 'typing-on-a-panel',
		title: 'Typing on a panel',
		description: 'An index finger types the digits 2, 5, 8, 0 on an upright panel.',
		duration: 4.22,
		tags: ['hands', 'poke', 'panel', 'typing'],
		file: 'typing-on-a-panel.reel',
		bytes: 7145,
	},
	{
		name: 'scroll',
		title: 'Scroll',
		description: 'An index finger swipes a list up three times, and down once.',
		duration: 5.77,
		tags: ['hands', 'panel', 'swipe'],
		file: 'scroll.reel',
		bytes: 8013,
	},
	{
		name: 'point-and-select',
		title: 'Point and select',
		description: 'A hand points at two far things, one after the other, and pinches to select them.',
		duration: 4.16,
		tags: ['hands', 'pinch', 'ray'],
		file: 'point-and-select.reel',
		bytes: 7121,
	},
	{
		name: 'pinch-drag',
		title: 'Pinch and drag',
		description: 'A hand points at a far slider, drags it to the right with a pinch, and lets it go.',
		duration: 3.99,
		tags: ['hands', 'pinch', 'ray', 'drag'],
		file: 'pinch-drag.reel',
		bytes: 6107,
	},
	{
		name: 'gaze-and-pinch',
		title: 'Gaze and pinch',
		description: 'The eyes choose three things, and a hand that rests pinches to select each.',
		duration: 4.51,
		tags: ['hands', 'pinch', 'gaze'],
		file: 'gaze-and-pinch.reel',
		bytes: 6338,
	},
	{
		name: 'wave',
		title: 'Wave',
		description: 'The right hand goes up and waves.',
		duration: 4.01,
		tags: ['hands', 'gesture'],
		file: 'wave.reel',
		bytes: 4956,
	},
	{
		name: 'thumbs-up',
		title: 'Thumbs up',
		description: 'The right hand shows a thumb that points up.',
		duration: 3.48,
		tags: ['hands', 'gesture', 'shape'],
		file: 'thumbs-up.reel',
		bytes: 5459,
	},
	{
		name: 'count-to-five',
		title: 'Count to five',
		description: 'A raised fist opens finger by finger.',
		duration: 5.42,
		tags: ['hands', 'gesture', 'shape'],
		file: 'count-to-five.reel',
		bytes: 7028,
	},
	{
		name: 'controller-grab',
		title: 'Grab with a controller',
		description: 'A controller squeezes to take a block and places it to the left.',
		duration: 3.17,
		tags: ['controllers', 'grab', 'object'],
		file: 'controller-grab.reel',
		bytes: 2583,
	},
	{
		name: 'controller-select',
		title: 'Select with a controller',
		description: 'A controller points at three far things and pulls its trigger.',
		duration: 4.58,
		tags: ['controllers', 'ray', 'trigger'],
		file: 'controller-select.reel',
		bytes: 2982,
	},
	{
		name: 'thumbstick-walk',
		title: 'Walk with the thumbstick',
		description: 'The left thumbstick walks, the right one turns in steps.',
		duration: 5.22,
		tags: ['controllers', 'thumbstick', 'locomotion'],
		file: 'thumbstick-walk.reel',
		bytes: 2251,
	},
	{
		name: 'teleport',
		title: 'Teleport',
		description: 'A thumbstick is pushed while the controller aims at the floor, and released to teleport.',
		duration: 5.69,
		tags: ['controllers', 'thumbstick', 'ray', 'locomotion'],
		file: 'teleport.reel',
		bytes: 3453,
	},
	{
		name: 'controllers-and-hands',
		title: 'Controllers and hands',
		description: 'The right hand picks a controller up, pulls its trigger, and puts it away again.',
		duration: 4.86,
		tags: ['controllers', 'hands', 'switch'],
		file: 'controllers-and-hands.reel',
		bytes: 5952,
	},
	{
		name: 'left-handed',
		title: 'Left-handed',
		description: 'A left-handed person pushes a button, takes a pen and puts it away.',
		duration: 4.42,
		tags: ['hands', 'pinch', 'poke', 'object', 'person'],
		file: 'left-handed.reel',
		bytes: 7485,
	},
	{
		name: 'tall-person',
		title: 'Tall person',
		description: 'A tall person with large hands puts one block on another.',
		duration: 7.02,
		tags: ['hands', 'pinch', 'object', 'two-handed', 'person'],
		file: 'tall-person.reel',
		bytes: 9381,
	},
	{
		name: 'small-person',
		title: 'Small person',
		description: 'A child with small hands puts one block on another, quickly.',
		duration: 5.03,
		tags: ['hands', 'pinch', 'object', 'two-handed', 'person'],
		file: 'small-person.reel',
		bytes: 8500,
	},
	{
		name: 'walk-around',
		title: 'Walk around',
		description: 'A person walks to two places, looks around and points at something.',
		duration: 13.1,
		tags: ['hands', 'locomotion', 'gaze'],
		file: 'walk-around.reel',
		bytes: 13917,
	},
	{
		name: 'noisy-tracker',
		title: 'Noisy tracker',
		description: 'A hand grabs and places a block, and the tracker is ten times as noisy as usual.',
		duration: 3.38,
		tags: ['hands', 'grab', 'object', 'tracking'],
		file: 'noisy-tracker.reel',
		bytes: 21842,
	},
	{
		name: 'tracking-loss',
		title: 'Tracking loss',
		description: 'The headset loses a hand for half a second while it carries a block.',
		duration: 4.87,
		tags: ['hands', 'pinch', 'object', 'tracking'],
		file: 'tracking-loss.reel',
		bytes: 6635,
	},
];

/** Bundlers recognize only literals, relative to this file and its built form alike. */
export const SAMPLE_URLS: Readonly<Record<SampleName, () => URL>> = {
	'grab-and-place': () => new URL('../recordings/grab-and-place.reel', import.meta.url),
	drawer: () => new URL('../recordings/drawer.reel', import.meta.url),
	lever: () => new URL('../recordings/lever.reel', import.meta.url),
	'pick-up-and-inspect': () => new URL('../recordings/pick-up-and-inspect.reel', import.meta.url),
	throw: () => new URL('../recordings/throw.reel', import.meta.url),
	catch: () => new URL('../recordings/catch.reel', import.meta.url),
	'hand-over': () => new URL('../recordings/hand-over.reel', import.meta.url),
	'two-handed-scaling': () => new URL('../recordings/two-handed-scaling.reel', import.meta.url),
	poke: () => new URL('../recordings/poke.reel', import.meta.url),
	keyboard: () => new URL('../recordings/keyboard.reel', import.meta.url),
	'typing-on-a-panel': () => new URL('../recordings/typing-on-a-panel.reel', import.meta.url),
	scroll: () => new URL('../recordings/scroll.reel', import.meta.url),
	'point-and-select': () => new URL('../recordings/point-and-select.reel', import.meta.url),
	'pinch-drag': () => new URL('../recordings/pinch-drag.reel', import.meta.url),
	'gaze-and-pinch': () => new URL('../recordings/gaze-and-pinch.reel', import.meta.url),
	wave: () => new URL('../recordings/wave.reel', import.meta.url),
	'thumbs-up': () => new URL('../recordings/thumbs-up.reel', import.meta.url),
	'count-to-five': () => new URL('../recordings/count-to-five.reel', import.meta.url),
	'controller-grab': () => new URL('../recordings/controller-grab.reel', import.meta.url),
	'controller-select': () => new URL('../recordings/controller-select.reel', import.meta.url),
	'thumbstick-walk': () => new URL('../recordings/thumbstick-walk.reel', import.meta.url),
	teleport: () => new URL('../recordings/teleport.reel', import.meta.url),
	'controllers-and-hands': () => new URL('../recordings/controllers-and-hands.reel', import.meta.url),
	'left-handed': () => new URL('../recordings/left-handed.reel', import.meta.url),
	'tall-person': () => new URL('../recordings/tall-person.reel', import.meta.url),
	'small-person': () => new URL('../recordings/small-person.reel', import.meta.url),
	'walk-around': () => new URL('../recordings/walk-around.reel', import.meta.url),
	'noisy-tracker': () => new URL('../recordings/noisy-tracker.reel', import.meta.url),
	'tracking-loss': () => new URL('../recordings/tracking-loss.reel', import.meta.url),
};
