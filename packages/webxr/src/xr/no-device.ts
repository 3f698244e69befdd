import type { Device } from '../device/device.ts';
import { IDENTITY } from '../device/pose.ts';

/** The device of inline sessions if no device is connected: the viewer is known relative to itself only. */
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
