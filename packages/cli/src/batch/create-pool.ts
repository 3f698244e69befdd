import { join } from 'node:path';
import { Piscina } from 'piscina';

/** So many threads that wait for tasks. A file of its own, because as CommonJS it loads piscina faster than `import()`. */
export function createPool(threads: number): Piscina {
	return new Piscina({ filename: join(__dirname, 'worker.cjs'), minThreads: threads, maxThreads: threads });
}
