/** A file on the disk of the user that a page may write again. TypeScript does not know its methods for permissions yet. */
export interface WritableHandle extends FileSystemFileHandle {
	requestPermission?(options: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

interface PickerType {
	readonly description: string;
	readonly accept: Readonly<Record<string, readonly string[]>>;
}

/** The pickers of browsers that let pages write files. */
interface Pickers {
	showOpenFilePicker?(options: { readonly multiple: true }): Promise<WritableHandle[]>;
	showSaveFilePicker?(options: {
		readonly suggestedName: string;
		readonly types: readonly PickerType[];
	}): Promise<WritableHandle>;
}

const pickers = globalThis as Pickers;
const handles = new WeakMap<Blob, WritableHandle>();

/** The handle of a file that was picked or dropped, or `null`. */
export function findHandle(file: Blob): WritableHandle | null {
	return handles.get(file) ?? null;
}

/** Reads the file of a handle, and keeps the handle with it. */
export async function readHandle(handle: WritableHandle): Promise<File> {
	const file = await handle.getFile();
	handles.set(file, handle);
	return file;
}

/** Asks for files to open. Empty if the user cancels. `null` if the browser has no handles for files. */
export async function pickOpenFiles(): Promise<File[] | null> {
	if (pickers.showOpenFilePicker === undefined) return null;
	const picked = await unlessCanceled(pickers.showOpenFilePicker({ multiple: true }));
	return picked === 'refused' ? null : Promise.all((picked ?? []).map(readHandle));
}

/**
 * Asks for a name and a folder. `null` if the user cancels. `'download'` if the browser can only save to its folder of
 * downloads.
 */
export async function pickSaveFile(
	name: string,
	type: string,
	title: string,
): Promise<WritableHandle | 'download' | null> {
	if (pickers.showSaveFilePicker === undefined) return 'download';
	const extension = name.slice(name.lastIndexOf('.'));
	const types = [{ description: title, accept: { [type]: [extension] } }];
	const picked = await unlessCanceled(pickers.showSaveFilePicker({ suggestedName: name, types }));
	return picked === 'refused' ? 'download' : picked;
}

/** Whether the user lets the page write a file. Ask right after a click or a key: browsers refuse it later. */
export async function mayWrite(handle: WritableHandle): Promise<boolean> {
	return ((await handle.requestPermission?.({ mode: 'readwrite' })) ?? 'granted') === 'granted';
}

/** Replaces the content of a file when all of it is written. */
export async function writeHandle(handle: WritableHandle, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
	const stream = await handle.createWritable();
	try {
		await stream.write(bytes);
	} catch (error) {
		await stream.abort().catch(() => {});
		throw error;
	}
	await stream.close();
}

// Pages inside of other pages may have no pickers.
async function unlessCanceled<T>(picking: Promise<T>): Promise<T | 'refused' | null> {
	try {
		return await picking;
	} catch (error) {
		if (!(error instanceof DOMException)) throw error;
		if (error.name === 'AbortError') return null;
		if (error.name === 'SecurityError') return 'refused';
		throw error;
	}
}
