import { expect, it } from 'vitest';
import { QUEUE_SERVERS } from '../../../../scripts/queue-servers.ts';
import { loadDrivers } from '../../src/engine/load-drivers.ts';

const postgres = QUEUE_SERVERS.find(({ name }) => name === 'PostgreSQL');

it.runIf(postgres !== undefined)(
	'a client without listeners does not end the process when PostgreSQL ends its connection',
	async () => {
		const server = await postgres!.create();
		let onCrash: (error: Error) => void = () => {};
		const crashed = new Promise((_, reject) => {
			onCrash = reject;
		});
		process.once('uncaughtException', onCrash);
		const { Client } = loadDrivers('postgres').postgres!;
		const connect = async () => {
			const client = new Client({ connectionString: server.address, connectionTimeoutMillis: 10_000 });
			await client.connect();
			return client;
		};
		try {
			const [admin, client] = [await connect(), await connect()];
			// As BullMQ does before it closes a client.
			client.removeAllListeners();
			const ended = new Promise<void>((resolve) => client.once('end', resolve));
			await admin.query(`SELECT pg_terminate_backend(${client.processID})`);
			await expect(Promise.race([ended, crashed])).resolves.toBeUndefined();
			await admin.end();
		} finally {
			process.off('uncaughtException', onCrash);
			await server.remove();
		}
	},
);
