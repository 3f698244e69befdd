/**
 * Plays recordings: a clock that you advance, looping, seeking, and events.
 *
 * @example
 * import { Player } from '@handreel/core/play';
 * const player = new Player(recording, { wrap: 'loop', space: 'webxr' });
 * player.play();
 * const { hands } = player.advance(1 / 60); // once per frame
 *
 * @module
 */

export type { PlayerEvents } from './play/event-clock.ts';
export {
	PlaybackClock,
	type PlaybackClockOptions,
	type PlaybackRange,
	type PlaybackWrap,
} from './play/playback-clock.ts';
export { Player, type PlayerOptions } from './play/player.ts';
