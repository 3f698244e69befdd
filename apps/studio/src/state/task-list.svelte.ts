import type { JobOptions } from '../worker/worker-pool.ts';
import { explainError } from './explain-error.ts';
import type { Task } from './recording-state.ts';

/** Files that are being opened or repaired. */
export class TaskList {
	list: readonly Task[] = $state.raw([]);
	readonly isRepairing: boolean = $derived(this.list.some(({ kind }) => kind === 'repair'));
	readonly #say: (text: string) => void;
	#nextId = 1;

	/** `say` shows failures. */
	constructor(say: (text: string) => void) {
		this.#say = say;
	}

	/** Lists a task while it runs. Returns `null` if it failed or was canceled. */
	async run<T>(
		task: Pick<Task, 'kind' | 'name' | 'address'>,
		work: (options: JobOptions & { readonly signal: AbortSignal }) => Promise<T>,
	): Promise<T | null> {
		const id = this.#nextId++;
		const stop = new AbortController();
		const listed: Task = { ...task, id, phase: 'reading', share: 0, cancel: () => stop.abort() };
		this.list = [...this.list, listed];
		try {
			return await work({
				signal: stop.signal,
				onProgress: (progress) => {
					this.list = this.list.map((entry) => (entry.id === id ? { ...entry, ...progress } : entry));
				},
			});
		} catch (error) {
			if (!stop.signal.aborted) this.#say(`Could not ${task.kind} ${task.name}: ${explainError(error)}`);
			return null;
		} finally {
			this.list = this.list.filter((entry) => entry.id !== id);
		}
	}
}
