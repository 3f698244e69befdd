import { encodeRecording } from '@handreel/convert';
import { LAYOUTS, type Recording, summarizeRecording } from '@handreel/core';
import { compareRecordings, splitRecording } from '@handreel/core/edit';
import { countKeys, getRecordingByteLength } from '@handreel/core/internal';
import { bakeTable } from './bake-table.ts';
import { applyEdit, type Edit } from './edits.ts';
import { prepareRecording } from './prepare-recording.ts';
import type {
	EditedRecording,
	EditPreview,
	KeptRecording,
	OpenedRecording,
	PreviewRequest,
	Progress,
} from './protocol.ts';
import { loadStored, storeRecording } from './stored-recording.ts';

/** Edits a recording. Curves that do not change stay where they are stored. */
export async function editStored(
	{ kept, edit }: { kept: KeptRecording; edit: Edit },
	report: (progress: Progress) => void,
): Promise<EditedRecording> {
	const { recording, loaded } = await loadStored(kept.stored);
	const { recording: edited, remark } = await applyEdit(recording, edit);
	if (edited === recording) return { opened: null, remark };
	const made = { ...kept, recording: edited, fileSize: null, loaded };
	return { opened: prepareRecording(made, report), remark };
}

/** Makes an edit to look at, and measures what it would change over the time that remains. */
export async function previewEdit({ kept, edit }: PreviewRequest): Promise<EditPreview> {
	const { recording, loaded } = await loadStored(kept.stored);
	const { recording: edited, remark } = await applyEdit(recording, edit);
	const summary = summarizeRecording(edited);
	const { position, rotation } = compareRecordings(recording, edited);
	return {
		result: { ...bakeTable(edited, summary), summary, stored: storeRecording(edited, loaded) },
		bytes: edit.kind === 'optimize' ? [await measureSize(recording, kept), await measureSize(edited, kept)] : null,
		format: kept.format === 'reel' ? 'reel' : 'bin',
		duration: [recording.duration, edited.duration],
		keys: [countKeys(recording), countKeys(edited)],
		position: position?.max ?? 0,
		rotation: rotation?.max ?? 0,
		remark,
	};
}

/** Splits a recording at times in seconds. The pieces are numbered. */
export async function splitStored(
	{ kept, times }: { kept: KeptRecording; times: readonly number[] },
	report: (progress: Progress) => void,
): Promise<OpenedRecording[]> {
	const { recording } = await loadStored(kept.stored);
	return splitRecording(recording, times).map((piece, i) => {
		const name = kept.name.replace(/(\.[a-z0-9]+)?$/i, `-${i + 1}$1`);
		const { format, sourceLayout } = kept;
		const made = { name, recording: piece.recording, format, sourceLayout, fileSize: null, readIssues: [] };
		return prepareRecording(made, report);
	});
}

// The size of a reel for reels, otherwise of a .bin file with the layout of the source.
async function measureSize(recording: Recording, kept: PreviewRequest['kept']): Promise<number> {
	if (kept.format === 'reel') return (await encodeRecording(recording, 'reel')).bytes.length;
	const layout = LAYOUTS.find(({ name }) => name === kept.sourceLayout)?.layout;
	return getRecordingByteLength(recording, { layout, onIssue: () => {} });
}
