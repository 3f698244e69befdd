import { describeLayout, type LayoutName, type Recording } from '@handreel/core';
import { formatFloat } from '../common/format-float.ts';
import { type JsonFloat, nameFloat } from '../common/named-floats.ts';
import type { Survey } from './survey.ts';

/** A boolean curve in `extras`. Its times are the recording's. */
export interface StateExtras {
	readonly preWrap: number;
	readonly postWrap: number;
	readonly keys: readonly (readonly [time: JsonFloat, value: JsonFloat])[];
}

/** What the scene's `extras` say about the recording, under `handreel`. */
export interface RecordingExtras {
	readonly format: typeof GLTF_FORMAT;
	readonly formatVersion: typeof GLTF_FORMAT_VERSION;
	readonly layout: LayoutName;
	/** glTF's time 0 in seconds of the recording. */
	readonly timeOffset: number;
	readonly sections: readonly ('head' | 'hands' | 'gaze')[];
	readonly markers: readonly { readonly time: JsonFloat; readonly name: string }[];
	/** Boolean curves by their paths. */
	readonly states: Readonly<Record<string, StateExtras>>;
	/** Wrap modes other than 8 on both sides, by the paths of curves. */
	readonly wraps: Readonly<Record<string, readonly [preWrap: number, postWrap: number]>>;
}

/** What every file states, so that reading knows its own. */
export const GLTF_FORMAT = 'handreel-gltf';
/** The version of the structure. */
export const GLTF_FORMAT_VERSION = 1;

/** What glTF itself has no place for. */
export function describeExtras(recording: Recording, { start, states, wraps }: Survey): RecordingExtras {
	return {
		format: GLTF_FORMAT,
		formatVersion: GLTF_FORMAT_VERSION,
		layout: describeLayout(recording.layout).name,
		timeOffset: Number(formatFloat(start)),
		sections: (['head', 'hands', 'gaze'] as const).filter((section) => recording[section] !== null),
		markers: recording.markers.map(({ time, name }) => ({ time: toJsonFloat(Math.fround(time)), name })),
		states,
		wraps,
	};
}

/** A float32 number as JSON holds it. */
export function toJsonFloat(value: number): JsonFloat {
	return nameFloat(value) ?? Number(formatFloat(value));
}
