import { Command } from 'commander';
import { version } from '../package.json' with { type: 'json' };
import { COMMANDS, findCommand } from './commands/table.ts';
import { outputStyle, writeError, writeOutput } from './print/output.ts';

const pointTo = (words: string): string => `Run 'handreel ${words}' for usage.`;

const program = new Command('handreel')
	.description(
		"Record, inspect, measure, repair, edit, convert and replay XR motion recordings. 'handreel formats' lists the formats.",
	)
	.usage('[options] <command>')
	.version(version, '-V, --version', 'print the version')
	.helpOption('-h, --help', 'show help')
	.addHelpCommand(new Command('help').argument('[command]').summary('show help for a command').helpGroup('Other:'))
	// Commander exits with 1 for usage errors.
	.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
	.configureOutput({
		writeOut: writeOutput,
		writeErr: (text) => writeError(text.replace(/\n$/, '')),
		getOutHelpWidth: () => (outputStyle.isTerminal ? outputStyle.columns : 80),
		getOutHasColors: () => false,
		outputError: (text, write) => write(text.replace(/^error: /, 'handreel: ')),
	})
	.showHelpAfterError(pointTo('--help'))
	.addHelpText(
		'after',
		`
Examples:
  handreel info session.bin
  handreel check recordings/
  handreel repair old.bin repaired.bin
  handreel convert session.bin session.glb

Exit codes: 0 success, 1 failed or problems found, 2 usage error, 130 interrupted, 143 terminated.
Run 'handreel help <command>' for the options and examples of a command.`,
	);

for (const { name, summary, group } of COMMANDS) {
	program
		.commandsGroup(group)
		.command(name)
		.summary(summary)
		.showHelpAfterError(pointTo(`help ${name}`));
}

// Only the command that is called is loaded.
program.hook('preSubcommand', async (_, command) => {
	const definition = await findCommand(command.name())?.load();
	definition?.configure(command);
	const point = (parent: Command): void => {
		for (const child of parent.commands) {
			child.showHelpAfterError(pointTo(['help', ...listWords(child)].join(' ')));
			point(child);
		}
	};
	point(command);
});

// The words that call a command, such as `markers add`.
function listWords(command: Command): string[] {
	const { parent } = command;
	return parent === null || parent === program ? [command.name()] : [...listWords(parent), command.name()];
}

let called = '--help';
program.hook('preAction', (_, command) => {
	called = ['help', ...listWords(command)].join(' ');
});

// `help trim` becomes `trim --help`, because the hook above loads the command only for the latter.
const args = process.argv.slice(2);
const [first, topic] = args;
const isHelp = first === 'help' && topic !== undefined && !topic.startsWith('-');
// An unknown command is reported in the same way as without `help`.
const wanted = !isHelp ? args : [...args.slice(1), ...(findCommand(topic) === undefined ? [] : ['--help'])];
const parse = async (): Promise<unknown> => {
	if (!wanted.some((arg) => arg.startsWith('--files-from'))) return program.parseAsync(wanted, { from: 'user' });
	const { expandFilesFrom } = await import('./commands/files-from.ts');
	return program.parseAsync(expandFilesFrom(wanted), { from: 'user' });
};
parse().catch(async (error: unknown) => {
	const { failWith } = await import('./print/errors.ts');
	failWith(error, pointTo(called));
});
