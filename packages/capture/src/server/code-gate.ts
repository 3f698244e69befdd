import { randomInt, timingSafeEqual } from 'node:crypto';

/** Wrong codes after which all codes are refused. */
export const MAX_WRONG_CODES = 10;
/** Milliseconds that a wrong code takes, one after the other. */
const WRONG_CODE_MS = 1000;
/** Codes that wait for their turn. More are refused unread. */
const MAX_WAITING = 16;

/** `busy`: too many codes are waiting, and this one was not read. `locked`: codes are refused, also the right one. */
export type CodeAnswer = 'right' | 'wrong' | 'busy' | 'locked';

/** What a {@link CodeGate} needs. */
export interface CodeGateOptions {
	/** Called once when codes are refused from now on. */
	readonly onLocked: () => void;
	readonly wait: (milliseconds: number) => Promise<unknown>;
}

/**
 * The six digits that a person types. All clients share one queue, because requests of one connection run side by side. A
 * code admits ten wrong guesses in its life, from all clients together; then somebody at the computer makes a new one.
 */
export class CodeGate {
	readonly #options: CodeGateOptions;
	#code = createCode();
	#wrong = 0;
	#waiting = 0;
	#turn: Promise<unknown> = Promise.resolve();

	constructor(options: CodeGateOptions) {
		this.#options = options;
	}

	get code(): string {
		return this.#code;
	}

	get isLocked(): boolean {
		return this.#wrong >= MAX_WRONG_CODES;
	}

	/** Makes a new code, and admits codes again. */
	renew(): string {
		this.#code = createCode();
		this.#wrong = 0;
		return this.#code;
	}

	/** Checks a code when it is its turn. */
	async check(text: string): Promise<CodeAnswer> {
		const code = text.replace(/\s/g, '');
		if (this.isLocked) return 'locked';
		// A typing mistake, and no guess.
		if (!/^\d{6}$/.test(code)) return 'wrong';
		if (this.#waiting >= MAX_WAITING) return 'busy';
		this.#waiting++;
		const judged = this.#turn.then(() => this.#judge(code));
		this.#turn = judged.finally(() => this.#waiting--);
		return judged;
	}

	async #judge(code: string): Promise<CodeAnswer> {
		if (this.isLocked) return 'locked';
		if (timingSafeEqual(Buffer.from(code), Buffer.from(this.#code))) return 'right';
		this.#wrong++;
		if (this.isLocked) this.#options.onLocked();
		await this.#options.wait(WRONG_CODE_MS);
		return 'wrong';
	}
}

function createCode(): string {
	return String(randomInt(1_000_000)).padStart(6, '0');
}
