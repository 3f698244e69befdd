import { join } from 'node:path';
import { isRecordingError } from '@handreel/core';
import { isFolder } from '@handreel/node/internal';
import { BlockView } from '../files/block-view.ts';
import { openFile } from '../files/read-file.ts';
import { listFaultIssues } from '../formats/known-faults.ts';
import { listInputs } from '../formats/list-inputs.ts';
import { UsageError } from '../print/errors.ts';
import { outputStyle, writeError, writeOutput } from '../print/output.ts';
import { printIssues } from '../print/print-issues.ts';
import { type Library, openLibrary } from '../view/library.ts';
import { findLiveStudio } from '../view/live-studio.ts';
import { hasDesktop, openBrowser } from '../view/open-browser.ts';
import { serveStudio, USUAL_PORTS } from '../view/serve.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { CAPTURE_PORT, parsePort, parseUrl } from './parse-arguments.ts';

interface ViewOptions {
	readonly port?: number;
	readonly open?: boolean;
	readonly live?: URL | true;
}

/** `handreel view`. */
export const view: CommandDefinition = {
	configure: (command) => {
		command
			.description('Open recordings in the studio, in your browser. Serves the page until you press Ctrl+C.')
			.argument('[file...]', 'recordings, or folders of recordings')
			.option('--port <number>', `port to listen on (default: ${USUAL_PORTS[0]}, or the next free port)`, parsePort)
			.option('--live [address]', 'show takes while `handreel capture` records them (default: this machine)', parseUrl)
			.option('--open', 'open the browser (default: on a desktop, but not from scripts, in CI or over SSH)')
			.option('--no-open', 'print the URL only')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel view session.bin',
						'handreel view before.bin after.bin --port 8080 --no-open',
						'handreel view recordings/',
						'handreel view --live https://192.168.1.20:4160',
					],
					`A folder with a catalog of 'handreel index' opens as a library: search, sort and filter its
recordings by measures and problems, and open them from there. Without a catalog, all recordings of
the folder are opened.

--live opens the studio of a running \`handreel capture\`. With --lan the browser asks for its code.

The server accepts connections from this machine only and serves only the studio, the given files
and the recordings of a library. Links that lead out of its folder are refused. No data leaves this
machine.

Exit codes: 0 stopped, 1 a file is missing or the port is in use, 2 usage error.`,
				),
			)
			.action(async (files: string[], { port, open, live }: ViewOptions) => {
				if (live !== undefined) {
					if (files.length > 0) throw new UsageError('--live opens no files; run view again for files');
					const url = await findLiveStudio(live === true ? new URL(`http://localhost:${CAPTURE_PORT}`) : live);
					writeOutput(`Live in the studio: ${url}\n`);
					openIfDesktop(url, open);
					return;
				}
				if (files.includes('-')) throw new UsageError('view cannot read standard input; give a file instead');
				const library = findLibrary(files);
				const inputs = files.length === 0 || library !== null ? [] : [...listInputs(files)].map(({ path }) => path);
				const folder = join(__dirname, 'studio');
				const server = await serveStudio({
					folder,
					files: inputs,
					library: library ?? undefined,
					port: port ?? USUAL_PORTS,
				});
				const end = (): void => void server.close().then(() => process.exit(0));
				process.once('SIGINT', end).once('SIGTERM', end);
				if (port === undefined && server.port !== USUAL_PORTS[0])
					writeOutput(`Port ${USUAL_PORTS[0]} is in use. Sessions of that port are not available here.\n`);
				writeOutput(`Studio running at ${server.url}\nPress Ctrl+C to stop.\n`);
				for (const path of inputs) mentionFaults(path);
				openIfDesktop(server.url, open);
			});
	},
};

// Several folders have several catalogs, and the studio shows one library.
function findLibrary([folder, ...others]: readonly string[]): Library | null {
	return folder !== undefined && others.length === 0 && isFolder(folder) ? openLibrary(folder) : null;
}

function openIfDesktop(url: string, open: boolean | undefined): void {
	const { platform, env } = process;
	if (!(open ?? hasDesktop({ platform, env, isTerminal: outputStyle.isTerminal }))) return;
	openBrowser(url, (reason) => {
		writeError(`handreel: the browser could not be opened: ${reason}; open the URL above`);
	});
}

// The studio shows all problems of a recording; other formats and damaged files are left to it.
function mentionFaults(path: string): void {
	const file = openFile(path);
	try {
		printIssues(listFaultIssues(new BlockView(file)).map((issue) => ({ path, issue })));
	} catch (error) {
		if (!isRecordingError(error)) throw error;
	} finally {
		file.close();
	}
}
