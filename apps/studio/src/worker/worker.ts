import { compareEntries } from './compare-entries.ts';
import { closeRecording, copyCurve, findEntry, inspectRecording, openRecording, repairEntry } from './library.ts';
import type { Progress, WorkerCalls, WorkerRequest } from './protocol.ts';
import { saveRecording } from './save-recording.ts';

// Reads, bakes, repairs and writes, so that the page never has to.

const scope = globalThis as unknown as {
	onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null;
	postMessage(message: unknown, transfer?: Transferable[]): void;
};

const report = (progress: Progress): void => scope.postMessage({ progress });

const calls: WorkerCalls = {
	open: (request) => openRecording(request, report),
	inspect: ({ id }) => inspectRecording(id),
	curve: ({ id, path }) => copyCurve(id, path),
	repair: ({ id, copyId }) => repairEntry(id, copyId, report),
	compare: ({ a, b }) => compareEntries(findEntry(a), findEntry(b)),
	save: ({ id, format, base }) => saveRecording(id, format, base),
	close: ({ id }) => closeRecording(id),
};

scope.onmessage = async ({ data: { serial, name, request } }) => {
	try {
		const result = await calls[name](request as never);
		scope.postMessage({ serial, result }, listBuffers(result));
	} catch (error) {
		scope.postMessage({ serial, error: error instanceof Error ? error.message : String(error) });
	}
};

// The memory of every array in an answer: all of them were made for it, so they move instead of being copied.
function listBuffers(value: unknown): ArrayBuffer[] {
	const buffers = new Set<ArrayBuffer>();
	const visit = (part: unknown): void => {
		if (ArrayBuffer.isView(part)) {
			if (part.buffer instanceof ArrayBuffer) buffers.add(part.buffer);
		} else if (Array.isArray(part)) {
			if (typeof part[0] === 'object') for (const entry of part) visit(entry);
		} else if (typeof part === 'object' && part !== null) {
			for (const entry of Object.values(part)) visit(entry);
		}
	};
	visit(value);
	return [...buffers];
}
