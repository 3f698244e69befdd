/**
 * The scripts of the samples: how each is made.
 *
 * @example
 * import { makeSample, SAMPLE_SCRIPTS } from '@handreel/samples/scripts';
 * const bytes = makeSample('wave', { ...SAMPLE_SCRIPTS.wave, options: { leftHanded: true } });
 *
 * @module
 */

import { CONTROLLERS } from './play/controllers.ts';
import { GESTURES } from './play/gestures.ts';
import { OBJECTS } from './play/objects.ts';
import { PANELS } from './play/panels.ts';
import { PEOPLE } from './play/people.ts';
import type { SampleScript } from './play/sample-script.ts';
import type { SampleName } from './samples.ts';

export { makeSample } from './play/make-sample.ts';
export type { SampleScript } from './play/sample-script.ts';

/** All scripts by name, in the order of the list. */
export const SAMPLE_SCRIPTS: Readonly<Record<SampleName, SampleScript>> = {
	...OBJECTS,
	...PANELS,
	...GESTURES,
	...CONTROLLERS,
	...PEOPLE,
} as Record<SampleName, SampleScript>;
