import type { OptionsOf } from '@handreel/core';

/** What a fit must know about a person and a camera, and how it smooths. */
export const FIT_OPTIONS = {
	handLength: {
		type: 'number',
		unit: 'm',
		min: 0.05,
		max: 0.4,
		default: 0.19,
		title: 'Hand length',
		text: 'length of the hand, from the crease of the wrist to the tip of the middle finger',
	},
	fieldOfView: {
		type: 'number',
		unit: '°',
		min: 5,
		max: 170,
		default: 60,
		title: 'Field of view',
		text: 'horizontal field of view of the camera',
	},
	camera: {
		type: 'choice',
		choices: ['facing', 'worn'],
		default: 'facing',
		title: 'Camera',
		text: 'where the camera is: facing the person, or worn at the eyes',
	},
	unsmoothed: {
		type: 'flag',
		title: 'Unsmoothed',
		text: 'keep hands as they were fitted, without the filter against jitter',
	},
} as const;

/** The options of {@link FIT_OPTIONS}. */
export type FitOptions = OptionsOf<typeof FIT_OPTIONS>;

/** Where a camera is. */
export type CameraPlace = NonNullable<FitOptions['camera']>;
