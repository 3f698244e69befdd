import { describeLayout, type LayoutName, type Recording, SECTIONS, type Section } from '@handreel/core';
import { formatFloat } from '../common/format-float.ts';
import { type JsonFloat, toJsonFloat } from '../common/named-floats.ts';
import type { Survey } from './survey.ts';

/** The field `handreel` of the scene's `extras`. */
export interface RecordingExtras extends Pick<Survey, 'states' | 'wraps'> {
	readonly format: typeof GLTF_FORMAT;
	readonly formatVersion: typeof GLTF_FORMAT_VERSION;
	readonly layout: LayoutName;
	/** The time of the recording at glTF's time 0, in seconds. */
	readonly timeOffset: number;
	readonly sections: readonly Section[];
	readonly markers: readonly { readonly time: JsonFloat; readonly name: string }[];
}

/** Identifies files that handreel wrote. */
export const GLTF_FORMAT = 'handreel-gltf';
/** The version of the structure. */
export const GLTF_FORMAT_VERSION = 1;

/** Returns the data that glTF itself cannot hold. */
export function describeExtras(recording: Recording, { start, states, wraps }: Survey): RecordingExtras {
	return {
		format: GLTF_FORMAT,
		formatVersion: GLTF_FORMAT_VERSION,
		layout: describeLayout(recording.layout).name,
		timeOffset: Number(formatFloat(start)),
		sections: SECTIONS.filter((section) => recording[section] !== null),
		markers: recording.markers.map(({ time, name }) => ({ time: toJsonFloat(Math.fround(time)), name })),
		states,
		wraps,
	};
}
