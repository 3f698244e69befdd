import {
	ADDRESS_VARIABLE,
	type Engine,
	hideSecrets,
	openEngine,
	parseAddress,
	type QueueAddress,
} from '@handreel/queue';
import { errorText, UsageError } from '../print/errors.ts';
import { writeError } from '../print/output.ts';

/** A connection, and what hides its credentials. */
export interface Connection {
	readonly engine: Engine;
	/** The address without credentials. */
	readonly label: string;
	/** A text without credentials, for output. */
	readonly hide: (text: string) => string;
}

/** The same error is not printed again within this time. */
const QUIET_MS = 10_000;

/** Connects to the server of the environment, runs `work` and disconnects. Errors never contain credentials. */
export async function connect<T>(name: string, work: (connection: Connection) => Promise<T>): Promise<T> {
	const address = readAddress();
	const hide = (text: string): string => hideSecrets(text, address);
	let [printed, printedAt] = ['', 0];
	const onError = (error: unknown): void => {
		const text = hide(errorText(error)) || 'connection lost';
		if (text === printed && performance.now() - printedAt < QUIET_MS) return;
		[printed, printedAt] = [text, performance.now()];
		writeError(`handreel: ${address.label}: ${text}`);
	};
	try {
		const engine = await openEngine(address, name, onError);
		try {
			return await work({ engine, label: address.label, hide });
		} finally {
			// After the work, lost connections do not matter.
			await engine.close().catch(() => {});
		}
	} catch (error) {
		if (error instanceof UsageError) throw error;
		// Without `cause`, which may contain the address.
		throw new Error(hide(errorText(error)));
	}
}

function readAddress(): QueueAddress {
	try {
		return parseAddress(process.env[ADDRESS_VARIABLE]);
	} catch (error) {
		throw new UsageError(errorText(error));
	}
}
