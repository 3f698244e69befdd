import type { Performer } from '@handreel/core/perform';
import type { SampleScripts } from './sample-script.ts';

/** A script for every body: the height of its points is a share of the height of the eyes. */
function sortBlocks(performer: Performer): void {
	const { left, right } = performer;
	const { eyeHeight } = performer.settings;
	const size = eyeHeight / 1.6;
	const at = (x: number, y: number, z: number): number[] => [x * size, y * size, z * size];
	const red = performer.addObject('red block', at(0.24, 1, -0.42));
	const blue = performer.addObject('blue block', at(-0.24, 1, -0.42));
	right
		.pinch(red)
		.mark('red')
		.moveTo(at(0.02, 1, -0.42), { around: at(0.13, 0.95, -0.42) })
		.release()
		.rest();
	left.after(right).pinch(blue).mark('blue');
	left
		.moveTo(at(0.02, 1.06, -0.42), { around: at(-0.11, 0.98, -0.42) })
		.release()
		.rest();
	performer.wait(0.3);
}

/** Other people, and headsets that see less. */
export const PEOPLE: SampleScripts = {
	'left-handed': {
		title: 'Left-handed',
		description: 'A left-handed person pushes a button, takes a pen and puts it away.',
		tags: ['hands', 'pinch', 'poke', 'object', 'person'],
		options: { leftHanded: true },
		play(performer) {
			// `right` is the stronger hand.
			const { right } = performer;
			const pen = performer.addObject('pen', [-0.22, 1, -0.42]);
			right.poke([-0.1, 1.25, -0.46]).mark('pushed').pinch(pen).mark('held');
			right
				.moveTo([0.05, 1.02, -0.42], { around: [-0.08, 0.95, -0.42] })
				.mark('put away')
				.release()
				.rest();
			performer.wait(0.3);
		},
	},
	'tall-person': {
		title: 'Tall person',
		description: 'A tall person with large hands puts one block on another.',
		tags: ['hands', 'pinch', 'object', 'two-handed', 'person'],
		options: { eyeHeight: 1.84, handSize: 1.12, speed: 0.95 },
		play: sortBlocks,
	},
	'small-person': {
		title: 'Small person',
		description: 'A child with small hands puts one block on another, quickly.',
		tags: ['hands', 'pinch', 'object', 'two-handed', 'person'],
		options: { eyeHeight: 1.1, handSize: 0.8, speed: 1.15, tremor: 0.0004 },
		play: sortBlocks,
	},
	'walk-around': {
		title: 'Walk around',
		description: 'A person walks to two places, looks around and points at something.',
		tags: ['hands', 'locomotion', 'gaze'],
		play(performer) {
			performer
				.lookAt([1, 1.4, -2])
				.walkTo([0.8, 0, -1.2], { facing: [0.8, 1.4, -3] })
				.mark('arrived');
			performer.right.pointAt([1.2, 1.2, -3]).wait(0.4).rest();
			performer
				.lookAt([-1, 1.6, -2.5])
				.walkTo([-0.3, 0, -1.4], { facing: [-0.5, 1.5, -4] })
				.wait(0.4);
		},
	},
	'noisy-tracker': {
		title: 'Noisy tracker',
		description: 'A hand grabs and places a block, and the tracker is ten times as noisy as usual.',
		tags: ['hands', 'grab', 'object', 'tracking'],
		options: { noise: 0.002, frameRate: 60 },
		play(performer) {
			const { right } = performer;
			const block = performer.addObject('block', [0.24, 1, -0.42]);
			right
				.grab(block)
				.mark('held')
				.moveTo([0, 1, -0.42], { around: [0.12, 0.95, -0.42] })
				.mark('placed')
				.release()
				.rest();
			performer.wait(0.2);
		},
	},
	'tracking-loss': {
		title: 'Tracking loss',
		description: 'The headset loses a hand for half a second while it carries a block.',
		tags: ['hands', 'pinch', 'object', 'tracking'],
		play(performer) {
			const { right } = performer;
			const block = performer.addObject('block', [0.26, 1, -0.42]);
			right.pinch(block).mark('held').moveTo([0.12, 1.15, -0.42]).hide().mark('lost');
			right.moveTo([-0.02, 1.15, -0.42], { duration: 0.6 }).show().mark('found');
			right.moveTo([-0.14, 1, -0.42]).mark('placed').release().rest();
			performer.wait(0.3);
		},
	},
};
