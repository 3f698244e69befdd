import { createConnection } from 'node:net';
import { version } from '../../package.json' with { type: 'json' };
import type { SessionArguments, SessionResult } from '../act/result.ts';
import { UsageError } from '../print/errors.ts';
import { ANY_VERSION, type SessionAnswer } from './protocol.ts';
import { findSessionFolder, listSessionNames, readRecord, removeRecord, type SessionRecord } from './session-folder.ts';

/** There is no such session. */
export class NoSessionError extends Error {}

/** Runs a command in a session. Throws `Error` with what the session reports, or why there is none. */
export async function callSession(name: string, command: string, args: SessionArguments): Promise<SessionResult> {
	const folder = findSessionFolder();
	const record = readRecord(folder, name);
	if (record === null) throw new NoSessionError(explainAbsence(folder, name));
	if (record.ended !== undefined) {
		removeRecord(folder, record);
		throw new NoSessionError(`the session '${name}' has ended: ${record.ended}; ${adviseOpening(name)}`);
	}
	if (record.version !== version && !ANY_VERSION.includes(command)) {
		const close = `handreel close${name === 'default' ? '' : ` --name ${name}`}`;
		throw new Error(
			`the session '${name}' was opened by handreel ${record.version}, and this is ${version}; run '${close}' and open it again`,
		);
	}
	const answer = await send(folder, record, command, args);
	if (!answer.ok) throw answer.isUsage ? new UsageError(answer.error) : new Error(answer.error);
	const { text, data, file } = answer;
	return { text, data, ...(file && { file: { ...file, bytes: Buffer.from(file.bytes, 'base64') } }) };
}

/** The sessions that answer. What dead ones have left is removed. */
export async function listSessions(): Promise<SessionRecord[]> {
	const folder = findSessionFolder();
	const alive: SessionRecord[] = [];
	for (const name of listSessionNames(folder)) {
		const record = readRecord(folder, name);
		if (record === null) continue;
		if (record.ended === undefined && (await isAlive(record))) alive.push(record);
		else removeRecord(folder, record);
	}
	return alive;
}

/** Throws `Error` if a session of this name answers. What a dead one has left is removed. */
export async function checkNameFree(folder: string, name: string): Promise<void> {
	const record = readRecord(folder, name);
	if (record === null) return;
	if (record.ended !== undefined || !(await isAlive(record))) {
		removeRecord(folder, record);
		return;
	}
	const own = name === 'default' ? '' : ` --name ${name}`;
	throw new Error(
		`the session '${name}' is open at ${record.url}; close it with 'handreel close${own}', or use another --name`,
	);
}

/** Whether something listens at the socket of a session. */
export async function isAlive({ socket }: SessionRecord): Promise<boolean> {
	return new Promise((resolve) => {
		const connection = createConnection(socket)
			.once('connect', () => {
				connection.destroy();
				resolve(true);
			})
			.once('error', () => resolve(false));
	});
}

function send(folder: string, record: SessionRecord, command: string, args: SessionArguments): Promise<SessionAnswer> {
	const { name, socket, secret } = record;
	return new Promise((resolve, reject) => {
		let text = '';
		let isConnected = false;
		const fail = (problem: string): void => {
			removeRecord(folder, record);
			reject(new NoSessionError(`the session '${name}' ${problem}; ${adviseOpening(name)}`));
		};
		const connection = createConnection(socket).setEncoding('utf8');
		connection
			.once('connect', () => {
				isConnected = true;
				connection.write(`${JSON.stringify({ version, secret, command, args })}\n`);
			})
			.on('data', (chunk: string) => {
				text += chunk;
			})
			.once('error', (error: NodeJS.ErrnoException) => {
				if (isConnected) fail('ended during the command');
				else if (error.code === 'EACCES') reject(new Error(`the session '${name}' belongs to another user`));
				else fail('is not running any more');
			})
			.once('end', () => {
				try {
					resolve(JSON.parse(text) as SessionAnswer);
				} catch {
					fail('ended during the command');
				}
			});
	});
}

function explainAbsence(folder: string, name: string): string {
	const others = listSessionNames(folder);
	const list = others.length === 0 ? '' : `; open are ${others.join(', ')}`;
	return `there is no session '${name}'${list}; ${adviseOpening(name)}`;
}

function adviseOpening(name: string): string {
	return `run 'handreel open URL${name === 'default' ? '' : ` --name ${name}`}'`;
}
