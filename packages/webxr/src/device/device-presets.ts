import type { ReplayOptions } from './replay-options.ts';

/** The headsets with a preset. */
export type DeviceName = 'quest-3' | 'vision-pro' | 'hololens-2' | 'pico-4';

/** The options that a preset sets. */
export type DevicePreset = Pick<
	ReplayOptions,
	| 'frameRate'
	| 'modes'
	| 'refuse'
	| 'fieldOfViewDegrees'
	| 'environmentBlendMode'
	| 'profiles'
	| 'selectWith'
	| 'layers'
>;

/**
 * Options that imitate headsets: frame rate, modes, features, field of view, blend mode, profiles and interaction, as their
 * browsers tell pages.
 *
 * @example installReplay(recording, { ...DEVICE_PRESETS['quest-3'], layers: layersModule, frameRate: 72 });
 * @example installReplay(recording, { ...DEVICE_PRESETS['vision-pro'], selectWith: createTransientPointer });
 */
export const DEVICE_PRESETS: Readonly<Record<DeviceName, DevicePreset>> = {
	'quest-3': {
		frameRate: 90,
		refuse: ['eye-tracking'],
		fieldOfViewDegrees: 96,
		environmentBlendMode: 'alpha-blend',
		profiles: ['oculus-hand', 'generic-hand', 'generic-hand-select', 'generic-trigger'],
		layers: true,
	},
	// Safari has no AR sessions. Hands are visible to pages that ask for them, but only looking and pinching selects.
	'vision-pro': {
		frameRate: 90,
		modes: ['inline', 'immersive-vr'],
		refuse: ['eye-tracking', 'bounded-floor', 'unbounded'],
		fieldOfViewDegrees: 90,
		profiles: ['generic-hand'],
		selectWith: 'transient-pointer',
	},
	'hololens-2': {
		frameRate: 60,
		fieldOfViewDegrees: 29,
		environmentBlendMode: 'additive',
		profiles: ['generic-hand-select', 'generic-hand'],
	},
	'pico-4': {
		frameRate: 72,
		refuse: ['eye-tracking'],
		fieldOfViewDegrees: 105,
		environmentBlendMode: 'alpha-blend',
		profiles: ['generic-hand-select', 'generic-hand'],
	},
};
