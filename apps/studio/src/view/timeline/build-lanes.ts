import { SIDES, type TimeSpan } from '@handreel/core';
import { formatDegrees, formatMillimeters } from '@handreel/text';
import type { ComparisonState, OpenDocument } from '../../state/recording-state.ts';

const SIDE_NAMES = { left: 'Left', right: 'Right' } as const;

/** A marker or problem. */
export interface LaneMark {
	readonly time: number;
	readonly text: string;
	readonly kind: 'marker' | 'error' | 'warning' | 'info';
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
	return lane.kind === 'area' ? 30 : lane.kind === 'marks' ? 18 : 14;
}

/** The rows of a recording: tracking and pinch of each hand, keys, markers, problems and deviation. */
export function buildLanes(document: OpenDocument, comparison: ComparisonState | null): Lane[] {
	const lanes: Lane[] = [];
	for (const side of SIDES) {
		const hand = document.summary.hands?.[side];
		if (hand === undefined) continue;
		lanes.push({ kind: 'spans', label: `${SIDE_NAMES[side]} tracked`, tone: side, fill: 'solid', spans: hand.tracked });
		lanes.push({
			kind: 'spans',
			label: `${SIDE_NAMES[side]} pinch`,
			tone: side,
			fill: 'hatched',
			spans: hand.pinching,
		});
	}
	lanes.push({ kind: 'ticks', label: 'Keys', times: document.keyTimes ?? [] });
	if (document.markers.length > 0) {
		const marks = document.markers.map(({ time, name }): LaneMark => ({ time, text: name, kind: 'marker' }));
		lanes.push({ kind: 'marks', label: 'Markers', marks });
	}
	const moments = (document.issues ?? []).flatMap(({ time, severity, message }): LaneMark[] =>
		typeof time === 'number' ? [{ time, text: message, kind: severity }] : [],
	);
	if (moments.length > 0) lanes.push({ kind: 'marks', label: 'Problems', marks: moments });
	if (comparison?.lane) {
		const { times, position, rotation } = comparison.lane;
		const largest = (values: Float32Array): number => values.reduce((max, value) => Math.max(max, value), 0);
		const meters = largest(position);
		const degrees = largest(rotation);
		lanes.push({
			kind: 'area',
			label: 'Position deviation',
			times,
			values: position,
			max: meters,
			text: formatMillimeters(meters, 1),
		});
		lanes.push({
			kind: 'area',
			label: 'Rotation deviation',
			times,
			values: rotation,
			max: degrees,
			text: formatDegrees(degrees, 1),
		});
	}
	return lanes;
}
