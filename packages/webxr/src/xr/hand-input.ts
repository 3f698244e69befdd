import type { Side } from '@handreel/core';
import { HandActivity } from '../device/hand-activity.ts';
import type { SessionState } from './session-state.ts';
import { createHandSource, type XRInputSource } from './xr-input-source.ts';

const PROFILES = ['generic-hand-select', 'generic-hand'];

/** A hand of a session. */
export class HandInput extends HandActivity {
	readonly source: XRInputSource;

	constructor(state: SessionState, side: Side) {
		const { tracker, options, features } = state;
		super(tracker, side, options.lostHandTimeout);
		this.source = createHandSource(state, this.hand, features.has('hand-tracking'), options.profiles ?? PROFILES);
	}
}
