import type { ReplayOptions } from '../device/replay-options.ts';
import type { IwerDevice } from './iwer-module.ts';

/** How a recording is replayed into an emulated device. Views, session modes and features are the device's own. */
export interface IwerReplayOptions
	extends Pick<
		ReplayOptions,
		'frameRate' | 'startDate' | 'floorY' | 'lostHandTimeout' | 'pointer' | 'palm' | 'radii' | 'render' | 'mutations'
	> {
	/**
	 * The device to drive, made by the same copy of IWER. Default: a Meta Quest 3, or a Quest Pro for a
	 * recording with gaze; both eyes are drawn.
	 */
	readonly device?: IwerDevice;
	/** Takes any version of IWER whose internals look as expected. Default: only the one that this was made for. */
	readonly anyVersion?: boolean;
}
