import type { FlowProducer, Job, Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type { QueueAddress } from '../address/parse-address.ts';
import type { FinishData, JobData, JobReturn } from '../batch/job-data.ts';
import { type Drivers, loadDrivers } from './load-drivers.ts';

/** The name of the queue if there is no other. */
export const DEFAULT_QUEUE_NAME = 'handreel';

/** Separates our keys and tables from those of other programs that use BullMQ. */
const NAMESPACE = 'handreel';
const CONNECT_MS = 10_000;
const RECONNECT_MS = 1000;

export type QueueJob = Job<JobData | FinishData, JobReturn>;
export type Process = Processor<JobData | FinishData, JobReturn>;

/** A connection to a server. Redis, Valkey and PostgreSQL look the same from here on. */
export interface Engine {
	readonly queue: Queue<JobData | FinishData, JobReturn>;
	readonly flow: FlowProducer;
	readonly bullmq: Drivers['bullmq'];
	/** Creates a worker that reconnects when the server was away. */
	readonly createWorker: (
		process: Process,
		options: Omit<WorkerOptions, 'connection' | 'prefix'>,
	) => Worker<JobData | FinishData, JobReturn>;
	readonly close: () => Promise<void>;
}

/**
 * Connects to a server. Throws if it cannot be reached now; after that, connections are established again when they are
 * lost, and `onError` gets the errors.
 */
export async function openEngine(
	address: QueueAddress,
	name: string,
	onError: (error: Error) => void,
): Promise<Engine> {
	const drivers = loadDrivers(address.engine);
	try {
		await (drivers.redis === null ? tryPostgres(drivers, address) : tryRedis(drivers.redis, address));
	} catch (error) {
		throw new Error(`cannot connect to ${address.label}: ${explain(error)}`, { cause: error });
	}
	return drivers.redis === null
		? openPostgres(drivers, address, name, onError)
		: openRedis(drivers, drivers.redis, address, name, onError);
}

type Redis = NonNullable<Drivers['redis']>;

async function openRedis(
	{ bullmq }: Drivers,
	{ Redis }: Redis,
	{ url }: QueueAddress,
	name: string,
	onError: (error: Error) => void,
): Promise<Engine> {
	// BullMQ waits for the server as long as needed, and requires this setting.
	const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => RECONNECT_MS });
	client.on('error', onError);
	const common = { connection: client as never, prefix: NAMESPACE };
	const queue = new bullmq.Queue<JobData | FinishData, JobReturn>(name, common);
	const flow = new bullmq.FlowProducer(common);
	queue.on('error', onError);
	flow.on('error', onError);
	await queue.waitUntilReady();
	return {
		queue: queue as unknown as Engine['queue'],
		flow: flow as unknown as FlowProducer,
		bullmq,
		createWorker: (process, options) =>
			new bullmq.Worker(name, process, { ...common, ...options }) as unknown as ReturnType<Engine['createWorker']>,
		close: async () => {
			await Promise.all([queue.close(), flow.close()]);
			client.disconnect();
		},
	};
}

async function openPostgres(
	{ bullmq }: Drivers,
	{ url }: QueueAddress,
	name: string,
	onError: (error: Error) => void,
): Promise<Engine> {
	// The first process creates the tables.
	const connection = { connectionString: url, schema: NAMESPACE, migrate: true };
	const backend = bullmq.createPostgresBackend;
	const queue = new bullmq.Queue(name, { connection }, backend);
	const flow = new bullmq.FlowProducer({ connection }, backend);
	queue.on('error', onError);
	flow.on('error', onError);
	await queue.waitUntilReady();
	return {
		queue: queue as unknown as Engine['queue'],
		flow: flow as unknown as FlowProducer,
		bullmq,
		createWorker: (process, options) =>
			new bullmq.Worker(name, process as never, { connection, ...options }, backend) as unknown as ReturnType<
				Engine['createWorker']
			>,
		close: async () => {
			await Promise.all([queue.close(), flow.close()]);
		},
	};
}

async function tryRedis({ Redis }: Redis, { url }: QueueAddress): Promise<void> {
	const client = new Redis(url, { lazyConnect: true, connectTimeout: CONNECT_MS, retryStrategy: () => null });
	let reason: unknown = null;
	client.on('error', (error) => {
		reason ??= error;
	});
	try {
		await client.connect();
		await client.ping();
	} catch (error) {
		// The error of `connect` reports only that the connection is closed.
		throw reason ?? error;
	} finally {
		client.disconnect();
	}
}

async function tryPostgres({ postgres }: Drivers, { url }: QueueAddress): Promise<void> {
	if (postgres === null) throw new TypeError('no driver for PostgreSQL');
	const client = new postgres.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
	client.on('error', () => {});
	try {
		await client.connect();
	} finally {
		await client.end().catch(() => {});
	}
}

// Node reports all attempts for a host name as an error without a message.
function explain(error: unknown): string {
	const [first] = error instanceof AggregateError ? error.errors : [error];
	return first instanceof Error ? first.message || String((first as NodeJS.ErrnoException).code) : String(first);
}
