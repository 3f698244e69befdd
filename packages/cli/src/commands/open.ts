import { UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, writeError, writeOutput } from '../print/output.ts';
import { resolvePageUrl } from '../replay/open-page.ts';
import { OPEN, OPEN_DEFAULTS } from '../session/commands.ts';
import { findSessionFolder } from '../session/session-folder.ts';
import { type OpenedMessage, startInBackground } from '../session/start-session.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { parsePositive } from './parse-arguments.ts';
import { DEFAULT_SESSION, describeParameters, parseSessionName, readArguments } from './session-command.ts';

interface OpenOptions {
	readonly name?: string;
	readonly idle?: number;
	readonly chromium?: string;
	readonly foreground?: boolean;
	readonly json?: boolean;
}

/** `handreel open`. */
export const open: CommandDefinition = {
	configure: (command) => {
		describeParameters(command, OPEN);
		command
			.option('--name <name>', `the session (default: ${DEFAULT_SESSION})`, parseSessionName)
			.option('--idle <seconds>', `end after so long without a command (default: ${OPEN_DEFAULTS.idle})`, parsePositive)
			.option('--chromium <path>', 'browser to use (default: an installed Chromium, Chrome or Edge)')
			.option('--foreground', 'stay here until the session ends')
			.option('--json', 'print the result as JSON')
			.addHelpText('after', formatExamples(OPEN.examples, OPEN.notes))
			.action(async (url: string, options: OpenOptions) => {
				const { name = DEFAULT_SESSION, json = false } = options;
				if (options.foreground) return serve(url, options);
				// Mistakes are reported here, before anything starts.
				resolvePageUrl(url);
				report(await startInBackground(name, process.argv.slice(2)), json);
			});
	},
};

function report({ text, data }: OpenedMessage, isJson: boolean): void {
	writeOutput(isJson ? formatJson(data) : `${text}\n`);
}

async function serve(url: string, options: OpenOptions): Promise<void> {
	const { name = DEFAULT_SESSION, idle = OPEN_DEFAULTS.idle, chromium, json = false } = options;
	const { SessionServer } = await import('../session/session-server.ts');
	const { readPlan } = await import('../session/read-plan.ts');
	// The terminal may be gone before the session is.
	process.stderr.on('error', () => {});
	const args = readArguments(OPEN, [url, options]);
	const plan = await readPlan(args, chromium).catch((error: unknown) => {
		throw error instanceof TypeError ? new UsageError(error.message) : error;
	});
	const server = await SessionServer.start(findSessionFolder(), name, plan, idle);
	const stop = (): void => void server.stop();
	process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
	const message = describeOpened(name, server.record.url, server.openedTitle);
	if (process.send === undefined) report(message, json);
	else process.send(message, () => process.disconnect?.());
	const reason = await server.ended;
	if (process.send === undefined && reason !== 'closed') writeError(`handreel: the session has ended: ${reason}`);
	process.exit(0);
}

function describeOpened(name: string, url: string, title: string): OpenedMessage {
	const own = name === DEFAULT_SESSION ? '' : ` as '${name}'`;
	return {
		text: `opened ${escapeText(url, 400)}${own} (title, by the page: "${escapeText(title, 100)}")`,
		data: { name, url, title },
	};
}
