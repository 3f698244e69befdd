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
import { formatPlural } from '@handreel/text';
import { escapeText } from './escape-text.ts';

/** What `handreel info` shows about data that MRTK's files cannot store. Absent fields have no such data. */
export interface ExtraSummary {
	readonly info?: RecordingInfo;
	readonly handDetails?: Readonly<Record<Side, HandDetails>>;
	readonly controllers?: Readonly<Record<Side, ControllerSummary | null>>;
	readonly tracks?: readonly TrackSummary[];
}

interface HandDetails {
	readonly aimKeys: number;
	readonly pinchStrengthKeys: number;
	/** The number of joints with a radius. */
	readonly radii: number;
}

interface ControllerSummary {
	readonly keys: number;
	readonly tracked: readonly TimeSpan[];
	readonly buttons: readonly ButtonSummary[];
	readonly axes: number;
	readonly profiles: readonly string[];
}

interface ButtonSummary {
	readonly name: string;
	readonly pressed: readonly TimeSpan[];
}

interface TrackSummary {
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

/** How lines are printed: with a label in front, and with the spans of a state. */
export interface ExtraPrinter {
	readonly label: (name: string, value: string) => string;
	readonly spansText: (spans: readonly TimeSpan[]) => string;
}

/** The lines that `handreel info` prints for a summary; none without such data. */
export function printExtras(extras: ExtraSummary, { label, spansText }: ExtraPrinter): string[] {
	const lines: string[] = [];
	for (const [name, value] of Object.entries(extras.info ?? {}))
		lines.push(label(escapeText(name), escapeText(typeof value === 'string' ? value : String(JSON.stringify(value)))));
	for (const side of SIDES) {
		const details = extras.handDetails?.[side];
		if (details === undefined) continue;
		const parts = [
			details.aimKeys > 0 ? `pointing ray with ${formatPlural(details.aimKeys, 'key')}` : '',
			details.pinchStrengthKeys > 0 ? `pinch strength with ${formatPlural(details.pinchStrengthKeys, 'key')}` : '',
			details.radii > 0 ? `radii of ${formatPlural(details.radii, 'joint')}` : '',
		].filter((part) => part !== '');
		if (parts.length > 0) lines.push(label(side === 'left' ? 'Left hand' : 'Right hand', parts.join(', ')));
	}
	for (const side of SIDES) {
		const controller = extras.controllers?.[side];
		if (!controller) continue;
		const { keys, tracked, buttons, axes, profiles } = controller;
		const counts = [
			formatPlural(keys, 'key'),
			formatPlural(buttons.length, 'button'),
			`${axes} ${axes === 1 ? 'axis' : 'axes'}`,
		];
		lines.push(label('Controller', `${side}, ${counts.join(', ')}`));
		if (profiles.length > 0) lines.push(label('', `profiles ${profiles.map((name) => escapeText(name)).join(', ')}`));
		lines.push(label('', `tracked  ${spansText(tracked)}`));
		for (const { name, pressed } of buttons)
			if (pressed.length > 0) lines.push(label('', `${name} pressed ${spansText(pressed)}`));
	}
	for (const { name, kind, count } of extras.tracks ?? []) {
		const content = kind === 'events' ? formatPlural(count, 'event') : `${kind}, ${formatPlural(count, 'key')}`;
		lines.push(label('Track', `${escapeText(name)} (${content})`));
	}
	return lines.length === 0 ? [] : ['', ...lines];
}
