import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { lockFolder } from '@handreel/node/internal';
import { version } from '../../package.json' with { type: 'json' };
import { PageSession, type SessionPlan } from '../act/page-session.ts';
import { writeWhole } from '../files/write-file.ts';
import { errorText, UsageError } from '../print/errors.ts';
import { escapeControls } from '../print/escape-text.ts';
import { findSessionCommand } from './commands.ts';
import { ANY_VERSION, MAX_REQUEST, type SessionAnswer, type SessionRequest } from './protocol.ts';
import { checkNameFree } from './session-client.ts';
import { checkArguments } from './session-command.ts';
import { chooseSocket, findRecordPath, removeRecord, type SessionRecord } from './session-folder.ts';

/** Milliseconds after which a client that sends nothing is cut off. */
const SILENCE = 10_000;
/** Characters of an error. It may quote texts of the page. */
const MAX_ERROR = 2000;

/** Serves a page to the commands of its user until it is closed, its page is gone, or nobody has asked for a while. */
export class SessionServer {
	readonly record: SessionRecord;
	/** Resolves with the reason when the session has ended and left nothing. */
	readonly ended: Promise<string>;
	readonly #folder: string;
	readonly #session: PageSession;
	readonly #idle: number;
	#server: Server | null = null;
	#timer: NodeJS.Timeout | undefined;
	#queue: Promise<void> = Promise.resolve();
	#end: (reason: string) => void = () => {};
	#isEnding = false;

	private constructor(folder: string, name: string, session: PageSession, idle: number) {
		const id = randomBytes(16).toString('hex');
		this.#folder = folder;
		this.#session = session;
		this.#idle = idle;
		this.record = {
			...{ name, version, pid: process.pid, url: session.plan.url },
			socket: chooseSocket(folder, name, id),
			secret: randomBytes(32).toString('hex'),
		};
		this.ended = new Promise((resolve) => {
			this.#end = resolve;
		});
	}

	/** The title of the page. */
	get openedTitle(): string {
		return this.#session.stage.opened.title;
	}

	/** Opens a page and serves it under a name that is free. `idle` is in seconds. */
	static async start(folder: string, name: string, plan: SessionPlan, idle: number): Promise<SessionServer> {
		const session = await PageSession.open(plan);
		const server = new SessionServer(folder, name, session, idle);
		try {
			await server.#listen();
		} catch (error) {
			await session.close();
			throw error;
		}
		session.ended.then((reason) => server.stop(reason));
		return server;
	}

	/** Ends the session. With a reason, the next command reports it. */
	async stop(reason?: string): Promise<void> {
		if (this.#isEnding) return;
		this.#isEnding = true;
		clearTimeout(this.#timer);
		this.#server?.close();
		if (this.#isOwn()) {
			removeRecord(this.#folder, this.record);
			if (reason !== undefined) await this.#write({ ...this.record, ended: reason }).catch(() => {});
		}
		await this.#session.close();
		// What is under way fails by now, and its client learns why.
		await this.#queue;
		this.#end(reason ?? 'closed');
	}

	async #listen(): Promise<void> {
		const { name, socket } = this.record;
		const createError = (): Error => new Error(`another process is opening the session '${name}'`);
		const unlock = lockFolder(this.#folder, { name: `${name}.lock`, createError });
		try {
			await checkNameFree(this.#folder, name);
			const server = createServer((connection) => this.#accept(connection));
			this.#server = server;
			await new Promise<void>((resolve, reject) => {
				server.once('error', reject).listen(socket, resolve);
			});
			if (process.platform !== 'win32') chmodSync(socket, 0o600);
			await this.#write(this.record);
			this.#wait();
		} finally {
			unlock();
		}
	}

	async #write(record: SessionRecord): Promise<void> {
		const path = findRecordPath(this.#folder, record.name);
		await writeWhole(path, Buffer.from(JSON.stringify(record)), { force: true });
		chmodSync(path, 0o600);
	}

	// Another session may have the name after this one was given up for dead.
	#isOwn(): boolean {
		try {
			const { secret } = JSON.parse(readFileSync(findRecordPath(this.#folder, this.record.name), 'utf8'));
			return secret === this.record.secret;
		} catch {
			return false;
		}
	}

	#wait(): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			void this.stop(`nobody has used it for ${this.#idle} s`);
		}, this.#idle * 1000);
	}

	#accept(socket: Socket): void {
		let text = '';
		let isWorking = false;
		socket.setEncoding('utf8').setTimeout(SILENCE, () => {
			if (!isWorking) socket.destroy();
		});
		// A client that is gone needs no answer.
		socket.on('error', () => socket.destroy());
		const read = (chunk: string): void => {
			text += chunk;
			const end = text.indexOf('\n');
			if (end < 0) {
				if (text.length > MAX_REQUEST) socket.destroy();
				return;
			}
			socket.off('data', read).resume();
			const request = this.#readRequest(text.slice(0, end));
			// What is not a request of our command is not answered: nobody learns what listens here.
			if (request === null) {
				socket.destroy();
				return;
			}
			isWorking = true;
			void this.#serve(request, (answer) => {
				isWorking = false;
				socket.end(`${JSON.stringify(answer)}\n`);
				return new Promise((resolve) => {
					if (socket.closed) resolve();
					else socket.once('close', () => resolve());
				});
			});
		};
		socket.on('data', read);
	}

	#readRequest(line: string): SessionRequest | null {
		try {
			const { secret, version: own, command, args } = JSON.parse(line) as Readonly<Record<string, unknown>>;
			const [given, wanted] = [Buffer.from(String(secret)), Buffer.from(this.record.secret)];
			if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
			if (typeof own !== 'string' || typeof command !== 'string') return null;
			return { secret: '', version: own, command, args: args as SessionRequest['args'] };
		} catch {
			return null;
		}
	}

	async #serve(request: SessionRequest, send: (answer: SessionAnswer) => Promise<void>): Promise<void> {
		clearTimeout(this.#timer);
		let isClosed = false;
		// One after the other: commands of two clients must not mix in a page.
		const turn = this.#queue.then(async () => {
			const answer = await this.#answer(request);
			isClosed = answer.ok && request.command === 'close';
			await send(answer);
		});
		this.#queue = turn;
		await turn;
		if (isClosed) await this.stop();
		else if (!this.#isEnding) this.#wait();
	}

	async #answer({ version: asked, command: name, args }: SessionRequest): Promise<SessionAnswer> {
		try {
			if (asked !== version && !ANY_VERSION.includes(name)) {
				const text = `the session was opened by handreel ${version}, and this is ${asked}; run 'handreel close' and open it again`;
				throw new Error(text);
			}
			const command = findSessionCommand(name);
			if (command === undefined) throw new TypeError(`there is no command '${name.slice(0, 60)}'`);
			const { text, data, file } = await command.run(this.#session, checkArguments(command, args));
			return {
				...{ ok: true, text: this.#session.nameFiles(text), data },
				...(file && { file: { ...file, bytes: Buffer.from(file.bytes).toString('base64') } }),
			};
		} catch (error) {
			const text = escapeControls(this.#session.nameFiles(errorText(error)));
			const isUsage = error instanceof UsageError || error instanceof TypeError;
			return { ok: false, error: text.length > MAX_ERROR ? `${text.slice(0, MAX_ERROR)}…` : text, isUsage };
		}
	}
}
