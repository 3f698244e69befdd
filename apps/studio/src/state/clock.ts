import type { PlaybackClock, PlaybackRange } from '@handreel/core/play';

/** Moves a clock to a time in a recording. A loop does not limit this: the playhead may leave it. */
export function seekClock(clock: PlaybackClock, time: number, recording: PlaybackRange): number {
	setRange(clock, recording);
	return clock.seek(time);
}

/** Advances a clock by seconds of real time: around the loop, or to the end of the recording without a loop. */
export function advanceClock(
	clock: PlaybackClock,
	seconds: number,
	recording: PlaybackRange,
	loop: PlaybackRange | null,
): number {
	const isLoop = loop !== null && loop.end > loop.start;
	setRange(clock, isLoop ? loop : recording);
	clock.wrap = isLoop ? 'loop' : 'once';
	return clock.advance(seconds);
}

// Setting a range is a seek, and a seek drops the remainder of the last step. So an equal range is not set again.
function setRange(clock: PlaybackClock, { start, end }: PlaybackRange): void {
	if (clock.range.start !== start || clock.range.end !== end) clock.range = { start, end };
}
