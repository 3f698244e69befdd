// Which code ran, as V8 counts it.
import { type Profiler, Session } from 'node:inspector';

/** Code that reads files. What it imports from elsewhere does not guide. */
const SOURCES = /\/packages\/(core|convert)\/src\//;

/** Reports which blocks of the packages' code ran. */
export class Coverage {
	readonly #session = new Session();
	readonly #known = new Set<string>();

	constructor() {
		this.#session.connect();
		this.#session.post('Profiler.enable');
		this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	}

	/** Returns the blocks that ran since the last call. */
	take(): Set<string> {
		const blocks = new Set<string>();
		// The answer comes before `post` returns.
		this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
			if (error) throw error;
			for (const script of result) if (SOURCES.test(script.url)) addBlocks(script, blocks);
		});
		return blocks;
	}

	/** Whether a block ran that never ran before. Notes all blocks. */
	note(blocks: ReadonlySet<string>): boolean {
		const { size } = this.#known;
		for (const block of blocks) this.#known.add(block);
		return this.#known.size > size;
	}

	get size(): number {
		return this.#known.size;
	}

	/** Whether {@link note} would find something new. */
	hasNew(blocks: ReadonlySet<string>): boolean {
		for (const block of blocks) if (!this.#known.has(block)) return true;
		return false;
	}

	stop(): void {
		this.#session.disconnect();
	}
}

function addBlocks({ scriptId, functions }: Profiler.ScriptCoverage, blocks: Set<string>): void {
	for (const { ranges } of functions) {
		for (const { startOffset, endOffset, count } of ranges) {
			if (count > 0) blocks.add(`${scriptId} ${startOffset} ${endOffset}`);
		}
	}
}
