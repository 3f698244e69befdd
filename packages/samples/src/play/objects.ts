import type { SampleScripts } from './sample-script.ts';

/** Things that hands move. */
export const OBJECTS: SampleScripts = {
	'grab-and-place': {
		title: 'Grab and place',
		description: 'A hand grabs a block on a table and places it to the left.',
		tags: ['hands', 'grab', 'object'],
		play(performer) {
			const { right } = performer;
			const block = performer.addObject('block', [0.24, 0.95, -0.42]);
			performer.lookAt([0.24, 0.95, -0.42]);
			right.reach([0.24, 1.05, -0.4], { with: 'palm' }).grab(block).mark('held');
			right
				.moveTo([-0.12, 0.95, -0.42], { around: [0.06, 0.88, -0.42] })
				.mark('placed')
				.release();
			right.moveTo([-0.06, 1.06, -0.36]).rest().wait(0.3);
		},
	},
	drawer: {
		title: 'Drawer',
		description: 'The right hand pulls a drawer open, and the left hand pushes it shut.',
		tags: ['hands', 'grab', 'object', 'two-handed'],
		play(performer) {
			const { left, right } = performer;
			const drawer = performer.addObject('drawer', [0.1, 0.9, -0.5]);
			right.grab(drawer).mark('held').moveTo([0.1, 0.9, -0.28], { duration: 0.9 }).mark('open').release().rest();
			performer.lookAt([0.1, 0.85, -0.45]).wait(0.3);
			left.grab(drawer).mark('held again').moveTo([0.1, 0.9, -0.5], { duration: 0.7 }).mark('shut').release().rest();
			performer.wait(0.3);
		},
	},
	lever: {
		title: 'Lever',
		description: 'A hand pulls a lever about its hinge, and pushes it back.',
		tags: ['hands', 'grab', 'object', 'hinge'],
		play(performer) {
			const hinge = [0.22, 0.95, -0.42];
			const lever = performer.addObject('lever', [0.22, 1.2, -0.46], { hinge });
			const { right } = performer;
			right.grab(lever).mark('held').moveTo([0.22, 1.12, -0.24], { around: hinge, duration: 0.9 }).mark('pulled');
			right.wait(0.4).moveTo([0.22, 1.2, -0.46], { around: hinge, duration: 0.8 }).mark('back').release().rest();
			performer.wait(0.3);
		},
	},
	'pick-up-and-inspect': {
		title: 'Pick up and inspect',
		description: 'A hand picks up a small figure, turns it before the eyes, and puts it back.',
		tags: ['hands', 'pinch', 'object', 'turn'],
		play(performer) {
			const { right } = performer;
			const figure = performer.addObject('figure', [0.2, 0.98, -0.44]);
			right.pinch(figure).mark('held').moveTo([0.08, 1.4, -0.34]).wait(0.2);
			right.moveTo([0.07, 1.41, -0.34], { turn: { roll: 70 }, duration: 1 }).wait(0.35);
			right.moveTo([0.08, 1.4, -0.33], { turn: { roll: -60, pitch: 35 }, duration: 1.1 }).wait(0.4);
			right.moveTo([0.08, 1.39, -0.34], { turn: { roll: -10, pitch: -35 }, duration: 0.8 });
			right.moveTo([0.2, 0.98, -0.44]).mark('put back').release().rest();
			performer.wait(0.3);
		},
	},
	throw: {
		title: 'Throw',
		description: 'A hand grabs a ball and throws it into a basket 2 m away.',
		tags: ['hands', 'grab', 'object', 'throw'],
		play(performer) {
			const { right } = performer;
			const ball = performer.addObject('ball', [0.26, 1, -0.4]);
			right.grab(ball).mark('held').throwTo([0.1, 0.35, -2], { duration: 0.66 }).mark('thrown').wait(0.3).rest();
			performer.wait(0.4);
		},
	},
	catch: {
		title: 'Catch',
		description: 'A ball comes flying, and a hand catches it and puts it down.',
		tags: ['hands', 'object', 'catch'],
		play(performer) {
			const { right } = performer;
			const ball = performer.addObject('ball', [-0.3, 1.3, -3.5]);
			performer.lookAt([-0.3, 1.3, -3.5]).wait(0.4).mark('thrown');
			performer.launch(ball, [0.24, 1.35, -0.4], { duration: 0.95 });
			right.catch(ball).mark('caught').wait(0.4);
			right.moveTo([0.25, 1, -0.42]).mark('put down').release().rest();
			performer.wait(0.3);
		},
	},
	'hand-over': {
		title: 'Hand over',
		description: 'The right hand picks up a card and hands it to the left hand, which puts it down.',
		tags: ['hands', 'pinch', 'object', 'two-handed'],
		play(performer) {
			const { left, right } = performer;
			const card = performer.addObject('card', [0.28, 1, -0.4]);
			right.pinch(card).mark('held').handTo(left).rest();
			left.mark('handed over').moveTo([-0.28, 1, -0.4]).mark('put down').release().rest();
			performer.wait(0.3);
		},
	},
	'two-handed-scaling': {
		title: 'Two-handed scaling',
		description: 'Both hands take a box, pull it to twice its size, and make it small again.',
		tags: ['hands', 'pinch', 'object', 'two-handed', 'scale'],
		play(performer) {
			const box = performer.addObject('box', [0, 1.2, -0.42]);
			performer.scale(box, 2.4, { width: 0.18 }).mark('large').wait(0.3);
			performer.scale(box, 0.45, { width: 0.42 }).mark('small');
			performer.left.rest();
			performer.right.rest();
			performer.wait(0.3);
		},
	},
};
