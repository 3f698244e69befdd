import { type Issue, type Recording, SIDES, type Track } from '@handreel/core';
import { warnAt } from './lost-keys.ts';

/** The parts of a recording that a format holds. */
export interface HeldParts {
	readonly head?: boolean;
	readonly hands?: boolean;
	readonly pinching?: boolean;
	readonly aim?: boolean;
	readonly pinchStrength?: boolean;
	readonly radii?: boolean;
	readonly gaze?: boolean;
	readonly controllers?: boolean;
	readonly markers?: boolean;
	readonly tracks?: (track: Track) => boolean;
	readonly info?: (name: string) => boolean;
}

/** Warnings about the parts of a recording that a format does not hold. */
export function listLostParts(recording: Recording, held: HeldParts, format: string): Issue[] {
	const { head, hands, gaze, controllers, markers, tracks, info } = recording;
	const lost: string[] = [];
	if (head !== null && !held.head) lost.push('head');
	if (hands !== null && !held.hands) lost.push('hands');
	for (const side of hands !== null && held.hands ? SIDES : []) {
		const { pinching, aim, pinchStrength, radii } = hands![side];
		if (pinching.count > 0 && !held.pinching) lost.push(`hands.${side}.pinching`);
		if (aim && !held.aim) lost.push(`hands.${side}.aim`);
		if (pinchStrength && !held.pinchStrength) lost.push(`hands.${side}.pinchStrength`);
		if (radii && !held.radii) lost.push(`hands.${side}.radii`);
	}
	if (gaze !== null && !held.gaze) lost.push('gaze');
	if (controllers !== null && !held.controllers) lost.push('controllers');
	for (const track of tracks) if (!held.tracks?.(track)) lost.push(`tracks.${track.name}`);
	for (const name of Object.keys(info)) if (!held.info?.(name)) lost.push(`info.${name}`);
	const unheld = held.markers ? [] : markers.map((_, i) => `markers[${i}]`);
	return [
		...warnAt('section-lost', lost, `${format} cannot store it`, ''),
		...warnAt('markers-lost', unheld, `${format} cannot store markers`, ''),
	];
}
