import { SIDES, type Side, type Span, type TimeSpan } from '@handreel/core';
import { formatDegrees, formatMillimeters } from '@handreel/text';
import { formatMessage } from '../../state/format-message.ts';
import { listSpanTracks } from '../../state/labeling.svelte.ts';
import type { ComparisonState, OpenDocument } from '../../state/recording-state.ts';

const SIDE_NAMES = { left: 'Left', right: 'Right' } as const;

/** A marker, event or problem. */
export interface LaneMark {
	readonly time: number;
	/** When a problem ends that lasts. */
	readonly endTime?: number | undefined;
	readonly text: string;
	readonly kind: 'marker' | 'event' | 'error' | 'warning' | 'info';
	/** The index of a marker in the recording. */
	readonly index?: number;
}

/** A row of the timeline. */
export type Lane =
	| {
			readonly kind: 'spans';
			readonly label: string;
			readonly tone: 'left' | 'right';
			readonly fill: 'solid' | 'hatched';
			readonly spans: readonly TimeSpan[];
	  }
	/** The label is the name of the track. */
	| { readonly kind: 'labels'; readonly label: string; readonly spans: readonly Span[] }
	| { readonly kind: 'marks'; readonly label: string; readonly marks: readonly LaneMark[] }
	| { readonly kind: 'ticks'; readonly label: string; readonly times: ArrayLike<number> }
	| {
			readonly kind: 'area';
			readonly label: string;
			readonly times: ArrayLike<number>;
			readonly values: ArrayLike<number>;
			readonly max: number;
			readonly text: string;
	  };

/** Height of a row in CSS pixels. */
export function laneHeight(lane: Lane): number {
	return lane.kind === 'area' ? 30 : lane.kind === 'marks' || lane.kind === 'labels' ? 18 : 14;
}

/** The rows of a recording: states of hands and controllers, keys, markers, events, problems and deviation. */
export function buildLanes(document: OpenDocument, comparison: ComparisonState | null): Lane[] {
	return [
		...listStateLanes(document),
		{ kind: 'ticks', label: 'Keys', times: document.keyTimes ?? [] },
		...listMarkLanes(document),
		...listDeviationLanes(comparison),
	];
}

function listStateLanes({ summary }: OpenDocument): Lane[] {
	const lanes: Lane[] = [];
	for (const side of SIDES) {
		const add = (name: string, fill: 'solid' | 'hatched', spans: readonly TimeSpan[]): void => {
			lanes.push({ kind: 'spans', label: `${SIDE_NAMES[side]} ${name}`, tone: side, fill, spans });
		};
		const hand = summary.hands?.[side];
		const controller = summary.controllers?.[side];
		// Recordings of controllers have hands without keys.
		if (hand !== undefined && (hand.keys > 0 || !controller)) {
			add('tracked', 'solid', hand.tracked);
			add('pinch', 'hatched', hand.pinching);
		}
		if (!controller) continue;
		add('controller', 'solid', controller.tracked);
		for (const { name, pressed } of controller.buttons) if (pressed.length > 0) add(name, 'hatched', pressed);
	}
	for (const { name, states = [] } of summary.tracks ?? []) {
		if (states.length === 0) continue;
		const [, side, button] = /^(left|right)-hand-(.+)$/.exec(name) ?? [];
		const label = button === undefined ? name : `${SIDE_NAMES[side as Side]} ${button.replaceAll('-', ' ')}`;
		lanes.push({ kind: 'spans', label, tone: side === 'left' ? 'left' : 'right', fill: 'hatched', spans: states });
	}
	return lanes;
}

function listMarkLanes({ stored, issues }: OpenDocument): Lane[] {
	const { markers, tracks } = stored.skeleton;
	const lanes: Lane[] = [];
	const add = (label: string, marks: readonly LaneMark[]): void => {
		if (marks.length > 0) lanes.push({ kind: 'marks', label, marks });
	};
	add(
		'Markers',
		markers.map(({ time, name }, index) => ({ time, text: name, kind: 'marker', index })),
	);
	for (const { name, spans } of listSpanTracks(stored.skeleton))
		if (spans.length > 0) lanes.push({ kind: 'labels', label: name, spans });
	for (const track of tracks) {
		if (track.kind !== 'events') continue;
		add(
			track.name,
			track.events.map(({ time, name }) => ({ time, text: name, kind: 'event' })),
		);
	}
	add(
		'Problems',
		(issues ?? []).flatMap((issue): LaneMark[] =>
			typeof issue.time === 'number'
				? [{ time: issue.time, endTime: issue.endTime, text: formatMessage(issue), kind: issue.severity }]
				: [],
		),
	);
	return lanes;
}

// The largest deviation is that of the comparison, as in the panel.
function listDeviationLanes(comparison: ComparisonState | null): Lane[] {
	if (!comparison?.lane || comparison.result === null) return [];
	const { times, position, rotation } = comparison.lane;
	const meters = comparison.result.position?.max ?? 0;
	const degrees = comparison.result.rotation?.max ?? 0;
	return [
		{
			kind: 'area',
			label: 'Position deviation',
			times,
			values: position,
			max: meters,
			text: formatMillimeters(meters, 2),
		},
		{
			kind: 'area',
			label: 'Rotation deviation',
			times,
			values: rotation,
			max: degrees,
			text: formatDegrees(degrees, 2),
		},
	];
}
