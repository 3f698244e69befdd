// One script for pages that are not ours: records every immersive session and defines `handreelRecorder`.
import { type LayoutName, type Tolerances, writeRecording } from '@handreel/core';
import { installRecorder } from './install-recorder.ts';

const recorder = installRecorder({ maxDuration: Number.POSITIVE_INFINITY });

/** What the script defines. */
const handle = {
	/** Marks the newest frame. */
	mark: (name: string): void => recorder.current?.addMarker(name),
	/** The bytes of what was recorded of the newest session; `null` if there was none. */
	toBytes: (layout: LayoutName = 'mrtk-1.1', tolerances?: Tolerances | 'keep-all'): Uint8Array | null =>
		recorder.current && writeRecording(recorder.current.toRecording(tolerances), { layout }),
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
