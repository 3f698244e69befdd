import type { SampleScripts } from './sample-script.ts';

/** Controllers in place of hands. */
export const CONTROLLERS: SampleScripts = {
	'controller-grab': {
		title: 'Grab with a controller',
		description: 'A controller squeezes to take a block and places it to the left.',
		tags: ['controllers', 'grab', 'object'],
		options: { input: 'controllers' },
		play(performer) {
			const { right } = performer;
			const block = performer.addObject('block', [0.24, 1, -0.42]);
			right
				.grab(block)
				.mark('held')
				.moveTo([-0.1, 1, -0.42], { around: [0.07, 0.93, -0.42] })
				.mark('placed');
			right.release().rest();
			performer.wait(0.3);
		},
	},
	'controller-select': {
		title: 'Select with a controller',
		description: 'A controller points at three far things and pulls its trigger.',
		tags: ['controllers', 'ray', 'trigger'],
		options: { input: 'controllers' },
		play(performer) {
			const { right } = performer;
			for (const [i, x] of [-0.8, 0.1, 0.9].entries()) {
				right
					.pointAt([x, 1.3, -2.5])
					.wait(0.15)
					.press('trigger')
					.mark(`selected ${i + 1}`);
			}
			right.rest();
			performer.wait(0.3);
		},
	},
	'thumbstick-walk': {
		title: 'Walk with the thumbstick',
		description: 'The left thumbstick walks, the right one turns in steps.',
		tags: ['controllers', 'thumbstick', 'locomotion'],
		options: { input: 'controllers' },
		play(performer) {
			const { left, right } = performer;
			left.stick(0, -1).mark('walk').wait(1.2).stick(0.3, -0.9).wait(0.8).stick(0, 0).mark('stand');
			performer.sync();
			for (let i = 0; i < 2; i++) right.stick(1, 0).wait(0.12).stick(0, 0).wait(0.3);
			right.mark('turned');
			left.after(right).stick(0, -1).wait(0.9).stick(0, 0);
			performer.wait(0.4);
		},
	},
	teleport: {
		title: 'Teleport',
		description: 'A thumbstick is pushed while the controller aims at the floor, and released to teleport.',
		tags: ['controllers', 'thumbstick', 'ray', 'locomotion'],
		options: { input: 'controllers' },
		play(performer) {
			const { right } = performer;
			for (const target of [
				[0.4, 0, -2.5],
				[-0.8, 0, -3],
			]) {
				right.pointAt([0.1, 0.2, -1.6]).stick(0, -1).mark('aim').pointAt(target).wait(0.3).stick(0, 0).mark('teleport');
				right.wait(0.4);
			}
			right.rest();
			performer.wait(0.3);
		},
	},
	'controllers-and-hands': {
		title: 'Controllers and hands',
		description: 'The right hand picks a controller up, pulls its trigger, and puts it away again.',
		tags: ['controllers', 'hands', 'switch'],
		play(performer) {
			const { right } = performer;
			right.reach([0.3, 1, -0.35], { with: 'palm' }).pickUp().mark('picked up').rest();
			right.pointAt([0.2, 1.3, -2]).press('trigger').mark('triggered');
			right.moveTo([0.3, 1, -0.35]).putDown().mark('put down').rest();
			performer.wait(0.3);
		},
	},
};
