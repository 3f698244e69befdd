import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { listInputs } from '../formats/list-inputs.ts';
import { writeOutput } from '../print/output.ts';
import { serveStudio } from '../view/serve.ts';
import type { CommandDefinition } from './command-entry.ts';

/** `handreel view`. */
export const view: CommandDefinition = {
	configure: (command) => {
		command
			.description('Serves the studio on this machine, with recordings opened in it, until it is interrupted.')
			.argument('[file...]', 'recordings, or folders of them')
			.option('--port <number>', 'the port to serve at; default: any that is free', parsePort)
			.addHelpText(
				'after',
				`
Examples:
  handreel view session.bin
  handreel view before.bin after.bin --port 8080

Only this machine can connect, and only the studio and the named files are served. Nothing is sent
anywhere.

Exit code: 0 when interrupted, 1 when a file is missing or the port is taken, 2 for wrong use.`,
			)
			.action(async (files: string[], { port }: { readonly port?: number }) => {
				const inputs = files.length === 0 ? [] : [...listInputs(files)].map(({ path }) => path);
				const folder = join(__dirname, 'studio');
				const server = await serveStudio({ folder, files: inputs, ...(port !== undefined && { port }) });
				writeOutput(`The studio is at ${server.url}\nCtrl+C ends it.\n`);
				const end = (): void => void server.close().then(() => process.exit(0));
				process.once('SIGINT', end).once('SIGTERM', end);
			});
	},
};

function parsePort(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('It is not a number from 0 to 65535.');
	return port;
}
