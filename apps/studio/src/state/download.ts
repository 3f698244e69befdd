/** Milliseconds until a browser has surely read the blob. */
const RELEASE_DELAY = 60_000;

/** Saves a blob as a file in the downloads folder of the browser. */
export function download(blob: Blob, name: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_DELAY);
}
