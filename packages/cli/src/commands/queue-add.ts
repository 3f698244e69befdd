import type { EventEmitter } from 'node:events';
import { addBatch, type BatchPlan, DEFAULT_QUEUE_NAME } from '@handreel/queue';
import { formatPlural } from '@handreel/text';
import type { Command } from 'commander';
import { writeOutput } from '../print/output.ts';
import { connect } from '../queue/connect.ts';
import { check } from './check.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { convert } from './convert.ts';
import { indexFolder } from './index-folder.ts';
import { measure } from './measure.ts';
import { optimize } from './optimize.ts';
import { parseCount } from './parse-arguments.ts';
import { type AddOptions, DEFAULT_FILES_PER_JOB, planBatch, planIndex } from './queue-plan.ts';
import { repair } from './repair.ts';

interface QueuedCommand {
	readonly definition: CommandDefinition;
	readonly summary: string;
	readonly examples: readonly string[];
	/** Options that a queue cannot honor. */
	readonly hidden?: readonly string[];
}

/** The commands that a queue can run. */
const QUEUED: Readonly<Record<string, QueuedCommand>> = {
	index: {
		definition: indexFolder,
		summary: 'write a catalog',
		examples: ['handreel queue add index recordings/', 'handreel queue add index recordings/ --frames --frame-rate 60'],
	},
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
const LOCAL_OPTIONS: readonly string[] = ['--json', '--csv', '--quiet', '--strict', '--threads', '--timeout'];

const NOTE =
	'Paths are relative to the folder in which you run this; run all workers in the same folder. A queue\ntakes no standard input.';

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

function configureQueued(command: Command, name: string, queued: QueuedCommand): void {
	const { definition, summary, examples, hidden = [] } = queued;
	definition.configure(command);
	const removed = [...LOCAL_OPTIONS, ...hidden];
	Object.assign(command, { options: command.options.filter(({ long }) => !removed.includes(long ?? '')) });
	// The examples of the command do not use the queue.
	(command as unknown as EventEmitter).removeAllListeners('afterHelp');
	command.summary(summary);
	if (name !== 'index') {
		const report = `JSON file for the results, as 'handreel ${name} --json' prints them`;
		command.option('--report <file>', report);
		if (definition.edits === undefined) command.option('-f, --force', 'overwrite the report');
	}
	command
		.option(
			'--files-per-job <count>',
			'number of files that a worker takes at a time',
			parseCount,
			DEFAULT_FILES_PER_JOB,
		)
		.option(...QUEUE_OPTION)
		.addHelpText('after', formatExamples(examples, NOTE))
		.action(async (paths: string | string[], options: AddOptions) => {
			await add(await planWork(name, paths, options), options);
		});
}

/** Plans the work of a command that a queue can run. */
export async function planWork(
	name: string,
	paths: string | readonly string[],
	options: AddOptions,
): Promise<BatchPlan> {
	const { definition } = QUEUED[name]!;
	return typeof paths === 'string' ? planIndex(paths, options) : planBatch(name, definition, paths, options);
}

async function add(plan: BatchPlan, { queue }: AddOptions): Promise<void> {
	const { files, jobs, isKnown } = await connect(queue, ({ engine }) => addBatch(engine, process.cwd(), plan));
	const counts = `${formatPlural(files, 'file')} in ${formatPlural(jobs, 'job')}`;
	writeOutput(isKnown ? `already in the queue: ${counts}\n` : `added ${counts}\n`);
}
