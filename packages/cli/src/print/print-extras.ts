import { type ExtraSummary, SIDES, type TimeSpan } from '@handreel/core';
import { formatPlural, formatRoom, formatTrack } from '@handreel/text';
import { escapeText } from './escape-text.ts';

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
	for (const track of extras.tracks ?? [])
		lines.push(label('Track', `${escapeText(track.name)} (${formatTrack(track)})`));
	if (extras.room !== undefined) lines.push(label('Room', formatRoom(extras.room)));
	return lines.length === 0 ? [] : ['', ...lines];
}
