import { FORMATS } from '@handreel/convert';
import type { SavedFile, SaveFormat } from '../worker/protocol.ts';
import type { WorkerPool } from '../worker/worker-pool.ts';
import { download } from './download.ts';
import { explainError } from './explain-error.ts';
import { mayWrite, pickSaveFile, writeHandle } from './file-handles.ts';
import { type History, isUnsaved, markSaved } from './history.ts';
import type { OpenDocument, SavePlace } from './recording-state.ts';

/** What saving needs from the rest of the page. */
interface SavingSource {
	readonly active: OpenDocument | null;
	readonly documents: readonly OpenDocument[];
	readonly workers: WorkerPool;
	readonly editing: { readonly ended: Promise<unknown> };
	dialog: string | null;
	setHistory(id: number, history: History): void;
	setPlace(id: number, place: SavePlace): void;
	say(text: string): void;
}

/** Saves recordings: in place, where the user chooses, or to the downloads of the browser. */
export class Saving {
	readonly #source: SavingSource;

	constructor(source: SavingSource) {
		this.#source = source;
	}

	/** Encodes the active recording. */
	async encode(format: SaveFormat, signal?: AbortSignal): Promise<SavedFile | null> {
		const { active, workers } = this.#source;
		if (active === null) return null;
		const request = { stored: active.stored, format, name: removeExtension(active.name) };
		return workers.call('save', request, signal && { signal });
	}

	/**
	 * Saves the active recording to the file that it was opened from or saved to. Opens the dialog if there is none, or if the
	 * format of that file cannot store everything.
	 */
	async saveInPlace(): Promise<void> {
		const { active } = this.#source;
		if (active === null) return;
		const { place } = active;
		try {
			if (place === null || !(await mayWrite(place.handle))) {
				this.#source.dialog = 'save';
				return;
			}
			await this.#source.editing.ended;
			const { active: now } = this.#source;
			if (now?.id !== active.id) return;
			const file = await this.encode(place.format);
			if (file === null) return;
			if (file.issues.length > 0) {
				this.#source.dialog = 'save';
				return;
			}
			await writeHandle(place.handle, file.bytes);
			// What was edited meanwhile is not in the file.
			const { history } = this.#source.documents.find(({ id }) => id === now.id) ?? now;
			this.#source.setHistory(now.id, { ...history, saved: markSaved(now.history).saved });
			this.#source.say(`Saved ${place.handle.name}`);
		} catch (error) {
			this.#source.say(`Could not save ${active.label}: ${explainError(error)}`);
		}
	}

	/**
	 * Saves the active recording as an encoded file under a name. Asks for a folder where the browser can. A file with losses
	 * does not count: closing still asks. Returns `false` if the user cancels.
	 */
	async saveFile({ bytes, type, extension, issues }: SavedFile, format: SaveFormat, base: string): Promise<boolean> {
		const { active } = this.#source;
		if (active === null) return false;
		const isLossy = issues.length > 0;
		const remark = isLossy && isUnsaved(active.history) ? 'with losses, so the recording is still unsaved' : '';
		const name = `${base}.${extension}`;
		const title = FORMATS.find((entry) => entry.name === format)?.title ?? 'MRTK input animation';
		const place = await pickSaveFile(name, type, title);
		if (place === null) return false;
		if (place === 'download') this.download(new Blob([bytes], { type }), extension, base, remark);
		else {
			await writeHandle(place, bytes);
			this.#source.say(`Saved ${place.name}${remark === '' ? '' : `: ${remark}`}`);
			if (!isLossy) this.#source.setPlace(active.id, { handle: place, format });
		}
		if (!isLossy) this.#source.setHistory(active.id, markSaved(active.history));
		return true;
	}

	/** Downloads a file; default: named after the recording. A remark becomes part of the notice. */
	download(blob: Blob, extension: string, base: string = this.name, remark = ''): void {
		const name = `${base}.${extension}`;
		download(blob, name);
		this.#source.say(`Saved ${name}${remark === '' ? '' : `: ${remark}`}`);
	}

	/** The name of the active recording without its extension. */
	get name(): string {
		return removeExtension(this.#source.active?.name ?? 'recording');
	}
}

/** The format of the file that a recording was read from, or reels for formats that cannot be written. */
export function getSaveFormat({ format, sourceLayout }: Pick<OpenDocument, 'format' | 'sourceLayout'>): SaveFormat {
	if (format === 'bin') return sourceLayout ?? 'mrtk-1.1';
	const found = FORMATS.find((entry) => entry.name === format && entry.writes);
	return found === undefined ? 'reel' : (found.name as SaveFormat);
}

function removeExtension(name: string): string {
	return name.replace(/\.[a-z0-9]+$/i, '');
}
