import type { EventEmitter } from 'node:events';
import { addBatch, DEFAULT_QUEUE_NAME } from '@handreel/queue';
import { formatPlural } from '@handreel/text';
import type { Command } from 'commander';
import { writeOutput } from '../print/output.ts';
import { connect } from '../queue/connect.ts';
import { check } from './check.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { convert } from './convert.ts';
import { measure } from './measure.ts';
import { optimize } from './optimize.ts';
import { parseCount } from './parse-arguments.ts';
import { type AddOptions, DEFAULT_FILES_PER_JOB, planBatch } from './queue-plan.ts';
import { repair } from './repair.ts';

interface QueuedCommand {
	readonly definition: CommandDefinition;
	readonly summary: string;
	readonly examples: readonly string[];
}

/** The commands that a queue can run. */
const QUEUED: Readonly<Record<string, QueuedCommand>> = {
	check: {
		definition: check,
		summary: 'find problems',
		examples: ['handreel queue add check recordings/ --report problems.json'],
	},
	measure: {
		definition: measure,
		summary: 'measure recordings',
		examples: ['handreel queue add measure recordings/ --report figures.json'],
	},
	repair: {
		definition: repair,
		summary: 'repair recordings',
		examples: ['handreel queue add repair recordings/ repaired/ --report repairs.json'],
	},
	optimize: {
		definition: optimize,
		summary: 'remove redundant keys',
		examples: ['handreel queue add optimize recordings/ small/ --mm 1'],
	},
	convert: {
		definition: convert,
		summary: 'convert recordings',
		examples: ['handreel queue add convert recordings/ tables/ --to parquet --frame-rate 60'],
	},
};

/** Options that say how a command runs or prints here, not what it does. */
const LOCAL_OPTIONS: readonly string[] = ['--json', '--csv', '--quiet', '--strict', '--threads'];

/** The option of all commands of the queue. */
export const QUEUE_OPTION = ['--queue <name>', 'name of the queue on the server', DEFAULT_QUEUE_NAME] as const;

/** Configures `handreel queue add` and a subcommand for each command that a queue can run. */
export function configureAdd(add: Command): void {
	add
		.summary('add work')
		.description('Add the work of a command to the queue. Takes the options of the command.')
		.helpCommand(false)
		.configureHelp({ subcommandTerm: (child) => `${child.name()} ${child.usage()}` })
		.addHelpText('after', formatExamples(Object.values(QUEUED).flatMap(({ examples }) => examples)));
	for (const [name, queued] of Object.entries(QUEUED)) configureQueued(add.command(name), name, queued);
}

function configureQueued(command: Command, name: string, { definition, summary, examples }: QueuedCommand): void {
	definition.configure(command);
	Object.assign(command, { options: command.options.filter(({ long }) => !LOCAL_OPTIONS.includes(long ?? '')) });
	// The examples of the command do not use the queue.
	(command as unknown as EventEmitter).removeAllListeners('afterHelp');
	if (definition.edits === undefined) command.option('-f, --force', 'overwrite the report');
	command
		.summary(summary)
		.option(
			'--report <file>',
			"JSON file for the results, as 'handreel COMMAND --json' prints them".replace('COMMAND', name),
		)
		.option(
			'--files-per-job <count>',
			'number of files that a worker takes at a time',
			parseCount,
			DEFAULT_FILES_PER_JOB,
		)
		.option(...QUEUE_OPTION)
		.addHelpText(
			'after',
			formatExamples(
				examples,
				'Paths are relative to the folder in which you run this; run all workers in the same folder.',
			),
		)
		.action(async (paths: string[], options: AddOptions) => {
			await runAdd(name, definition, paths, options);
		});
}

async function runAdd(
	name: string,
	definition: CommandDefinition,
	paths: readonly string[],
	options: AddOptions,
): Promise<void> {
	const plan = planBatch(name, definition, paths, options);
	const { files, jobs, isKnown } = await connect(options.queue, ({ engine }) => addBatch(engine, process.cwd(), plan));
	const counts = `${formatPlural(files, 'file')} in ${formatPlural(jobs, 'job')}`;
	writeOutput(isKnown ? `already in the queue: ${counts}\n` : `added ${counts}\n`);
}
