import { composePoses } from '@handreel/core';
import type { Device } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';
import type { NativeOrigin } from './xr-space.ts';

/** Meters from the origin of `local` down to the floor, if the device does not know the floor. */
const DEFAULT_FLOOR: Pose = [0, -1.6, 0, 0, 0, 0, 1];

/** The head. */
export const VIEWER: NativeOrigin = {
	locate: ({ head }) => head,
	isEmulated: ({ isHeadEmulated }) => isHeadEmulated,
};

const LOCAL: NativeOrigin = { locate: ({ origin }) => origin };
const FLOOR: NativeOrigin = { locate: findFloor };

/** What reference spaces are attached to, by type. */
export const REFERENCE_SPACES: Readonly<Record<string, NativeOrigin>> = {
	viewer: VIEWER,
	local: LOCAL,
	unbounded: LOCAL,
	'local-floor': FLOOR,
	'bounded-floor': FLOOR,
};

function findFloor({ floor, origin }: Device): Pose {
	return floor ?? composePoses(origin, DEFAULT_FLOOR, []);
}
