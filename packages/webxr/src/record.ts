// One script for pages that are not ours: records every immersive session and defines `handreelRecorder`.
// `<script src="record.js" data-journal>` keeps journals, too.
import { type LayoutName, writeRecording } from '@handreel/core';
import { type RecordedKeysOptions, recoverJournal } from '@handreel/core/record';
import {
	listBrowserJournals,
	openBrowserJournal,
	readBrowserJournal,
	removeBrowserJournal,
} from './browser-journal.ts';
import { installRecorder } from './install-recorder.ts';
import type { BrowserJournalInfo } from './journal-database.ts';

let hasJournal = (globalThis.document?.currentScript as HTMLElement | null)?.dataset['journal'] !== undefined;

const recorder = installRecorder({
	maxDuration: Number.POSITIVE_INFINITY,
	// Two pages, or two pages whose clock stands still, may start at the same time.
	journal: () => {
		if (!hasJournal) return null;
		return openBrowserJournal(`session ${new Date().toISOString()} ${crypto.randomUUID().slice(0, 8)}`);
	},
});

/** What the script defines. */
const handle = {
	/** Marks the newest frame. */
	mark: (name: string): void => recorder.current?.addMarker(name),
	/** The bytes of what was recorded of the newest session; `null` if there was none. */
	toBytes: (layout: LayoutName = 'mrtk-1.1', keys?: RecordedKeysOptions): Uint8Array | null =>
		recorder.current && writeRecording(recorder.current.toRecording(keys), { layout }),
	/** Has sessions that start from now on keep a journal in the storage of this origin. */
	useJournal(): void {
		hasJournal = true;
	},
	/** The journals of this origin. */
	journals: (): Promise<BrowserJournalInfo[]> => listBrowserJournals(),
	/** The bytes of what a journal holds as a recording; `null` if that is no frame. */
	async recover(name: string, layout: LayoutName = 'mrtk-1.1'): Promise<Uint8Array | null> {
		const { recording } = recoverJournal(await readBrowserJournal(name));
		return recording && writeRecording(recording, { layout });
	},
	/** Removes a journal. */
	forget: (name: string): Promise<void> => removeBrowserJournal(name),
	/** Saves it as a file. */
	download(name = 'session.bin', layout: LayoutName = 'mrtk-1.1'): void {
		const bytes = handle.toBytes(layout);
		if (bytes === null) throw new TypeError('no session was recorded');
		const link = document.createElement('a');
		link.href = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'application/octet-stream' }));
		link.download = name;
		link.click();
		URL.revokeObjectURL(link.href);
	},
};
Object.defineProperty(globalThis, 'handreelRecorder', { configurable: true, value: handle });
