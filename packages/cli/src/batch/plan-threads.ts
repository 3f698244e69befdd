/** What a batch has to work with. */
export interface Resources {
	/** Cores of the processor. */
	readonly cores: number;
	/** Memory of the machine, or less if the process may use less. */
	readonly memoryMB: number;
}

/** How many threads a batch has, and the memory for objects of each. Arrays of numbers are not counted. */
export interface ThreadPlan {
	readonly threads: number;
	/** The most memory for objects. A file that needs more ends its thread. */
	readonly heapMB: number;
	/** The most memory for objects that are new. */
	readonly youngMB: number;
}

// A thread takes 30 MB without any file. Memory beside the objects of JavaScript is left for arrays.
const HEAP_MB = { least: 256, most: 2048 } as const;
// Short-lived objects fill this memory before it is cleaned, however little a file needs, and hold arrays until then. A thread alone
// gains nothing from more than `most`. With 6 MB instead, small files take up to a fifth more time (Node 20, November 2026).
const YOUNG_MB = { least: 4, most: 24, together: 96 } as const;

/** The part of the memory of the machine that the objects of all threads may take. */
const PART = 1 / 2;

/** Plans the threads for some jobs. `given` is what the user asks for; default: one thread per core. */
export function planThreads(jobs: number, given: number | undefined, { cores, memoryMB }: Resources): ThreadPlan {
	const objectsMB = memoryMB * PART;
	const affordable = Math.floor(objectsMB / HEAP_MB.least);
	const threads = Math.max(1, Math.min(given ?? cores, affordable, jobs));
	return {
		threads,
		heapMB: clamp(objectsMB / threads, HEAP_MB),
		youngMB: clamp(YOUNG_MB.together / threads, YOUNG_MB),
	};
}

function clamp(value: number, { least, most }: { readonly least: number; readonly most: number }): number {
	return Math.round(Math.min(Math.max(value, least), most));
}
