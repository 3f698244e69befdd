import {
	createFrameSample,
	createRecording,
	type EventTrack,
	type Recording,
	type RecordingInfo,
} from '@handreel/core';
import { Recorder } from '@handreel/core/record';
import type { TraceMessage, TracePart } from './trace.ts';
import { TRACE_ROW, unpackTraceFrame } from './trace-frame.ts';

/** The names of the tracks of a trace. */
const TRACKS = ['events', 'console', 'errors'] as const;

/**
 * Creates a recording from the parts of a trace, in order: every frame that the page has seen, and the tracks `events`,
 * `console` and `errors` with their texts. The first frame is at 0 s.
 */
export function readTrace(parts: readonly TracePart[], info: RecordingInfo = {}): Recording {
	const recorder = new Recorder({ maxDuration: Number.POSITIVE_INFINITY });
	recorder.start();
	const frame = createFrameSample();
	for (const { times, rows } of parts) {
		const floats = new Float32Array(Uint8Array.from(atob(rows), (char) => char.charCodeAt(0)).buffer);
		times.forEach((time, i) => {
			unpackTraceFrame(floats.subarray(i * TRACE_ROW, (i + 1) * TRACE_ROW), frame).time = time;
			recorder.capture(frame);
		});
	}
	const start = parts[0]?.times[0] ?? 0;
	const messages = parts.flatMap((part) => part.messages).filter(({ time }) => time >= start);
	const tracks = TRACKS.map((name): EventTrack => {
		const chosen = messages.filter(({ kind }) => findTrack(kind) === name);
		return {
			name,
			kind: 'events',
			events: chosen.map(({ time, kind, text }) => ({
				time: time - start,
				name: name === 'console' ? `${kind}: ${text}` : text,
			})),
		};
	});
	const recording = recorder.toRecording({ keepAllKeys: true });
	return createRecording({ ...recording, info: { ...recording.info, ...info }, tracks });
}

function findTrack(kind: TraceMessage['kind']): (typeof TRACKS)[number] {
	if (kind === 'event') return 'events';
	return kind === 'uncaught' ? 'errors' : 'console';
}
