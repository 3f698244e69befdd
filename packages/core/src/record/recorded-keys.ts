import type { Tolerances } from '../compare/options.ts';
import type { Recording } from '../model/recording.ts';
import { optimizeRecording } from '../optimize/optimize-recording.ts';

/** Which keys a recording gets that is built from captured frames. */
export interface RecordedKeysOptions {
	/** Keys that these tolerances make redundant are removed. Default: MRTK's tolerances. */
	readonly tolerances?: Tolerances | undefined;
	/** Keep one key per frame instead. */
	readonly keepAllKeys?: boolean | undefined;
}

/** Removes the keys that the tolerances make redundant, unless all are to be kept. */
export function thinKeys(recording: Recording, { tolerances, keepAllKeys = false }: RecordedKeysOptions): Recording {
	return keepAllKeys ? recording : optimizeRecording(recording, tolerances === undefined ? {} : { tolerances });
}
