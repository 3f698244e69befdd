import {
	BUTTON_NAMES,
	type ControllerCurves,
	type Curve,
	getKeyTime,
	listTrueSpans,
	type Recording,
	type RecordingInfo,
	SIDES,
	type Side,
	type TimeSpan,
	type Track,
} from '@handreel/core';

/** The data of a recording that MRTK's files cannot store. Absent fields have no such data. */
export interface ExtraSummary {
	readonly info?: RecordingInfo;
	readonly handDetails?: Readonly<Record<Side, HandDetails>>;
	readonly controllers?: Readonly<Record<Side, ControllerSummary | null>>;
	readonly tracks?: readonly TrackSummary[];
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
	/** Keys or events. */
	readonly count: number;
}

/** Summarizes the data that MRTK's files cannot store. */
export function summarizeExtras({ hands, controllers, info, tracks, duration }: Recording): ExtraSummary {
	const hasDetails =
		hands !== null && SIDES.some((side) => hands[side].aim ?? hands[side].pinchStrength ?? hands[side].radii);
	const hand = (side: Side): HandDetails => {
		const { aim = null, pinchStrength = null, radii = null } = hands?.[side] ?? {};
		return {
			aimKeys: countKeys(aim),
			pinchStrengthKeys: countKeys(pinchStrength),
			radii: Object.keys(radii ?? {}).length,
		};
	};
	const spans = (curve: Curve): TimeSpan[] => listTrueSpans(curve, { start: findFirstTime(curve), end: duration });
	const controller = (curves: ControllerCurves | null): ControllerSummary | null =>
		curves && {
			keys: countKeys(curves),
			tracked: spans(curves.tracked),
			buttons: curves.buttons.map(({ pressed }, i) => ({ name: nameButton(i), pressed: spans(pressed) })),
			axes: curves.axes.length,
			profiles: curves.profiles,
		};
	return {
		...(Object.keys(info).length === 0 ? {} : { info }),
		...(hasDetails ? { handDetails: { left: hand('left'), right: hand('right') } } : {}),
		...(controllers && { controllers: { left: controller(controllers.left), right: controller(controllers.right) } }),
		...(tracks.length === 0 ? {} : { tracks: tracks.map(summarizeTrack) }),
	};
}

function summarizeTrack(track: Track): TrackSummary {
	const { name, kind } = track;
	return { name, kind, count: track.kind === 'events' ? track.events.length : countKeys(track) };
}

function nameButton(index: number): string {
	return BUTTON_NAMES[index] ?? `button ${index}`;
}

// Returns the smallest time of a key. Times that are not numbers do not count.
function findFirstTime(curve: Curve): number {
	let first = Number.POSITIVE_INFINITY;
	for (let i = 0; i < curve.count; i++) if (getKeyTime(curve, i) < first) first = getKeyTime(curve, i);
	return Number.isFinite(first) ? first : 0;
}

// Counts the keys of all curves in an object of a recording.
function countKeys(node: unknown): number {
	if (typeof node !== 'object' || node === null) return 0;
	if ('stride' in node) return (node as Curve).count;
	return Object.values(node).reduce((sum: number, child) => sum + countKeys(child), 0);
}
