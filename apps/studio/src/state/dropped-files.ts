/** The files of a drop, those inside dropped folders too. */
export async function listDroppedFiles(transfer: DataTransfer): Promise<File[]> {
	// Entries must be taken before the first wait: the list is gone afterwards.
	const entries = [...transfer.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null));
	const plain = [...transfer.files];
	if (!entries.some((entry) => entry?.isDirectory)) return plain;
	const files: File[] = [];
	for (const entry of entries) if (entry !== null) await collect(entry, files);
	return files;
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
	if (entry.isFile) {
		const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
		if (!file.name.startsWith('.')) files.push(file);
		return;
	}
	const reader = (entry as FileSystemDirectoryEntry).createReader();
	for (;;) {
		const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
		if (batch.length === 0) return;
		batch.sort((a, b) => a.name.localeCompare(b.name));
		for (const child of batch) await collect(child, files);
	}
}
