import type { ConnectedHeadset } from '@handreel/capture';
import { formatPlural, formatTime } from '@handreel/text';
import { escapeText } from '../print/escape-text.ts';

/** Describes the connected headsets in one line. */
export function describeHeadsets(headsets: readonly ConnectedHeadset[]): string {
	if (headsets.length === 0) return 'Waiting for a headset';
	return headsets.map(describeHeadset).join('  |  ');
}

function describeHeadset({ device, state, take }: ConnectedHeadset): string {
	const name = escapeText(device, 40);
	if (take === null || !take.isRecording) return `${name}: ${STATES[state] ?? state}`;
	const { frameRate, tracked, dropped, duration, markers } = take;
	return [
		`${name}: recording ${take.name}`,
		formatTime(Math.floor(duration), 0),
		...(frameRate === null ? [] : [`${Math.round(frameRate)} Hz`]),
		tracked.length === 0 ? 'nothing tracked' : tracked.join(', '),
		`${dropped} dropped`,
		...(markers.length === 0 ? [] : [formatPlural(markers.length, 'marker')]),
	].join(' · ');
}

const STATES: Readonly<Record<string, string>> = {
	idle: 'connected',
	ready: 'ready',
	countdown: 'countdown',
	recording: 'recording',
	review: 'take sent',
};
