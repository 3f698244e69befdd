import { checkTracks } from '../model/create-recording.ts';
import { replaceFields } from '../model/map-curves.ts';
import type { Recording, Span, SpanTrack } from '../model/recording.ts';

/**
 * The recording with other spans in a track, in order of their start. A track that does not exist is added; `null` removes it.
 *
 * Throws `TypeError` for a name that is empty, has dots or belongs to a track of another kind, and like `createRecording` for
 * spans that files cannot hold.
 */
export function setSpans(recording: Recording, name: string, spans: readonly Span[] | null): Recording {
	const { tracks } = recording;
	const at = tracks.findIndex((track) => track.name === name);
	const given = tracks[at];
	if (given !== undefined && given.kind !== 'spans')
		throw new TypeError(`track: '${name}' is a track of kind ${given.kind}`);
	if (spans === null)
		return given === undefined ? recording : replaceFields(recording, { tracks: tracks.toSpliced(at, 1) });
	const track: SpanTrack = { name, kind: 'spans', spans: spans.toSorted((a, b) => a.start - b.start || a.end - b.end) };
	const changed = given === undefined ? [...tracks, track] : tracks.with(at, track);
	checkTracks(changed);
	return replaceFields(recording, { tracks: changed });
}
