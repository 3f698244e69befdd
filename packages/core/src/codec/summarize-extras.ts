import { listTrueSpans, type TimeSpan } from '../curves/state-changes.ts';
import type { Curve } from '../model/curve.ts';
import { countCurveKeys } from '../model/order.ts';
import {
	BUTTON_NAMES,
	type ControllerCurves,
	type Recording,
	type RecordingInfo,
	SIDES,
	type Side,
	type Track,
} from '../model/recording.ts';
import type { Room, RoomMesh } from '../model/room.ts';

/** The data of a recording that MRTK's files cannot store. Absent fields have no such data. */
export interface ExtraSummary {
	readonly info?: RecordingInfo | undefined;
	readonly handDetails?: Readonly<Record<Side, HandDetails>> | undefined;
	readonly controllers?: Readonly<Record<Side, ControllerSummary | null>> | undefined;
	readonly tracks?: readonly TrackSummary[] | undefined;
	readonly room?: RoomSummary | undefined;
}

/** What a hand has beside its joints. */
export interface HandDetails {
	readonly aimKeys: number;
	readonly pinchStrengthKeys: number;
	/** The number of joints with a radius. */
	readonly radii: number;
}

/** A controller. */
export interface ControllerSummary {
	readonly keys: number;
	readonly tracked: readonly TimeSpan[];
	readonly buttons: readonly ButtonSummary[];
	readonly axes: number;
	readonly profiles: readonly string[];
}

/** A button, and when it is pressed. */
export interface ButtonSummary {
	readonly name: string;
	readonly pressed: readonly TimeSpan[];
}

/** A track. */
export interface TrackSummary {
	readonly name: string;
	readonly kind: Track['kind'];
	/** Keys, events or spans. */
	readonly count: number;
	/** When a state is true. */
	readonly states?: readonly TimeSpan[];
}

/** How much there is of a room. */
export interface RoomSummary {
	/** The labels of planes and meshes. */
	readonly labels: readonly string[];
	readonly planes: number;
	readonly meshes: number;
	/** The triangles of all meshes. */
	readonly triangles: number;
	readonly anchors: number;
	/** How often the light changes. */
	readonly lights: number;
}

function summarizeRoom({ planes, meshes, anchors, light }: Room): RoomSummary {
	const labels = new Set([...planes, ...meshes].map(({ label }) => label).filter((label) => label !== ''));
	const count = (sum: number, { states }: RoomMesh): number => sum + states[0]!.indices.length / 3;
	return {
		labels: [...labels].sort(),
		planes: planes.length,
		meshes: meshes.length,
		triangles: meshes.reduce(count, 0),
		anchors: anchors.length,
		lights: light.length,
	};
}

/** Summarizes the data that MRTK's files cannot store. */
export function summarizeExtras({ hands, controllers, info, tracks, room, duration }: Recording): ExtraSummary {
	const hasDetails =
		hands !== null && SIDES.some((side) => hands[side].aim ?? hands[side].pinchStrength ?? hands[side].radii);
	const hand = (side: Side): HandDetails => {
		const { aim = null, pinchStrength = null, radii = null } = hands?.[side] ?? {};
		return {
			aimKeys: countCurveKeys(aim),
			pinchStrengthKeys: countCurveKeys(pinchStrength),
			radii: Object.keys(radii ?? {}).length,
		};
	};
	const spans = (curve: Curve): TimeSpan[] => listTrueSpans(curve, { end: duration });
	const controller = (curves: ControllerCurves | null): ControllerSummary | null =>
		curves && {
			keys: countCurveKeys(curves),
			tracked: spans(curves.tracked),
			buttons: curves.buttons.map(({ pressed }, i) => ({ name: nameButton(i), pressed: spans(pressed) })),
			axes: curves.axes.length,
			profiles: curves.profiles,
		};
	return {
		info: Object.keys(info).length === 0 ? undefined : info,
		handDetails: hasDetails ? { left: hand('left'), right: hand('right') } : undefined,
		controllers: controllers ? { left: controller(controllers.left), right: controller(controllers.right) } : undefined,
		tracks: tracks.length === 0 ? undefined : tracks.map((track) => summarizeTrack(track, duration)),
		room: room && summarizeRoom(room),
	};
}

function summarizeTrack(track: Track, end: number): TrackSummary {
	const { name, kind } = track;
	if (track.kind === 'spans') return { name, kind, count: track.spans.length };
	if (track.kind === 'events') return { name, kind, count: track.events.length };
	const count = countCurveKeys(track);
	return track.kind === 'boolean'
		? { name, kind, count, states: listTrueSpans(track.value, { end }) }
		: { name, kind, count };
}

function nameButton(index: number): string {
	return BUTTON_NAMES[index] ?? `button ${index}`;
}
