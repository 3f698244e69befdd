import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { vi } from 'vitest';
import { Hub } from '../../src/server/hub.ts';
import { TakeStore } from '../../src/store/take-store.ts';
import type { CrashDisk } from './crash-disk.ts';
import { KnownTake } from './known-take.ts';
import { MemoryStorage } from './memory-storage.ts';
import { WiredTake } from './wire.ts';

const PAGES = 4;
/** Rounds until a take that is not settled counts as stuck. */
const PATIENCE = 60;

const page = fc.nat({ max: PAGES - 1 });
const calls = fc.nat({ max: 25 });
const seed = fc.nat({ max: 2 ** 30 });
const STEP = fc.oneof(
	{ weight: 8, arbitrary: fc.record({ kind: fc.constant('write' as const), page, size: fc.nat({ max: 30_000 }) }) },
	{ weight: 10, arbitrary: fc.record({ kind: fc.constant('deliver' as const), count: fc.nat({ max: 6 }) }) },
	{ weight: 8, arbitrary: fc.record({ kind: fc.constant('flush' as const), count: fc.nat({ max: 3 }) }) },
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('connect' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), page }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const), page }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('finish' as const), page }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('discard' as const), page }) },
	// Both before the server has answered.
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('finish and discard' as const), page }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('error' as const), calls }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const), calls }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('power' as const), seed }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
);

/** Something that happens to pages, their connections, the server or its disk. */
export type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

/** Random histories. */
export const HISTORY: fc.Arbitrary<Step[]> = fc.array(STEP, { minLength: 10, maxLength: 80, size: 'max' });

/** Runs a history, then lets everything end well. Throws if the server has broken a promise. */
export async function runHistory(disk: CrashDisk, steps: readonly Step[]): Promise<void> {
	const history = new History(disk);
	history.start();
	for (const step of steps) await history.run(step);
	await history.end();
}

/** A page with one take. Every second page has storage. */
class Page {
	readonly known: KnownTake;
	readonly storage: MemoryStorage | null;
	wired: WiredTake;
	isEnded = false;
	/** A page without storage that was closed: nobody continues its take. */
	isClosed = false;
	result: Promise<unknown> | null = null;
	outcome: string | null = null;
	#written = 0;
	#noted = 0;

	constructor(number: number) {
		this.known = new KnownTake(number);
		this.storage = number % 2 === 0 ? null : new MemoryStorage();
		this.wired = new WiredTake(this.known.id, this.storage);
	}

