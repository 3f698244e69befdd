import type { HandShape } from '@handreel/core/perform';
import { HAND_SHAPES } from '@handreel/core/perform';
import type { SampleScripts } from './sample-script.ts';

const { fist, open } = HAND_SHAPES;
const THUMB_UP: HandShape = { ...fist, thumb: [12, 44, -4, -12] };
/** Fingers in the order in which people count. */
const COUNTED = ['index', 'middle', 'ring', 'pinky', 'thumb'] as const;

/** Gestures without things. */
export const GESTURES: SampleScripts = {
	wave: {
		title: 'Wave',
		description: 'The right hand goes up and waves.',
		tags: ['hands', 'gesture'],
		play(performer) {
			performer.lookAt([0.2, 1.6, -2]).right.wave({ times: 3 }).wait(0.15).rest();
			performer.wait(0.3);
		},
	},
	'thumbs-up': {
		title: 'Thumbs up',
		description: 'The right hand shows a thumb that points up.',
		tags: ['hands', 'gesture', 'shape'],
		play(performer) {
			const { right } = performer;
			performer.lookAt([0, 1.55, -2]);
			right
				.reach([0.2, 1.28, -0.36], { with: 'palm', turn: { roll: 40, pitch: -8 } })
				.shape(THUMB_UP)
				.mark('shown');
			right.wait(0.8).rest();
			performer.wait(0.3);
		},
	},
	'count-to-five': {
		title: 'Count to five',
		description: 'A raised fist opens finger by finger.',
		tags: ['hands', 'gesture', 'shape'],
		play(performer) {
			const { right } = performer;
			right
				.reach([0.2, 1.32, -0.36], { with: 'palm', turn: { pitch: 50, roll: -40 } })
				.shape('fist')
				.wait(0.2);
			let shape: HandShape = fist;
			for (const [i, finger] of COUNTED.entries()) {
				shape = { ...shape, [finger]: open[finger] };
				right
					.shape(shape, { duration: 0.3 })
					.mark(String(i + 1))
					.wait(0.3);
			}
			right.rest();
			performer.wait(0.3);
		},
	},
};
