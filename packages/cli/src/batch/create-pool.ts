import { join } from 'node:path';
import { Piscina } from 'piscina';

/** Starts threads. In a file of its own, because `require` loads piscina faster than `import()`. */
export function createPool(threads: number): Piscina {
	return new Piscina({ filename: join(__dirname, 'worker.cjs'), minThreads: threads, maxThreads: threads });
}
