import type { ReplayOptions } from '../device/replay-options.ts';
import type { IwerDevice } from './iwer-module.ts';

/** Options of a replay into an emulated device. The device determines views, session modes and features. */
export interface IwerReplayOptions
	extends Pick<
		ReplayOptions,
		| 'frameRate'
		| 'startDate'
		| 'floorY'
		| 'lostHandTimeout'
		| 'pointer'
		| 'palm'
		| 'radii'
		| 'render'
		| 'randomSeed'
		| 'mutations'
	> {
	/**
	 * The device to drive, created by the same copy of IWER. Default: a Meta Quest 3 with both eyes drawn, or a Quest Pro for
	 * a recording with gaze.
	 */
	readonly device?: IwerDevice | undefined;
	/** Accepts any version of IWER whose internals are as expected. Default false: only {@link IWER_VERSION}. */
	readonly anyVersion?: boolean | undefined;
}
