/**
 * Plays recordings: a clock that you advance, events, looping and seeking.
 *
 * @example
 * import { Player } from '@handreel/core/play';
 * const player = new Player(recording, { wrap: 'loop', space: 'webxr' });
 * player.play();
 * const { hands } = player.advance(1 / 60); // once per frame
 *
 * @module
 */

export { listKeyTimes } from './play/key-times.ts';
export { Player, type PlayerOptions, type PlayerRange } from './play/player.ts';
export type { PlayerEvents } from './play/player-events.ts';
export type { PlayerWrap } from './play/playhead.ts';