	write(size: number): void {
		if (this.isEnded || this.isClosed) return;
		const { bytes } = this.known;
		const end = Math.min(bytes.length, this.#written + size);
		if (end > this.#written) this.wired.take.write(bytes.slice(this.#written, end));
		this.#written = end;
	}

	finish(): void {
		if (this.isClosed) return;
		this.isEnded = true;
		this.known.isComplete = true;
		this.#await(this.wired.take.finish());
	}

	discard(): void {
		if (this.isClosed) return;
		this.isEnded = true;
		this.known.isUnwanted = true;
		this.#await(this.wired.take.discard());
	}

	/** The page is closed, and the next one continues the take if storage has it. */
	reload(): void {
		if (this.isClosed) return;
		this.wired.disconnect();
		this.result = null;
		this.outcome = null;
		this.#noted = 0;
		this.isEnded = true;
		const row = this.storage?.rows.get(this.known.id);
		this.isClosed = row === undefined;
		if (row === undefined) return;
		this.wired = new WiredTake(this.known.id, this.storage, row.length);
		if (row.isDiscarded) this.discard();
		else this.finish();
	}

	/** Notes what the server has promised. */
	note(): void {
		const { received } = this.wired;
		for (; this.#noted < received.length; this.#noted++) this.known.note(received[this.#noted]!);
	}

	#await(result: Promise<unknown>): void {
		this.result = result;
		this.outcome = null;
		const settle = (outcome: string): void => {
			if (this.result === result) this.outcome = outcome;
		};
		result.then(
			(value) => settle(value === null || value === undefined ? 'gone' : 'saved'),
			(error: unknown) => settle(String(error)),
		);
	}
}

class History {
	readonly #disk: CrashDisk;
	readonly #pages = Array.from({ length: PAGES }, (_, n) => new Page(n + 1));
	#hub: Hub | null = null;
	#store: TakeStore | null = null;
	#failure: unknown = null;

	constructor(disk: CrashDisk) {
		this.#disk = disk;
		disk.onKill = () => {
			this.#hub = null;
			for (const { wired } of this.#pages) wired.disconnect();
		};
	}

	start(): void {
		while (this.#hub === null) {
			try {
				this.#store = new TakeStore({ folder: this.#disk.folder }, this.#disk.start());
				this.#hub = new Hub(this.#store);
			} catch {
				// The disk has failed once. Somebody starts the server again.
			}
		}
	}

	async run(step: Step): Promise<void> {
		if (step.kind === 'deliver') this.#deliver(step.count);
		else if (step.kind === 'flush') this.#disk.endFlushes(step.count);
		else if (step.kind === 'connect') this.#connect();
		else if (step.kind === 'wait') vi.advanceTimersByTime(2000);
		else if (step.kind === 'error') this.#disk.arm('error', step.calls);
		else if (step.kind === 'kill' && step.calls > 0) this.#disk.arm('kill', step.calls);
		else if (step.kind === 'kill') this.#disk.kill();
		else if (step.kind === 'power') this.#disk.cutPower(createRandom(step.seed));
		else if (step.kind === 'restart') await this.#restart();
		else {
			const page = this.#pages[step.page]!;
			if (step.kind === 'write') page.write(step.size);
			else if (step.kind === 'finish') page.finish();
			else if (step.kind === 'discard') page.discard();
			else if (step.kind === 'finish and discard') {
				page.finish();
				page.discard();
			} else if (step.kind === 'reload') page.reload();
			else page.wired.disconnect();
		}
		await turn();
		await turn();
		this.#check();
		this.start();
	}

	/** Repairs the disk, connects all pages and waits until all takes have ended. */
	async end(): Promise<void> {
		this.#disk.kill();
		this.#check();
		this.start();
		for (const page of this.#pages) if (!page.isEnded) page.finish();
		for (let round = 0; this.#pages.some(({ result, outcome }) => result !== null && outcome === null); round++) {
			if (round === PATIENCE) throw new Error('a take does not settle');
			this.#connect();
			for (let i = 0; i < 30; i++) {
				this.#deliver(1000);
				this.#disk.endFlushes(1000);
				await turn();
			}
			vi.advanceTimersByTime(2000);
		}
		for (const { known, outcome } of this.#pages) {
			if (outcome !== null && !['saved', 'gone'].includes(outcome)) throw new Error(`take ${known.id}: ${outcome}`);
			if (known.isUnwanted && outcome === 'saved') throw new Error(`take ${known.id} was discarded and is saved`);
		}
		this.#check();
		await this.#store?.close();
		this.#disk.cutPower(createRandom(1));
		this.#check();
	}

	#connect(): void {
		for (const { wired, isClosed } of this.#pages)
			if (!isClosed && !wired.isConnected && this.#hub !== null) wired.connect(this.#hub);
	}

	#deliver(count: number): void {
		for (const { wired } of this.#pages) {
			const hub = this.#hub;
			wired.deliver(count).catch((error: unknown) => {
				// A process that was killed fails as it likes.
				if (hub !== null && hub === this.#hub) this.#failure = error;
			});
		}
	}

	async #restart(): Promise<void> {
		this.#hub = null;
		for (const { wired } of this.#pages) wired.disconnect();
		const closed = this.#store?.close();
		this.#disk.endFlushes(1000);
		await closed;
	}

	#check(): void {
		if (this.#failure !== null) throw this.#failure;
		for (const page of this.#pages) {
			page.note();
			const problem = page.known.findBrokenPromise(this.#disk.folder);
			if (problem !== null) throw new Error(`take ${page.known.id}: ${problem}`);
		}
	}
}

function createRandom(start: number): () => number {
	let state = start >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}
