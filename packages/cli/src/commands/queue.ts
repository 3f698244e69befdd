import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import {
	ADDRESS_VARIABLE,
	DEFAULT_LEASE_SECONDS,
	drainQueue,
	type Runner,
	retryBatches,
	runWorker,
	StatusReader,
	type WorkEvent,
} from '@handreel/queue';
import { formatCount, formatPlural } from '@handreel/text';
import type { Command } from 'commander';
import { version } from '../../package.json' with { type: 'json' };
import { escapeText } from '../print/escape-text.ts';
import { eraseLines, formatJson, outputStyle, writeError, writeOutput } from '../print/output.ts';
import { type Connection, connect } from '../queue/connect.ts';
import { createRunner } from '../queue/create-runner.ts';
import { printStatus } from '../queue/print-status.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { parseCount, parsePositive } from './parse-arguments.ts';
import { configureAdd, QUEUE_OPTION } from './queue-add.ts';

const WATCH_MS = 2000;
/** What shells add to the number of a signal. */
const SIGNALED = 128;

/** `handreel queue` and its subcommands. */
export const queue: CommandDefinition = {
	configure: (command) => {
		command
			.description('Spread work over processes and machines that share a folder.')
			.helpCommand(false)
			.configureHelp({ subcommandTerm: (child) => `${child.name()} ${child.usage()}` })
			.addHelpText(
				'after',
				formatExamples(
					[
						'export HANDREEL_QUEUE=redis://localhost:6379',
						'handreel queue add check recordings/ --report problems.json',
						'handreel queue work --until-done',
						'handreel queue status',
					],
					`The environment variable ${ADDRESS_VARIABLE} has the address of a Redis, Valkey or PostgreSQL server:
redis://:password@host:6379 or postgres://user:password@host:5432/database.`,
				),
			);
		configureAdd(command.command('add'));
		configureWork(command.command('work'));
		configureStatus(command.command('status'));
		configureRetry(command.command('retry'));
		configureDrain(command.command('drain'));
	},
};

interface WorkCommandOptions {
	readonly queue: string;
	readonly concurrency?: number;
	readonly lease: number;
	readonly untilDone?: boolean;
	readonly quiet?: boolean;
}

function configureWork(command: Command): void {
	command
		.summary('process jobs')
		.description('Process jobs of the queue. Run this in the shared folder, on as many machines as you like.')
		.option('--concurrency <count>', 'jobs at a time (default: the number of CPU cores)', parseCount)
		.option('--until-done', 'stop when the queue has no work left')
		.option(
			'--lease <seconds>',
			'reassign the jobs of a worker after this many seconds without a heartbeat',
			parsePositive,
			DEFAULT_LEASE_SECONDS,
		)
		.option('-q, --quiet', 'print errors only')
		.option(...QUEUE_OPTION)
		.addHelpText(
			'after',
			formatExamples(
				['handreel queue work', 'handreel queue work --concurrency 2 --until-done'],
				`Ctrl-C finishes the jobs at work and stops; a second Ctrl-C stops at once, and other workers take
over. A recording that ends its worker three times is set aside; 'handreel queue status' names it.

Exit codes: 0 stopped or done, 1 no connection, or the worker does not fit the queue, 2 usage
error.`,
			),
		)
		.action(runWork);
}

async function runWork(options: WorkCommandOptions): Promise<void> {
	const { concurrency = availableParallelism() } = options;
	// Threads start while the process connects.
	const runner = createRunner(concurrency);
	try {
		await connect(options.queue, (connection) => workWith(connection, runner, concurrency, options));
	} finally {
		await runner.close();
	}
}

async function workWith(
	{ engine, label, hide }: Connection,
	runner: Runner,
	concurrency: number,
	{ lease, untilDone = false, quiet = false }: WorkCommandOptions,
): Promise<void> {
	const stop = new AbortController();
	const interrupt = (_: NodeJS.Signals, number: number): void => {
		if (stop.signal.aborted) process.exit(SIGNALED + number);
		writeError('handreel: finishing the jobs at work; press Ctrl-C again to stop at once');
		stop.abort();
	};
	process.on('SIGINT', interrupt);
	process.on('SIGTERM', interrupt);
	try {
		if (!quiet) writeError(`working on ${label}, ${formatPlural(concurrency, 'job')} at a time`);
		await runWorker(engine, runner, {
			root: process.cwd(),
			version,
			concurrency,
			leaseSeconds: lease,
			untilDone,
			signal: stop.signal,
			onEvent: (event) => printEvent(event, quiet, hide),
			// The connection prints them.
			onError: () => {},
		});
	} finally {
		process.off('SIGINT', interrupt);
		process.off('SIGTERM', interrupt);
	}
}

