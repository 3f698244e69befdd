import { type Issue, LAYOUTS, writeRecording } from '@handreel/core';
import { findEntry } from './library.ts';
import type { SavedFile, SaveFormat } from './protocol.ts';

/** Writes a recording in a format. What the format cannot hold is listed, not thrown. */
export async function saveRecording(id: number, format: SaveFormat): Promise<SavedFile> {
	const { recording } = findEntry(id);
	const losses: Issue[] = [];
	const layout = LAYOUTS.find(({ name }) => name === format);
	if (layout === undefined) throw new Error(`${format} is no format`);
	const bytes = writeRecording(recording, { layout: layout.layout, onLoss: (issue) => losses.push(issue) });
	return { bytes, extension: 'bin', type: 'application/octet-stream', losses };
}
