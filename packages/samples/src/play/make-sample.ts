import { createRecording } from '@handreel/core';
import type { Tolerances } from '@handreel/core/edit';
import { Performer } from '@handreel/core/perform';
import { encodeReel } from '@handreel/core/reel';
import type { SampleScript } from './sample-script.ts';

/** Below the tremor of a hand, so that no frame repeats another. */
const TOLERANCES: Tolerances = {
	jointPosition: 0.0001,
	jointRotationDegrees: 0.05,
	headPosition: 0.0001,
	headRotationDegrees: 0.02,
	gazeOrigin: 0.0001,
	gazeDirectionDegrees: 0.05,
	value: 0.002,
};

/** Returns the `.reel` file of a script: the same bytes each time. */
export function makeSample(name: string, { title, options, play }: SampleScript): Uint8Array {
	const performer = new Performer({ ...options, space: 'webxr' });
	play(performer);
	const recording = performer.toRecording();
	const info = {
		...recording.info,
		title,
		origin: 'performed',
		license: 'MIT',
		notes: `Performed by a script, not captured from a person: the sample '${name}' of @handreel/samples.`,
	};
	return encodeReel(createRecording({ ...recording, info }), { tolerances: TOLERANCES });
}
