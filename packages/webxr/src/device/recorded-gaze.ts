import { RecordedInput } from './recorded-input.ts';

/** The recorded gaze. */
export class RecordedGaze extends RecordedInput {
	override readonly targetRayMode = 'gaze';
	override readonly hasGrip = false;

	constructor(feature: string | null) {
		super('none', ['generic-gaze'], feature);
	}

	isPressed(): boolean {
		return false;
	}
}
