import { COMMANDS } from './table.ts';

/** What the command is for, in one sentence. */
export const PURPOSE = 'Record, inspect, measure, repair, edit, convert and replay XR motion recordings.';

const HELP = ['help [command]', 'show help for a command'] as const;
const OPTIONS = [
	['-V, --version', 'print the version'],
	['-h, --help', 'show help'],
] as const;

/** The text of `handreel --help`, written without the parser of arguments, which takes longer to load than the rest. */
export function formatOverview(): string {
	const groups = new Map<string, (readonly [name: string, summary: string])[]>([['Options:', [...OPTIONS]]]);
	for (const { group, name, summary } of COMMANDS) groups.set(group, [...(groups.get(group) ?? []), [name, summary]]);
	const rows = [...groups].map(([group, entries], index) => [
		group,
		...(index === groups.size - 1 ? [...entries, HELP] : entries).map(
			([name, summary]) => `  ${name.padEnd(16)}${summary}`,
		),
	]);
	return `Usage: handreel [options] <command>

${PURPOSE}
'handreel formats' lists the formats.

${rows.map((lines) => lines.join('\n')).join('\n\n')}

Examples:
  handreel info session.bin
  handreel check recordings/
  handreel repair old.bin repaired.bin
  handreel convert session.bin session.glb

Exit codes: 0 success, 1 failed or problems found, 2 usage error, 130 interrupted, 143 terminated.
Run 'handreel help <command>' for the options and examples of a command.
`;
}
