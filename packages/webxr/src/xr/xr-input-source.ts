import type { TrackedHand } from '../tracker.ts';
import { checkInternal, INTERNAL } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { XRHand } from './xr-hand.ts';
import { XRSpace } from './xr-space.ts';

interface InputSourceParts {
	readonly handedness: 'none' | 'left' | 'right';
	readonly targetRayMode: 'gaze' | 'tracked-pointer';
	readonly targetRaySpace: XRSpace;
	readonly gripSpace: XRSpace | null;
	readonly hand: XRHand | null;
	readonly profiles: readonly string[];
}

/** A hand or the eyes. */
export class XRInputSource implements InputSourceParts {
	readonly handedness!: 'none' | 'left' | 'right';
	readonly targetRayMode!: 'gaze' | 'tracked-pointer';
	readonly targetRaySpace!: XRSpace;
	readonly gripSpace!: XRSpace | null;
	readonly hand!: XRHand | null;
	readonly profiles!: readonly string[];
	/** Hands and eyes have neither several buttons nor axes. */
	readonly gamepad: null = null;
	readonly skipRendering: boolean = false;

	constructor(token: typeof INTERNAL, parts: InputSourceParts) {
		checkInternal(token);
		Object.assign(this, parts);
		Object.freeze(this);
	}
}

/** The input source of a hand. Joints only where the page asked for them. */
export function createHandSource(
	session: SessionState,
	hand: TrackedHand,
	hasJoints: boolean,
	profiles: readonly string[],
): XRInputSource {
	const isKnown = (): boolean => session.isReportingInput && hand.isTracked && hand.isComplete;
	return new XRInputSource(INTERNAL, {
		handedness: hand.handedness,
		targetRayMode: 'tracked-pointer',
		targetRaySpace: new XRSpace(INTERNAL, session, () => (isKnown() ? hand.ray : null)),
		gripSpace: new XRSpace(INTERNAL, session, () => (isKnown() ? hand.grip : null)),
		hand: hasJoints ? new XRHand(INTERNAL, session, hand) : null,
		profiles: Object.freeze([...profiles]),
	});
}

/** The input source of the eyes. */
export function createGazeSource(session: SessionState): XRInputSource {
	return new XRInputSource(INTERNAL, {
		handedness: 'none',
		targetRayMode: 'gaze',
		targetRaySpace: new XRSpace(INTERNAL, session, ({ gaze }) => (session.isReportingInput ? gaze : null)),
		gripSpace: null,
		hand: null,
		profiles: Object.freeze(['generic-gaze']),
	});
}
