import { Command } from 'commander';
import { outputStyle, writeError, writeOutput } from '../print/output.ts';
import { formatOverview, PURPOSE } from './overview.ts';
import { COMMANDS, findCommand } from './table.ts';

const pointTo = (words: string): string => `Run 'handreel ${words}' for usage.`;

/** Runs the command that the arguments call, or reports a mistake in them. */
export async function runProgram(args: readonly string[]): Promise<void> {
	let called = '--help';
	const program = createProgram((words) => {
		called = words;
	});
	// `help trim` becomes `trim --help`, because the hook loads the command only for the latter.
	const [first, topic] = args;
	const isHelp = first === 'help' && topic !== undefined && !topic.startsWith('-');
	// An unknown command is reported in the same way as without `help`.
	const wanted = !isHelp ? [...args] : [...args.slice(1), ...(findCommand(topic) === undefined ? [] : ['--help'])];
	try {
		const expanded = wanted.some((arg) => arg.startsWith('--files-from'))
			? (await import('./files-from.ts')).expandFilesFrom(wanted)
			: wanted;
		await program.parseAsync(expanded, { from: 'user' });
	} catch (error) {
		const { failWith } = await import('../print/errors.ts');
		failWith(error, pointTo(called));
	}
}

function createProgram(onCall: (words: string) => void): Command {
	const program = new Command('handreel')
		.description(PURPOSE)
		.usage('[options] <command>')
		.option('-V, --version', 'print the version')
		.helpOption('-h, --help', 'show help')
		.addHelpCommand(new Command('help').argument('[command]'))
		// Commander exits with 1 for usage errors.
		.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
		.configureOutput({
			writeOut: writeOutput,
			writeErr: (text) => writeError(text.replace(/\n$/, '')),
			getOutHelpWidth: () => (outputStyle.isTerminal ? outputStyle.columns : 80),
			getOutHasColors: () => false,
			outputError: (text, write) => write(text.replace(/^error: /, 'handreel: ')),
		})
		.showHelpAfterError(pointTo('--help'));
	program.helpInformation = formatOverview;
	for (const { name } of COMMANDS) program.command(name).showHelpAfterError(pointTo(`help ${name}`));

	// Only the command that is called is loaded.
	program.hook('preSubcommand', async (_, command) => {
		const definition = await findCommand(command.name())?.load();
		definition?.configure(command);
		pointChildren(command);
	});
	program.hook('preAction', (_, command) => onCall(['help', ...listWords(command)].join(' ')));
	return program;
}

function pointChildren(parent: Command): void {
	for (const child of parent.commands) {
		child.showHelpAfterError(pointTo(['help', ...listWords(child)].join(' ')));
		pointChildren(child);
	}
}

// The words that call a command, such as `markers add`.
function listWords(command: Command): string[] {
	const { parent } = command;
	return parent === null || parent.parent === null ? [command.name()] : [...listWords(parent), command.name()];
}
