import { openFile } from './open-file.ts';
import type { Progress, WorkerCalls, WorkerMessage, WorkerRequest } from './protocol.ts';

const scope = globalThis as unknown as {
	onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null;
	postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
};

const report = (progress: Progress): void => scope.postMessage({ progress });

// Stateless: each request has everything that it needs, so any worker can answer it. Opening a file must be fast; the
// code of all other calls is loaded on first use.
const calls: WorkerCalls = {
	open: (request) => openFile(request, report),
	show: async (request) => (await import('./show-stored.ts')).showStored(request, report),
	inspect: async (request) => (await import('./inspect-file.ts')).inspectFile(request),
	map: async (request) => (await import('./map-bytes.ts')).mapBytes(request),
	channels: async (request) => (await import('./make-channels.ts')).makeChannels(request),
	rowTimes: async (request) => (await import('./list-row-times.ts')).listRowTimes(request),
	measure: async (request) => (await import('./measure-stored.ts')).measureStored(request),
	repair: async (request) => (await import('./repair-file.ts')).repairFile(request, report),
	compare: async (request) => (await import('./compare-files.ts')).compareFiles(request),
	edit: async (request) => (await import('./edit-recording.ts')).editStored(request, report),
	preview: async (request) => (await import('./edit-recording.ts')).previewEdit(request),
	split: async (request) => (await import('./edit-recording.ts')).splitStored(request, report),
	catalog: async (request) => (await import('./read-catalog.ts')).readCatalog(request),
	figures: async (request) => (await import('./read-catalog.ts')).readFigures(request),
	plot: async (request) => (await import('./plot-recording.ts')).plotRecording(request),
	carry: async (request) => (await import('./carry-recording.ts')).carryRecording(request),
	save: async (request) => (await import('./save-file.ts')).saveFile(request),
};

scope.onmessage = async ({ data: { name, request } }) => {
	try {
		const result = await calls[name](request as never);
		scope.postMessage({ result }, listBuffers(result));
	} catch (error) {
		scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
	}
};

// Every array of a result is fresh, so all buffers can be transferred instead of copied. Recordings without keys share
// empty arrays, which stay.
function listBuffers(value: unknown): ArrayBuffer[] {
	const buffers = new Set<ArrayBuffer>();
	const visit = (part: unknown): void => {
		if (ArrayBuffer.isView(part)) {
			if (part.buffer instanceof ArrayBuffer && part.buffer.byteLength > 0) buffers.add(part.buffer);
		} else if (Array.isArray(part)) {
			if (typeof part[0] === 'object') for (const entry of part) visit(entry);
		} else if (typeof part === 'object' && part !== null) {
			for (const entry of Object.values(part)) visit(entry);
		}
	};
	visit(value);
	return [...buffers];
}
