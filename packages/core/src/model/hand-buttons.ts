import type { Curve } from './curve.ts';
import type { Recording, Side } from './recording.ts';

// The buttons of a hand's gamepad after its first, which is the pinch. A recording has a track of states for each of them,
// such as `left-hand-tap-thumb`, so that every format, edit and view that knows tracks knows them.

/** The names of a hand's buttons by index, from WebXR's input profile `oculus-hand`; `null` for indices without a name. */
export const HAND_BUTTON_NAMES: readonly (string | null)[] = [
	'pinch',
	null,
	null,
	null,
	'menu',
	'swipe-left',
	'swipe-right',
	'swipe-forward',
	'swipe-backward',
	'tap-thumb',
];
/** The most buttons that a hand may have. */
export const MAX_HAND_BUTTONS = 16;

/** Returns the name of the track with the states of a hand's button, such as `left-hand-tap-thumb` or `left-hand-button-12`. */
export function nameHandButton(side: Side, index: number): string {
	return `${side}-hand-${HAND_BUTTON_NAMES[index] ?? `button-${index}`}`;
}

/** Finds the states of a hand's buttons by index. The first, the pinch, is always `null`. Empty without such tracks. */
export function findHandButtons({ tracks }: Pick<Recording, 'tracks'>, side: Side): (Curve | null)[] {
	const found: (Curve | null)[] = [];
	for (let index = MAX_HAND_BUTTONS - 1; index > 0; index--) {
		const name = nameHandButton(side, index);
		const track = tracks.find((candidate) => candidate.name === name);
		if (track?.kind === 'boolean') found[index] = track.value;
	}
	return Array.from(found, (curve) => curve ?? null);
}

/** Returns the name of the track with the rays of the transient pointers of a side, which exist while a hand pinches. */
export function nameTransientPointer(side: Side): string {
	return `${side}-hand-transient-pointer`;
}

const MIRRORED: Readonly<Record<string, string>> = {
	'body-left-': 'body-right-',
	'body-right-': 'body-left-',
	'left-hand-': 'right-hand-',
	'right-hand-': 'left-hand-',
	'swipe-left': 'swipe-right',
	'swipe-right': 'swipe-left',
};

/** Returns the name of the track that a mirror makes of a track: the other hand, the other side of the body. Other names stay. */
export function mirrorTrackName(name: string): string {
	if (!/^(body-(left|right)|(left|right)-hand)-/.test(name)) return name;
	return name.replace(/^body-(left|right)-|^(left|right)-hand-|swipe-(left|right)$/g, (part) => MIRRORED[part]!);
}
