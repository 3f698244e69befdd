import type { Recording } from '@handreel/core';
import { REPLAY_DEFAULTS, type ReplayOptions } from '@handreel/webxr';
import type { Frame } from '@playwright/test';
import { LivePerformer } from '../perform/live-performer.ts';
import { createFrameSource, type FrameSource, samplePerson } from '../scene/person.ts';
import type { SceneSession } from '../scene/xr-object.ts';

/** Describes the session of a replay for its scenes. */
export function describeSession(
	replay: { readonly time: number },
	findFrame: () => Frame,
	motion: Recording | LivePerformer,
	{ floorY, views, fieldOfViewDegrees }: ReplayOptions,
): SceneSession {
	const sampleAt: FrameSource =
		motion instanceof LivePerformer ? (time, out) => motion.sampleAt(time, out) : createFrameSource(motion);
	return {
		get frame() {
			return findFrame();
		},
		get time() {
			return replay.time;
		},
		get person() {
			return samplePerson(sampleAt, replay.time, floorY);
		},
		fieldOfViewDegrees: fieldOfViewDegrees ?? REPLAY_DEFAULTS.fieldOfViewDegrees,
		viewCount: (views ?? REPLAY_DEFAULTS.views) === 'stereo' ? 2 : 1,
	};
}
