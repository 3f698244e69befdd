import type { Device } from '../device/device.ts';
import { IDENTITY, type Pose, ROTATION } from '../device/pose.ts';
import type { NativeOrigin } from './xr-space.ts';

/** Meters from the origin down to the floor, if the device does not know the floor. */
const DEFAULT_FLOOR: Pose = [0, -1.6, 0, 0, 0, 0, 1];

/** The head. */
export const VIEWER: NativeOrigin = {
	locate: ({ head }) => head,
	isEmulated: ({ isHeadEmulated }) => isHeadEmulated,
};

const LOCAL: NativeOrigin = { locate: ({ origin }) => origin };
const LOCAL_FLOOR: NativeOrigin = { locate: findLocalFloor };
/** The room, which stays where it is. */
export const BOUNDED: NativeOrigin = { locate: findFloor };

/** What reference spaces are attached to, by type. */
export const REFERENCE_SPACES: Readonly<Record<string, NativeOrigin>> = {
	viewer: VIEWER,
	local: LOCAL,
	unbounded: LOCAL,
	'local-floor': LOCAL_FLOOR,
	'bounded-floor': BOUNDED,
};

/** Whether an origin moves when the user recenters the view. */
export function isRecentered(origin: NativeOrigin): boolean {
	return origin === LOCAL || origin === LOCAL_FLOOR;
}

function findFloor({ floor }: Device): Pose {
	return floor ?? DEFAULT_FLOOR;
}

// Below the origin of `local` after it has moved.
function findLocalFloor(device: Device): Pose {
	const { origin } = device;
	const floor = findFloor(device);
	return origin === IDENTITY ? floor : [origin[0]!, floor[1]!, origin[2]!, ...Array.from(origin).slice(ROTATION)];
}
