import { readRecording } from '@handreel/core';
import { diagnoseBytes } from '@handreel/core/diagnose';
import { listKeyTimes } from '@handreel/core/play';
import { compareFiles } from './compare-files.ts';
import { openRecording } from './open-file.ts';
import type { Progress, WorkerCalls, WorkerMessage, WorkerRequest } from './protocol.ts';
import { readBlob } from './read-blob.ts';
import { repairRecording } from './repair-file.ts';
import { saveRecording } from './save-file.ts';

// Reads, bakes, repairs and writes, so that the page never has to. Remembers nothing.

const scope = globalThis as unknown as {
	onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null;
	postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
};

const report = (progress: Progress): void => scope.postMessage({ progress });

const calls: WorkerCalls = {
	open: (request) => openRecording(request, report),
	inspect: async ({ file }) => {
		const bytes = await readBlob(file);
		return { issues: diagnoseBytes(bytes).issues, keyTimes: listKeyTimes(readRecording(bytes, { keep: true })) };
	},
	repair: (request) => repairRecording(request, report),
	compare: ({ a, b }) => compareFiles(a, b),
	save: ({ file, format, base }) => saveRecording(file, format, base),
};

scope.onmessage = async ({ data: { name, request } }) => {
	try {
		const result = await calls[name](request as never);
		scope.postMessage({ result }, listBuffers(result));
	} catch (error) {
		scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
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
