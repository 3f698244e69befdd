import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type * as BullMQ from 'bullmq';
import type * as IORedis from 'ioredis';
import type { QueueAddress } from '../address/parse-address.ts';

/** The client of PostgreSQL, as far as it is used here. */
export interface PostgresDriver {
	readonly Client: new (options: {
		readonly connectionString: string;
		readonly connectionTimeoutMillis: number;
	}) => PostgresClient;
}

interface PostgresClient extends EventEmitter {
	/** The process of the server that serves this client. */
	readonly processID: number;
	connect(): Promise<unknown>;
	query(text: string): Promise<unknown>;
	end(): Promise<void>;
}

/** The libraries that talk to a server. */
export interface Drivers {
	readonly bullmq: typeof BullMQ;
	readonly redis: typeof IORedis | null;
	readonly postgres: PostgresDriver | null;
}

/** The packages for each kind of server, with versions that are tested. */
const PACKAGES: Readonly<Record<QueueAddress['engine'], readonly string[]>> = {
	redis: ['bullmq@6', 'ioredis@6'],
	postgres: ['bullmq@6', 'pg@8'],
};

/**
 * Loads BullMQ and the client of the server. Users who never queue do not have to install them, so a missing package is an
 * error with the command that installs it.
 */
export function loadDrivers(engine: QueueAddress['engine'], load: (name: string) => unknown = loadPackage): Drivers {
	const loadOrExplain = (name: string): unknown => {
		try {
			return load(name);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
			throw new Error(
				`the queue needs ${name}; install it next to handreel: npm install ${PACKAGES[engine].join(' ')}`,
				{
					cause: error,
				},
			);
		}
	};
	return {
		bullmq: loadOrExplain('bullmq') as typeof BullMQ,
		redis: engine === 'redis' ? (loadOrExplain('ioredis') as typeof IORedis) : null,
		postgres: engine === 'postgres' ? (loadOrExplain('pg') as PostgresDriver) : null,
	};
}

// `require` instead of `import`: as an ES module, BullMQ cannot load its drivers.
function loadPackage(name: string): unknown {
	const loaded: unknown = createRequire(import.meta.url)(name);
	if (name === 'pg') ignoreLateErrors(loaded as PostgresDriver);
	return loaded;
}

// BullMQ removes all listeners from a client before it closes the client. A server that stops at that moment sends an error, which
// would end the process.
function ignoreLateErrors({ Client }: PostgresDriver): void {
	Client.prototype.emit = function (this: EventEmitter, event: string, ...args: unknown[]): boolean {
		if (event === 'error' && this.listenerCount('error') === 0) return false;
		return EventEmitter.prototype.emit.call(this, event, ...args);
	};
}
