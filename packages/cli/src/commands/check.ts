import { formatCount, formatKept, formatPlural } from '@handreel/text';
import { checkFile } from '../batch/check-file.ts';
import type { Checked } from '../batch/job.ts';
import { runJobs } from '../batch/run-jobs.ts';
import { listInputs } from '../formats/list-inputs.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, outputStyle, writeOutput } from '../print/output.ts';
import type { Style } from '../print/style.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { THREADS_OPTION } from './define-edit.ts';

const SEVERITIES = ['error', 'warning', 'info'] as const;

interface CheckOptions {
	readonly json?: boolean;
	readonly strict?: boolean;
	readonly quiet?: boolean;
	readonly threads?: number;
}

/** `handreel check`. */
export const check: CommandDefinition = {
	configure: (command) => {
		command
			.description('Find problems in recordings: damage, bugs of MRTK releases, implausible values.')
			.argument('<file...>', 'recordings, folders of recordings, or - for standard input')
			.option('--strict', 'treat warnings as errors')
			.option('--json', 'print a JSON array with one entry per file')
			.option('-q, --quiet', 'print only files with problems')
			.option(...THREADS_OPTION)
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel check session.bin',
						'handreel check recordings/ --strict',
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
	{ json = false, strict = false, quiet = false, threads }: CheckOptions,
): Promise<number> {
	const checked = await runJobs(
		'check',
		checkFile,
		listInputs(files).map((input) => ({ input })),
		{ isQuiet: quiet || json, ...(threads === undefined ? {} : { threads }) },
	);
	const problems = checked.filter(
		({ error, issues }) =>
			error !== null || issues.some(({ severity }) => severity === 'error' || (strict && severity === 'warning')),
	).length;
	const style = outputStyle;
	if (json) {
		writeOutput(
			formatJson(
				checked.map(({ file, issues, readable, error }) =>
					error === null ? { file, issues, readable } : { file, error: error.detail },
				),
			),
		);
	} else {
		for (const result of checked) printFile(result, quiet, style);
		if (checked.length > 1) writeOutput(`${countFiles(checked)}\n`);
	}
	return problems > 0 ? 1 : 0;
}

// Each file counts once, by its worst issue.
function countFiles(checked: readonly Checked[]): string {
	const worst = checked.map(({ error, issues }) =>
		error !== null ? 'error' : SEVERITIES.find((severity) => issues.some((issue) => issue.severity === severity)),
	);
	const count = (severity: string | undefined): string =>
		formatCount(worst.filter((found) => found === severity).length);
	return (
		`${formatPlural(checked.length, 'file')}: ${count('error')} with errors, ${count('warning')} with warnings, ` +
		`${count('info')} with notes only, ${count(undefined)} without issues`
	);
}

function printFile({ file, issues, readable, error }: Checked, isQuiet: boolean, style: Style): void {
	const name = escapeText(file, 400);
	if (error !== null) {
		process.stderr.write(`handreel: ${name}: ${error.text}\n`);
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
		writeOutput(`  ${paint[severity](severity.padEnd(7))} ${message} ${style.dim(`(${code})`)}${place}\n`);
	}
	const share = formatKept(readable);
	if (share !== null) writeOutput(`  readable: ${share}\n`);
}
