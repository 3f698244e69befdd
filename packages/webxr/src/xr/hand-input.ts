import type { Side } from '@handreel/core';
import { HandActivity } from '../device/hand-activity.ts';
import { REPLAY_DEFAULTS } from '../device/replay-options.ts';
import type { SessionState } from './session-state.ts';
import { createHandSource, type XRInputSource } from './xr-input-source.ts';

/** A hand of a session. */
export class HandInput extends HandActivity {
	readonly source: XRInputSource;

	constructor(state: SessionState, side: Side) {
		const { tracker, options, features } = state;
		super(tracker, side, options.lostHandTimeout);
		this.source = createHandSource(
			state,
			this.hand,
			features.has('hand-tracking'),
			options.profiles ?? REPLAY_DEFAULTS.profiles,
		);
	}
}
