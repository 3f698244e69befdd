// A script for any page: records every immersive session and defines the global `handreelRecorder`.
// `<script src="record.js" data-journal>` also keeps journals.
import { type Issue, type LayoutName, type Recording, writeRecording } from '@handreel/core';
import { type RecordedKeysOptions, recoverJournal } from '@handreel/core/record';
import { encodeReel } from '@handreel/core/reel';
import {
	listBrowserJournals,
	openBrowserJournal,
	readBrowserJournal,
	removeBrowserJournal,
} from './record/browser-journal.ts';
import { installRecorder } from './record/install-recorder.ts';
import type { BrowserJournalInfo } from './record/journal-database.ts';

let hasJournal = (globalThis.document?.currentScript as HTMLElement | null)?.dataset['journal'] !== undefined;

const recorder = installRecorder({
	maxDuration: Number.POSITIVE_INFINITY,
	// The date alone is not unique: two pages may start at the same time, or their clocks may stand still.
	journal: () => {
		if (!hasJournal) return null;
		return openBrowserJournal(`session ${new Date().toISOString()} ${crypto.randomUUID().slice(0, 8)}`);
	},
});

/** `'reel'`, or a layout of MRTK's files. */
type Format = 'reel' | LayoutName;

// MRTK's files cannot store controllers and pointing rays, which is not a surprise to pages that ask for them.
function encode(recording: Recording, format: Format): Uint8Array {
	if (format === 'reel') return encodeReel(recording);
	return writeRecording(recording, { layout: format, onIssue: () => {} });
}

/** The global `handreelRecorder`. */
const handle = {
	/** Adds a marker at the newest frame. */
	mark: (name: string): void => recorder.current?.addMarker(name),
	/** Returns the recording of the newest session as bytes; `null` if there was no session. */
	toBytes: (format: Format = 'reel', keys?: RecordedKeysOptions): Uint8Array | null =>
		recorder.current && encode(recorder.current.toRecording(keys), format),
	/** Lists what the recording of the newest session cannot store. */
	issues: (): readonly Issue[] => recorder.current?.issues ?? [],
	/** Makes sessions that start from now on keep a journal in the storage of this origin. */
	useJournal(): void {
		hasJournal = true;
	},
	/** Lists the journals of this origin. */
	journals: (): Promise<BrowserJournalInfo[]> => listBrowserJournals(),
	/** Recovers the recording of a journal as bytes; `null` if it has no frames. */
	async recover(name: string, format: Format = 'reel'): Promise<Uint8Array | null> {
		const { recording } = recoverJournal(await readBrowserJournal(name));
		return recording && encode(recording, format);
	},
	/** Removes a journal. */
	forget: (name: string): Promise<void> => removeBrowserJournal(name),
	/** Downloads the recording of the newest session. A name that ends in `.bin` gets a file that Unity plays. */
	download(name = 'session.reel', format: Format = name.endsWith('.bin') ? 'mrtk-1.1' : 'reel'): void {
		const bytes = handle.toBytes(format);
		if (bytes === null) throw new TypeError('no session was recorded');
		const link = document.createElement('a');
		link.href = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'application/octet-stream' }));
		link.download = name;
		link.click();
		URL.revokeObjectURL(link.href);
	},
};
Object.defineProperty(globalThis, 'handreelRecorder', { configurable: true, value: handle });
