import type { Performer, PerformerOptions } from '@handreel/core/perform';

/** How a sample is made. Points are in WebXR's space: x to the right, y up, −z forward. */
export interface SampleScript {
	readonly title: string;
	/** One sentence. */
	readonly description: string;
	readonly tags: readonly string[];
	/** Default: an average person with hands. */
	readonly options?: Omit<PerformerOptions, 'space'>;
	/** Plans the motion. */
	play(performer: Performer): void;
}

/** Scripts by name. */
export type SampleScripts = Readonly<Record<string, SampleScript>>;
