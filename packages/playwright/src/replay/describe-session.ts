import type { Recording } from '@handreel/core';
import { REPLAY_DEFAULTS, type ReplayOptions } from '@handreel/webxr';
import type { Frame } from '@playwright/test';
import { LivePerformer } from '../perform/live-performer.ts';
import { createFrameSource, type FrameSource, sampleHead, samplePerson } from '../scene/person.ts';
import type { SceneSession } from '../scene/xr-object.ts';

/** Describes the session of a replay for its scenes. */
export function describeSession(
	replay: { readonly time: number },
	findFrame: () => Frame,
	motion: Recording | LivePerformer,
	{ floorY, views, eyeDistance, frameRate }: ReplayOptions,
): SceneSession {
	const sampleAt: FrameSource =
		motion instanceof LivePerformer ? (time, out) => motion.sampleAt(time, out) : createFrameSource(motion);
	const isStereo = (views ?? REPLAY_DEFAULTS.views) === 'stereo';
	return {
		get frame() {
			return findFrame();
		},
		get time() {
			return replay.time;
		},
		personAt: (time) => samplePerson(sampleAt, time, floorY),
		headAt: (time) => sampleHead(sampleAt, time, floorY),
		eyeX: isStereo ? -(eyeDistance ?? REPLAY_DEFAULTS.eyeDistance) / 2 : 0,
		frameRate: frameRate ?? REPLAY_DEFAULTS.frameRate,
	};
}