function printEvent(event: WorkEvent, isQuiet: boolean, hide: (text: string) => string): void {
	if (event.kind === 'failed') {
		writeError(`handreel: job ${event.job}: ${escapeText(hide(event.message), 400)}`);
	} else if (event.kind === 'repeated') {
		if (!isQuiet) writeError(`a worker was lost; its job ${event.job} runs again`);
	} else if (!isQuiet) {
		const { files, failed, lost } = event.result;
		const name = event.kind === 'done' ? `job ${event.job}` : `finished: ${escapeText(event.command, 400)}`;
		const counts = failed > 0 ? `, ${formatCount(failed)} failed, ${formatCount(lost.length)} set aside` : '';
		writeOutput(`${name}  ${formatPlural(files, 'file')}${counts}\n`);
	}
}

interface StatusOptions {
	readonly queue: string;
	readonly watch?: boolean;
	readonly json?: boolean;
}

function configureStatus(command: Command): void {
	command
		.summary('show progress, rates and failures')
		.description('Show workers, progress, files per second, the time left, and the files that were set aside.')
		.option('--watch', 'repeat until all work is finished')
		.option('--json', 'print a JSON object; with --watch, an object per line')
		.option(...QUEUE_OPTION)
		.addHelpText(
			'after',
			formatExamples(
				['handreel queue status', 'handreel queue status --watch', 'handreel queue status --json | jq .batches'],
				'Exit codes: 0 no failures, 1 files or jobs failed, 2 usage error.',
			),
		)
		.action(async (options: StatusOptions) => {
			process.exitCode = await showStatus(options);
		});
}

async function showStatus({ queue: name, watch = false, json = false }: StatusOptions): Promise<number> {
	return connect(name, async ({ engine, label, hide }) => {
		const reader = new StatusReader(engine);
		let drawn = 0;
		for (;;) {
			const status = await reader.read(Date.now());
			if (json) writeOutput(hide(formatJson(status, watch ? 0 : 2)));
			else {
				const lines = printStatus(label, status, outputStyle).map(hide);
				// Replaces the lines of the last time.
				eraseLines(drawn);
				writeOutput(`${lines.join('\n')}\n`);
				drawn = lines.length;
			}
			const hasFailed = status.jobs.failed > 0 || status.batches.some(({ failed }) => failed > 0);
			if (!watch || status.batches.every(({ isFinished }) => isFinished)) return hasFailed ? 1 : 0;
			await setTimeout(WATCH_MS);
		}
	});
}

function configureRetry(command: Command): void {
	command
		.summary('process failed jobs again')
		.description('Process the jobs again that failed or set files aside. Run this in the shared folder.')
		.option(...QUEUE_OPTION)
		.addHelpText('after', formatExamples(['handreel queue retry']))
		.action(async ({ queue: name }: { readonly queue: string }) => {
			const { jobs, files } = await connect(name, ({ engine }) => retryBatches(engine, process.cwd(), version));
			writeOutput(`added ${formatPlural(files, 'file')} in ${formatPlural(jobs, 'job')}\n`);
		});
}

function configureDrain(command: Command): void {
	command
		.summary('remove all work')
		.description('Remove all work from the queue. Results that are written stay. Run this in the shared folder.')
		.option('-f, --force', 'also while workers process jobs; their results are lost')
		.option(...QUEUE_OPTION)
		.addHelpText('after', formatExamples(['handreel queue drain']))
		.action(async ({ queue: name, force = false }: { readonly queue: string; readonly force?: boolean }) => {
			const count = await connect(name, ({ engine }) => drainQueue(engine, process.cwd(), force));
			writeOutput(`removed ${formatPlural(count, 'unfinished job')}\n`);
		});
}
