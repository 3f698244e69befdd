/** The value of an option or an argument. A `list` is several words with commas between them. */
export type Value =
	| { readonly kind: 'nothing' | 'text' | 'file' }
	| { readonly kind: 'word' | 'list'; readonly words: readonly string[] };

/** A command that a shell completes. */
export interface CompletedCommand {
	/** The words that call it, such as `markers add`. */
	readonly path: readonly string[];
	readonly summary: string;
	readonly argument: Value;
	readonly options: ReadonlyArray<{ readonly flag: string; readonly value: Value }>;
	readonly children: readonly CompletedCommand[];
}

/** A shell. */
export type ShellName = 'bash' | 'zsh' | 'fish';

/** Writes the completion script of each shell. */
export const SCRIPTS: Readonly<Record<ShellName, (commands: readonly CompletedCommand[]) => string>> = {
	bash,
	zsh,
	fish,
};

function flatten(commands: readonly CompletedCommand[]): CompletedCommand[] {
	return commands.flatMap((command) => [command, ...flatten(command.children)]);
}

function listNames(commands: readonly CompletedCommand[]): string[] {
	return commands.map(({ path }) => path[path.length - 1] ?? '');
}

function listWords(value: Value): readonly string[] {
	return 'words' in value ? value.words : [];
}

// Everything that may follow the words of a command, apart from files.
function listFollowing({ children, argument, options }: CompletedCommand): string[] {
	return [...listNames(children), ...listWords(argument), ...options.map(({ flag }) => flag)];
}

interface ValuedOption {
	/** The words before the value, such as `convert --to`. */
	readonly call: string;
	readonly value: Value;
}

function listValued(commands: readonly CompletedCommand[]): ValuedOption[] {
	return flatten(commands).flatMap(({ path, options }) =>
		options
			.filter(({ value }) => value.kind !== 'nothing')
			.map(({ flag, value }) => ({ call: [...path, flag].join(' '), value })),
	);
}

function bash(commands: readonly CompletedCommand[]): string {
	const all = flatten(commands);
	const values = listValued(commands).map(
		({ call, value }) => `    '${call}') kind=${value.kind} words='${listWords(value).join(' ')}' ;;`,
	);
	const following = all.map(
		(command) =>
			`      '${command.path.join(' ')}') kind=${command.argument.kind} words='${listFollowing(command).join(' ')}' ;;`,
	);
	return `# Completion of handreel for bash.
_handreel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local called= kind=nothing words= before= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${called:+$called }\${COMP_WORDS[i]}" in
      ${all.map(({ path }) => `'${path.join(' ')}'`).join('|')})
        called="\${called:+$called }\${COMP_WORDS[i]}" ;;
      *) break ;;
    esac
  done
  # In bash, --to=glb is three words.
  if [ "$previous" = '=' ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$current" = '=' ]; then current=; fi
  case "$called $previous" in
${values.join('\n')}
    *) case "$called" in
      '') words='${listNames(commands).join(' ')} --help --version' ;;
${following.join('\n')}
    esac ;;
  esac
  if [ "$kind" = list ]; then
    compopt -o nospace 2>/dev/null
    case "$current" in *,*) before="\${current%,*}," ;; esac
  fi
  COMPREPLY=($(compgen -P "$before" -W "$words" -- "\${current#"$before"}"))
  local IFS=$'\\n'
  case "$kind $current" in 'file -'*) ;; 'file '*) COMPREPLY+=($(compgen -f -- "$current")) ;; esac
}
complete -o filenames -F _handreel handreel
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
	const quote = (text: string): string => text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
	const all = flatten(commands);
	const values = listValued(commands).map(
		({ call, value }) => `    ('${call}') kind=${value.kind} offered=(${listWords(value).join(' ')}) ;;`,
	);
	const following = all.map(
		(command) =>
			`      ('${command.path.join(' ')}') kind=${command.argument.kind} offered=(${listFollowing(command).join(' ')}) ;;`,
	);
	return `#compdef handreel
# Completion of handreel for zsh.
_handreel() {
  local called= kind=nothing
  local -a commands offered
  integer i
  commands=(
${commands.map(({ path, summary }) => `    '${path[0]}:${quote(summary)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  for (( i = 2; i < CURRENT; i++ )); do
    case "\${called:+$called }$words[i]" in
      (${all.map(({ path }) => `'${path.join(' ')}'`).join('|')})
        called="\${called:+$called }$words[i]" ;;
      (*) break ;;
    esac
  done
  case "$called $words[CURRENT-1]" in
${values.join('\n')}
    (*) case "$called" in
${following.join('\n')}
    esac ;;
  esac
  case "$kind" in
    (list) compset -P '*,'; compadd -q -S , -- $offered ;;
    (file) compadd -- $offered; _files ;;
    (*) compadd -- $offered ;;
  esac
}
if [ "$funcstack[1]" = _handreel ]; then _handreel "$@"; else compdef _handreel handreel; fi
`;
}

function fish(commands: readonly CompletedCommand[]): string {
	const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
	const complete = (condition: string, rest: string): string =>
		`complete -c handreel -n ${quote(condition)}${rest === '' ? '' : ` ${rest}`}`;
	const lines = ['# Completion of handreel for fish.'];
	for (const { path, summary } of commands) {
		lines.push(complete('__fish_use_subcommand', `-f -a ${path[0]} -d ${quote(summary)}`));
	}
	for (const command of flatten(commands)) {
		const { path, argument, options, children } = command;
		// `move` is a command, a subcommand of `markers` and a topic of `help`.
		const others = commands.filter(
			(other) => other.path[0] !== path[0] && listNames(other.children).includes(path[0] ?? ''),
		);
		const when = [
			...path.map((word) => `__fish_seen_subcommand_from ${word}`),
			...others.map((other) => `not __fish_seen_subcommand_from ${other.path[0]}`),
		].join('; and ');
		const names = listNames(children).join(' ');
		const before = `${when}; and not __fish_seen_subcommand_from ${names}`;
		if (path[0] === 'help') {
			if (children.length > 0) lines.push(complete(before, `-f -a ${quote(names)}`));
			continue;
		}
		for (const child of children) {
			lines.push(complete(before, `-f -a ${child.path[child.path.length - 1]} -d ${quote(child.summary)}`));
		}
		if (argument.kind !== 'file' && children.length === 0) {
			lines.push(complete(when, `-f${'words' in argument ? ` -a ${quote(argument.words.join(' '))}` : ''}`));
		}
		for (const { flag, value } of options) lines.push(complete(when, `-l ${flag.slice(2)}${fishValue(value)}`));
	}
	return `${lines.join('\n')}\n`;
}

// -x takes a value that is not a file, -r a value that may be a file.
function fishValue(value: Value): string {
	if (!('words' in value)) return { nothing: '', file: ' -r', text: ' -x' }[value.kind];
	if (value.kind === 'word') return ` -x -a '${value.words.join(' ')}'`;
	return ` -x -a '(__fish_complete_list , "string split : ${value.words.join(':')}")'`;
}
