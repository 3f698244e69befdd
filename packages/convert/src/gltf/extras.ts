import {
	type ControllerCurves,
	describeLayout,
	type HandCurves,
	type LayoutName,
	type Marker,
	type Recording,
	type Section,
	SIDES,
	type Side,
	type Span,
	type Track,
} from '@handreel/core';
import { keepJsonFields, SECTIONS } from '@handreel/core/internal';
import { formatFloat } from '../common/format-float.ts';
import { type JsonFloat, toJsonFloat } from '../common/named-floats.ts';
import type { StoredChannel } from './draft.ts';
import type { Survey } from './survey.ts';

/** The field `handreel` of the scene's `extras`. */
export interface RecordingExtras extends Pick<Survey, 'states' | 'wraps'> {
	readonly format: typeof GLTF_FORMAT;
	readonly formatVersion: (typeof GLTF_FORMAT_VERSIONS)[number];
	readonly layout: LayoutName | null;
	/** The time of the recording at glTF's time 0, in seconds. */
	readonly timeOffset: number;
	readonly sections: readonly Section[];
	readonly markers: readonly MarkerExtras[];
	/** Absent if there are none. */
	readonly values?: Survey['values'] | undefined;
	readonly hands?: Readonly<Record<Side, HandExtras>> | undefined;
	readonly controllers?: Readonly<Record<Side, ControllerExtras | null>> | undefined;
	readonly tracks?: readonly TrackExtras[] | undefined;
	readonly info?: Readonly<Record<string, unknown>> | undefined;
	/** The channels of joints below joints, in the space of the scene, by the paths of their vectors. */
	readonly channels?: Readonly<Record<string, StoredChannel>> | undefined;
}

interface MarkerExtras {
	readonly time: JsonFloat;
	readonly name: string;
}

/** The optional parts of a hand. Its curves are nodes and `values`. */
interface HandExtras {
	readonly aim: boolean;
	readonly pinchStrength: boolean;
	readonly radii: Readonly<Record<string, unknown>> | null;
}

/** The number of buttons and axes of a controller. Their curves are `states` and `values`. */
interface ControllerExtras {
	readonly buttons: number;
	readonly axes: number;
	readonly profiles: readonly string[];
}

/** A track without its curves, which are nodes, `states` and `values`. */
interface TrackExtras {
	readonly name: string;
	readonly kind: Track['kind'];
	readonly events?: readonly MarkerExtras[] | undefined;
	readonly spans?: readonly Span[] | undefined;
}

/** Identifies files that handreel wrote. */
export const GLTF_FORMAT = 'handreel-gltf';
/** The versions of the structure: in version 2, joints may be below joints. */
export const GLTF_FORMAT_VERSIONS = [1, 2] as const;

/** Returns the data that glTF itself cannot hold. */
export function describeExtras(
	recording: Recording,
	{ start, states, values, wraps }: Survey,
	channels: Readonly<Record<string, StoredChannel>>,
): RecordingExtras {
	const { layout, markers, hands, controllers, tracks, info } = recording;
	return {
		format: GLTF_FORMAT,
		formatVersion: isEmpty(channels) ? 1 : 2,
		layout: layout && describeLayout(layout).name,
		timeOffset: Number(formatFloat(start)),
		sections: SECTIONS.filter((section) => recording[section] !== null),
		markers: describeMarkers(markers),
		states,
		wraps,
		values: isEmpty(values) ? undefined : values,
		hands:
			hands !== null && SIDES.some((side) => hands[side].aim || hands[side].pinchStrength || hands[side].radii)
				? { left: describeHand(hands.left), right: describeHand(hands.right) }
				: undefined,
		controllers: controllers
			? { left: describeController(controllers.left), right: describeController(controllers.right) }
			: undefined,
		tracks: tracks.length === 0 ? undefined : tracks.map(describeTrack),
		info: isEmpty(info) ? undefined : keepJsonFields(info),
		channels: isEmpty(channels) ? undefined : channels,
	};
}

function describeMarkers(markers: readonly Marker[]): MarkerExtras[] {
	return markers.map(({ time, name }) => ({ time: toJsonFloat(Math.fround(time)), name }));
}

function describeHand({ aim, pinchStrength, radii }: HandCurves): HandExtras {
	return { aim: aim !== null, pinchStrength: pinchStrength !== null, radii: radii && keepJsonFields(radii) };
}

function describeController(controller: ControllerCurves | null): ControllerExtras | null {
	if (controller === null) return null;
	const { buttons, axes, profiles } = controller;
	return { buttons: buttons.length, axes: axes.length, profiles };
}

function describeTrack(track: Track): TrackExtras {
	const { name, kind } = track;
	return {
		name,
		kind,
		events: track.kind === 'events' ? describeMarkers(track.events) : undefined,
		spans: track.kind === 'spans' ? track.spans : undefined,
	};
}

function isEmpty(object: object): boolean {
	return Object.keys(object).length === 0;
}
