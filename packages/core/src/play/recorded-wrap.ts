import { WRAP_DEFAULT, WRAP_LOOP, WRAP_PING_PONG } from '../curves/wrap.ts';
import { CLAMP_FOREVER } from '../model/curve.ts';
import { listCurves } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';
import type { PlaybackWrap } from './playback-clock.ts';

/** The wrap mode that all curves with keys have after their last one; `'once'` if they do not agree on one. */
export function recordedWrap(recording: Recording, defaultWrap: number): PlaybackWrap {
	const modes = new Set<number>();
	for (const { count, postWrap } of listCurves(recording)) {
		if (count > 0) modes.add(postWrap === WRAP_DEFAULT ? defaultWrap : postWrap);
	}
	const [mode, ...others] = modes;
	if (others.length > 0) return 'once';
	if (mode === WRAP_LOOP) return 'loop';
	if (mode === WRAP_PING_PONG) return 'ping-pong';
	return mode === CLAMP_FOREVER ? 'clamp-forever' : 'once';
}
