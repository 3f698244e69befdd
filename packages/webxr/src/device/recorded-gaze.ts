import type { DeviceInput, InputEdge } from './device.ts';
import { NO_EDGES } from './input-edges.ts';
import type { Pose } from './pose.ts';

/** The recorded gaze, from its appearance until it leaves. */
export class RecordedGaze implements DeviceInput {
	readonly handedness = 'none';
	readonly targetRayMode = 'gaze';
	readonly profiles: readonly string[] = ['generic-gaze'];
	readonly feature: string | null;
	readonly isRayEmulated = false;
	readonly hasGrip = false;
	readonly grip = null;
	readonly isGripEmulated = false;
	readonly hand = null;
	readonly gamepad = null;
	readonly edges: readonly InputEdge[] = NO_EDGES;
	ray: Pose | null = null;

	constructor(feature: string | null) {
		this.feature = feature;
	}

	isPressed(): boolean {
		return false;
	}
}
