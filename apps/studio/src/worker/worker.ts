import { compareFiles } from './compare-files.ts';
import { editStored, previewEdit, splitStored } from './edit-recording.ts';
import { inspectFile } from './inspect-file.ts';
import { mapBytes } from './map-bytes.ts';
import { openFile } from './open-file.ts';
import type { Progress, WorkerCalls, WorkerMessage, WorkerRequest } from './protocol.ts';
import { repairFile } from './repair-file.ts';
import { saveFile } from './save-file.ts';
import { showStored } from './show-stored.ts';

const scope = globalThis as unknown as {
	onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null;
	postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
};

const report = (progress: Progress): void => scope.postMessage({ progress });

// Stateless: each request has everything that it needs, so any worker can answer it.
const calls: WorkerCalls = {
	open: (request) => openFile(request, report),
	inspect: (request) => inspectFile(request),
	map: (request) => mapBytes(request),
	show: (request) => showStored(request, report),
	repair: (request) => repairFile(request, report),
	compare: (request) => compareFiles(request),
	edit: (request) => editStored(request, report),
	preview: (request) => previewEdit(request),
	split: (request) => splitStored(request, report),
	save: (request) => saveFile(request),
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
