import type { Issue } from '@handreel/core';
import { formatCount, formatKept, formatPlural } from '@handreel/text';
import { type Checked, ENTRIES } from '../batch/job.ts';
import { runJobs } from '../batch/run-jobs.ts';
import { listInputs } from '../formats/list-inputs.ts';
import { escapeText } from '../print/escape-text.ts';
import { startJsonEntries } from '../print/json-entries.ts';
import { outputStyle, writeError, writeOutput } from '../print/output.ts';
import type { Style } from '../print/style.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { addBatchOptions, addRecordingOption } from './define-edit.ts';

/** Messages may quote a file. */
const MAX_MESSAGE = 1000;
const SEVERITIES = ['error', 'warning', 'info'] as const;

interface CheckOptions {
	readonly json?: boolean;
	readonly strict?: boolean;
	readonly quiet?: boolean;
	readonly threads?: number;
	readonly timeout?: number;
	readonly recording?: string;
}

/** `handreel check`. */
export const check: CommandDefinition = {
	configure: (command) => {
		addRecordingOption(command)
			.description('Find problems in recordings: damage, bugs of MRTK releases, implausible values.')
			.argument('<file...>', 'recordings, folders of recordings, or - for standard input')
			.option('--strict', 'treat warnings as errors')
			.option('--json', 'print a JSON array with one entry per file')
			.option('-q, --quiet', 'print only files with problems');
		addBatchOptions(command)
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel check session.bin',
						'handreel check recordings/ --strict',
						'find . -name "*.bin" -print0 | handreel check --files-from - --null',
						"handreel check recordings/ --json | jq '.[] | select(.issues | length > 0) | .file'",
					],
					`Run 'handreel repair' to repair recordings.

Exit codes: 0 no errors (with --strict: no warnings either), 1 problems found or a file could not
be read, 2 usage error.`,
				),
			)
			.action(async (files: string[], options: CheckOptions) => {
				process.exitCode = await runCheck(files, options);
			});
	},
};

async function runCheck(
	files: readonly string[],
	{ json = false, strict = false, quiet = false, threads, timeout, recording }: CheckOptions,
): Promise<number> {
	// Loaded here, because `queue` has this command too and does not check files itself.
	const { checkFile, failCheck } = await import('../batch/check-file.ts');
	const inputs = listInputs(files);
	const entries = json ? startJsonEntries(inputs.length === 1) : null;
	const counts: Record<Verdict, number> = { error: 0, warning: 0, info: 0, good: 0 };
	const options = { isQuiet: quiet || json, threads, timeout };
	await runJobs(
		'check',
		{ run: checkFile, fail: failCheck },
		inputs.map((input) => ({ input, recording })),
		options,
		(result) => {
			counts[judge(result)]++;
			if (entries === null) printFile(result, quiet, outputStyle);
			else entries.add(ENTRIES.check(result));
		},
	);
	entries?.end();
	if (!json && inputs.length > 1) writeOutput(`${describeCounts(counts)}\n`);
	return counts.error + (strict ? counts.warning : 0) > 0 ? 1 : 0;
}

/** The worst issue of a file. */
type Verdict = Issue['severity'] | 'good';

function judge({ error, issues }: Checked): Verdict {
	if (error !== null) return 'error';
	return SEVERITIES.find((severity) => issues.some((issue) => issue.severity === severity)) ?? 'good';
}

function describeCounts({ error, warning, info, good }: Readonly<Record<Verdict, number>>): string {
	return (
		`${formatPlural(error + warning + info + good, 'file')}: ${formatCount(error)} with errors, ` +
		`${formatCount(warning)} with warnings, ${formatCount(info)} with notes only, ${formatCount(good)} without issues`
	);
}

function printFile({ file, issues, readable, error }: Checked, isQuiet: boolean, style: Style): void {
	const name = escapeText(file, 400);
	if (error !== null) {
		writeError(`handreel: ${name}: ${error.text}`);
		return;
	}
	if (issues.length === 0) {
		if (!isQuiet) writeOutput(`${style.good('✓')} ${name}\n`);
		return;
	}
	const isBad = issues.some(({ severity }) => severity === 'error');
	writeOutput(`${isBad ? style.bad('✗') : style.warn('!')} ${style.strong(name)}\n`);
	const paint = { error: style.bad, warning: style.warn, info: style.dim };
	for (const { severity, message, code, byteOffset } of issues) {
		const place = byteOffset === null ? '' : style.dim(` at byte ${byteOffset}`);
		writeOutput(
			`  ${paint[severity](severity.padEnd(7))} ${escapeText(message, MAX_MESSAGE)} ${style.dim(`(${code})`)}${place}\n`,
		);
	}
	const share = formatKept(readable);
	if (share !== null) writeOutput(`  readable: ${share}\n`);
}
