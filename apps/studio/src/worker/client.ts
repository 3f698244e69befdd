import type { Progress, WorkerCalls, WorkerMessage } from './protocol.ts';

interface Waiting {
	readonly resolve: (result: never) => void;
	readonly reject: (error: Error) => void;
}

/** The worker as functions that answer later. */
export interface WorkerClient {
	call<K extends keyof WorkerCalls>(
		name: K,
		request: Parameters<WorkerCalls[K]>[0],
	): Promise<Awaited<ReturnType<WorkerCalls[K]>>>;
}

/** Starts the worker. Failures of a call reject that call alone. */
export function startWorker(onProgress: (progress: Progress) => void): WorkerClient {
	const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'reader' });
	const waiting = new Map<number, Waiting>();
	let serial = 0;
	worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
		if ('progress' in data) {
			onProgress(data.progress);
			return;
		}
		const caller = waiting.get(data.serial);
		waiting.delete(data.serial);
		if ('error' in data) caller?.reject(new Error(data.error));
		else caller?.resolve(data.result as never);
	};
	worker.onerror = (event) => {
		for (const caller of waiting.values()) caller.reject(new Error(event.message || 'the worker stopped'));
		waiting.clear();
	};
	return {
		call: (name, request) =>
			new Promise((resolve, reject) => {
				serial++;
				waiting.set(serial, { resolve, reject });
				worker.postMessage({ serial, name, request });
			}),
	};
}
