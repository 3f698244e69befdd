import { type Argument, Command, type Option } from 'commander';
import { writeData } from '../print/output.ts';
import { type CommandDefinition, type CommandEntry, formatExamples } from './command-entry.ts';
import { type CompletedCommand, SCRIPTS, type ShellName, type Value } from './completion-scripts.ts';
import { oneOf, type WordParser } from './parse-arguments.ts';

const SHELLS = Object.keys(SCRIPTS) as ShellName[];

/** `handreel completion`, which completes the given commands. */
export function createCompletion(commands: readonly CommandEntry[]): CommandDefinition {
	return {
		configure: (command) => {
			command
				.description('Print a script that completes commands, options and their values in a shell.')
				.argument('<shell>', SHELLS.join(', '), oneOf(SHELLS))
				.addHelpText(
					'after',
					formatExamples([
						'handreel completion bash >> ~/.bashrc',
						'handreel completion zsh > ~/.zfunc/_handreel',
						'handreel completion fish > ~/.config/fish/completions/handreel.fish',
					]),
				)
				.action(async (shell: ShellName) => {
					const described = await Promise.all(commands.map(describeEntry));
					writeData(SCRIPTS[shell]([...described, describeHelp(described)]));
				});
		},
	};
}

async function describeEntry({ name, summary, load }: CommandEntry): Promise<CompletedCommand> {
	const command = new Command(name);
	(await load()).configure(command);
	return describeCommand(command, [name], summary);
}

function describeCommand(command: Command, path: readonly string[], summary: string): CompletedCommand {
	const [argument] = command.registeredArguments;
	return {
		path,
		summary,
		argument: argument === undefined ? { kind: 'nothing' } : (readWords(argument) ?? { kind: 'file' }),
		options: [
			...command.options.map((option) => ({ flag: option.long ?? '', value: describeValue(option) })),
			{ flag: '--help', value: { kind: 'nothing' } },
		],
		children: command.commands.map((child) => describeCommand(child, [...path, child.name()], child.summary())),
	};
}

// `help` takes the names of all commands.
function describeHelp(commands: readonly CompletedCommand[]): CompletedCommand {
	const asTopic = ({ path, children }: CompletedCommand): CompletedCommand => ({
		path: ['help', ...path],
		summary: '',
		argument: { kind: 'nothing' },
		options: [],
		children: children.map(asTopic),
	});
	return {
		path: ['help'],
		summary: 'show help for a command',
		argument: { kind: 'nothing' },
		options: [],
		children: commands.map(asTopic),
	};
}

function describeValue(option: Option): Value {
	if (!option.required && !option.optional) return { kind: 'nothing' };
	return readWords(option) ?? { kind: /<(file|path|url)>/.test(option.flags) ? 'file' : 'text' };
}

function readWords({ parseArg }: Option | Argument): Value | null {
	if (parseArg === undefined || !('words' in parseArg)) return null;
	const { words, isList } = parseArg as unknown as WordParser<unknown>;
	return { kind: isList ? 'list' : 'word', words };
}
