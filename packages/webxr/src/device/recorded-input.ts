import type {
	DeviceGamepad,
	DeviceHand,
	DeviceInput,
	Handedness,
	InputAction,
	InputEdge,
	TargetRayMode,
} from './device.ts';
import { NO_EDGES } from './input-edges.ts';
import type { Pose } from './pose.ts';

/** What recorded inputs have in common, from their appearance until they leave. */
export abstract class RecordedInput implements DeviceInput {
	readonly handedness: Handedness;
	readonly profiles: readonly string[];
	readonly feature: string | null;
	readonly targetRayMode: TargetRayMode = 'tracked-pointer';
	readonly hasGrip: boolean = true;
	readonly isRayEmulated = false;
	readonly isGripEmulated = false;
	readonly hand: DeviceHand | null = null;
	readonly gamepad: DeviceGamepad | null = null;
	ray: Pose | null = null;
	grip: Pose | null = null;
	edges: readonly InputEdge[] = NO_EDGES;

	constructor(handedness: Handedness, profiles: readonly string[], feature: string | null = null) {
		this.handedness = handedness;
		this.profiles = profiles;
		this.feature = feature;
	}

	/** Loses the input for good. */
	leave(): void {
		this.ray = null;
		this.grip = null;
	}

	abstract isPressed(action: InputAction): boolean;
}
