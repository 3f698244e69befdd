import { fileURLToPath } from 'node:url';
import { PageSession } from '../act/page-session.ts';
import type { SessionArguments, SessionResult } from '../act/result.ts';
import { escapeText } from '../print/escape-text.ts';
import { findSessionCommand } from '../session/commands.ts';
import { readPlan } from '../session/read-plan.ts';
import type { AllowedFolders } from './allowed-folders.ts';

/** The page of a client, which is open in this process. */
export class PageTools {
	readonly #folders: AllowedFolders;
	#session: PageSession | null = null;
	#ended = 'no page is open';

	constructor(folders: AllowedFolders) {
		this.#folders = folders;
	}

	/** Opens a page. One that was open before is closed. */
	async open(args: SessionArguments): Promise<SessionResult> {
		const { url, recording } = args as { url: string; recording?: string };
		const isLocal = !/^https?:\/\//i.test(url);
		const path = /^file:/i.test(url) ? fileURLToPath(url) : url;
		const plan = await readPlan({
			...args,
			...(isLocal ? { url: this.#folders.findInput(path) } : {}),
			...(recording === undefined ? {} : { recording: this.#folders.findInput(recording) }),
		});
		await this.close();
		const session = await PageSession.open(plan);
		this.#session = session;
		void session.ended.then(async (reason) => {
			if (this.#session !== session) return;
			this.#session = null;
			this.#ended = `the page is not open any more: ${reason}`;
			await session.close();
		});
		const title = escapeText(session.stage.opened.title, 100);
		return { text: `opened ${escapeText(url, 400)} (title, by the page: "${title}")`, data: {} };
	}

	/** Runs a command in the page. */
	async run(name: string, args: SessionArguments): Promise<SessionResult> {
		if (this.#session === null) throw new Error(`${this.#ended}; use open`);
		const session = this.#session;
		const result = await findSessionCommand(name)!.run(session, args);
		if (name === 'close') await this.close();
		return { ...result, text: session.nameFiles(result.text) };
	}

	/** Closes the page, if one is open. */
	async close(): Promise<void> {
		const session = this.#session;
		this.#session = null;
		this.#ended = 'no page is open';
		await session?.close();
	}
}
