import { FORMATS } from '@handreel/convert';
import { readHandle, type WritableHandle } from './file-handles.ts';

/** Chromium's items have handles. */
interface HandleItem {
	getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

const EXTENSIONS = FORMATS.flatMap(({ reads, extensions }) => (reads !== 'no' ? extensions : []));

/** The dropped files, and the files in dropped folders that have the extension of a recording. */
export async function listDroppedFiles(transfer: DataTransfer): Promise<File[]> {
	// The browser clears the list after the first `await`.
	const items = [...transfer.items]
		.filter(({ kind }) => kind === 'file')
		.map((item) => ({
			entry: item.webkitGetAsEntry(),
			file: item.getAsFile(),
			// Files with a handle can be saved in place.
			handle: (item as HandleItem).getAsFileSystemHandle?.().catch(() => null),
		}));
	const files: File[] = [];
	for (const { entry, file, handle } of items) {
		const known = await handle;
		if (entry?.isDirectory) await collect(entry, files);
		else if (known?.kind === 'file') files.push(await readHandle(known as WritableHandle));
		else if (file !== null) files.push(file);
	}
	return files;
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
	if (entry.isFile) {
		const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
		if (isRecordingName(file.name)) files.push(file);
		return;
	}
	// The tables of a catalog are not recordings.
	if (entry.name === '.handreel') return;
	const reader = (entry as FileSystemDirectoryEntry).createReader();
	for (;;) {
		const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
		if (batch.length === 0) return;
		batch.sort((a, b) => a.name.localeCompare(b.name));
		for (const child of batch) await collect(child, files);
	}
}

function isRecordingName(name: string): boolean {
	return !name.startsWith('.') && EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}
