import { Command } from 'commander';
import { writeOutput } from '../print/output.ts';
import { UsageError } from '../print/usage-error.ts';
import type { CommandDefinition, CommandEntry } from './command-entry.ts';

interface Words {
	/** Words before it, such as `markers add`. */
	readonly path: readonly string[];
	readonly summary: string;
	readonly options: readonly string[];
	readonly children: readonly Words[];
}

const SHELLS: Readonly<Record<string, (commands: readonly Words[]) => string>> = { bash, zsh, fish };

/** `handreel completion`, which completes the given commands. */
export function createCompletion(commands: readonly CommandEntry[]): CommandDefinition {
	return {
		configure: (command) => {
			command
				.description('Print a script that completes commands and options in a shell.')
				.argument('<shell>', Object.keys(SHELLS).join(', '))
				.addHelpText(
					'after',
					`
Examples:
  handreel completion bash >> ~/.bashrc
  handreel completion zsh > ~/.zfunc/_handreel
  handreel completion fish > ~/.config/fish/completions/handreel.fish`,
				)
				.action(async (shell: string) => {
					const write = SHELLS[shell];
					if (write === undefined) {
						throw new UsageError(`unknown shell '${shell}': use ${Object.keys(SHELLS).join(', ')}`);
					}
					writeOutput(write(await Promise.all(commands.map(listWords))));
				});
		},
	};
}

async function listWords({ name, summary, load }: CommandEntry): Promise<Words> {
	const command = new Command(name);
	(await load()).configure(command);
	return describe(command, [name], summary);
}

function describe(command: Command, path: readonly string[], summary: string): Words {
	return {
		path,
		summary,
		options: [...command.options.map(({ long }) => long ?? ''), '--help'],
		children: command.commands.map((child) => describe(child, [...path, child.name()], child.summary())),
	};
}

function flatten(commands: readonly Words[]): Words[] {
	return commands.flatMap((command) => [command, ...flatten(command.children)]);
}

function names(commands: readonly Words[]): string {
	return commands.map(({ path }) => path[path.length - 1]).join(' ');
}

function bash(commands: readonly Words[]): string {
	const line = ({ path, options, children }: Words): string =>
		`    '${path.join(' ')}') words='${[names(children), ...options].join(' ').trim()}' ;;`;
	return `# Completion of handreel for bash.
_handreel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${names(commands)} --help --version'
  else
    case "$command" in
${commands.map(line).join('\n')}
    esac
    [ "$COMP_CWORD" -eq 2 ] || case "$command \${COMP_WORDS[2]}" in
${commands.flatMap(({ children }) => children.map(line)).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  local IFS=$'\\n'
  case "$current" in -*) ;; *) COMPREPLY+=($(compgen -f -- "$current")) ;; esac
}
complete -o filenames -F _handreel handreel
`;
}

function zsh(commands: readonly Words[]): string {
	const quote = (text: string): string => text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
	const list = commands.map(({ path, summary }) => `    '${path[0]}:${quote(summary)}'`);
	const cases = commands.map(({ path, options, children }) => {
		const words = [names(children), ...flatten(children).flatMap((child) => child.options), ...options];
		return `    ${path[0]}) candidates=(${[...new Set(words)].join(' ').trim()}) ;;`;
	});
	return `#compdef handreel
# Completion of handreel for zsh.
_handreel() {
  local -a commands candidates
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
  compadd -- $candidates
  _files
}
if [ "$funcstack[1]" = _handreel ]; then _handreel "$@"; else compdef _handreel handreel; fi
`;
}

function fish(commands: readonly Words[]): string {
	const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
	const lines = ['# Completion of handreel for fish.'];
	for (const { path, summary } of commands) {
		lines.push(`complete -c handreel -n __fish_use_subcommand -a ${path[0]} -d ${quote(summary)}`);
	}
	for (const { path, options, children } of flatten(commands)) {
		// `move` is a command and also a subcommand of `markers`.
		const others = commands.filter(
			(other) =>
				other.path[0] !== path[0] &&
				names(other.children)
					.split(' ')
					.includes(path[0] ?? ''),
		);
		const when = [
			...path.map((word) => `__fish_seen_subcommand_from ${word}`),
			...others.map((other) => `not __fish_seen_subcommand_from ${other.path[0]}`),
		].join('; and ');
		for (const child of children) {
			const before = quote(`${when}; and not __fish_seen_subcommand_from ${names(children)}`);
			const word = child.path[child.path.length - 1];
			lines.push(`complete -c handreel -f -n ${before} -a ${word} -d ${quote(child.summary)}`);
		}
		for (const option of options) lines.push(`complete -c handreel -n ${quote(when)} -l ${option.slice(2)}`);
	}
	return `${lines.join('\n')}\n`;
}
