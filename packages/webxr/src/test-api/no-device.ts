import type { Device } from '../device/device.ts';
import { IDENTITY } from '../device/pose.ts';

/** Takes the place of a device if none is connected. Inline sessions then know the viewer relative to itself only. */
export const NO_DEVICE: Device = {
	head: null,
	isHeadEmulated: false,
	origin: IDENTITY,
	resetCount: 0,
	floor: null,
	bounds: [],
	views: [],
	modes: ['inline'],
	features: ['viewer'],
	blendMode: 'opaque',
	interactionMode: 'screen-space',
	frameRate: 60,
	inputs: [],
	update() {},
};
