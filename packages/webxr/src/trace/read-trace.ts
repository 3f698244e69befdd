import {
	createCurve,
	createFrameSample,
	createRecording,
	type EventTrack,
	type PoseTrack,
	type Recording,
	type RecordingInfo,
	SPACES,
} from '@handreel/core';
import { Recorder } from '@handreel/core/record';
import type { TraceMessage, TracePart } from './trace.ts';
import { TRACE_ROW, unpackTraceFrame } from './trace-frame.ts';

/** The names of the tracks of a trace. */
const TRACKS = ['events', 'console', 'errors'] as const;

/**
 * Creates a recording from the parts of a trace, in order: every frame that the page has seen, the tracks `events`,
 * `console` and `errors` with their texts, and a track for the positions of each watched object. The first frame is at 0 s.
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
	const allTracks = [...tracks, ...readObjectTracks(parts, start)];
	return createRecording({ ...recording, info: { ...recording.info, ...info }, tracks: allTracks });
}

// A track per name. Names of tracks have no dots and differ.
function readObjectTracks(parts: readonly TracePart[], start: number): PoseTrack[] {
	const keys = new Map<string, [x: number[], y: number[], z: number[]]>();
	for (const { times, objects } of parts) {
		objects.forEach((frame, i) => {
			for (const { name, position } of frame) {
				const found = keys.get(name) ?? [[], [], []];
				keys.set(name, found);
				found.forEach((list, axis) => {
					list.push(times[i]! - start, position[axis]! * SPACES.webxr.vector[axis]!);
				});
			}
		});
	}
	const taken = new Set<string>(TRACKS);
	return [...keys].map(([path, [x, y, z]]) => {
		const plain = path.replaceAll('.', '_');
		let name = plain;
		for (let i = 2; taken.has(name); i++) name = `${plain} (${i})`;
		taken.add(name);
		const none = createCurve([]);
		const position = { x: createCurve(x), y: createCurve(y), z: createCurve(z) };
		return { name, kind: 'pose', position, rotation: { x: none, y: none, z: none, w: none } };
	});
}

function findTrack(kind: TraceMessage['kind']): (typeof TRACKS)[number] {
	if (kind === 'event') return 'events';
	return kind === 'uncaught' ? 'errors' : 'console';
}
