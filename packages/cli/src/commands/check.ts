import { diagnoseBytes, diagnoseRecording, type Issue } from '@handreel/core';
import type { Command } from 'commander';
import { listInputs } from '../files/list-inputs.ts';
import { readBytes } from '../files/read-bytes.ts';
import { detectFormat, loadRecording } from '../formats/load.ts';
import { describeError, errorText } from '../print/error-text.ts';
import { formatJson } from '../print/json.ts';
import { createProgress } from '../print/progress.ts';
import { createStyle, type Style } from '../print/style.ts';
import { formatForeign, formatPlural } from '../print/text.ts';

interface CheckOptions {
	readonly json?: boolean;
	readonly strict?: boolean;
	readonly quiet?: boolean;
}

interface Checked {
	readonly file: string;
	readonly issues: readonly Issue[];
	readonly error: unknown;
}

/** `handreel check`. */
export function configureCheck(command: Command): void {
	command
		.description('Finds what is wrong with recordings: damage, the faults of MRTK releases, values that cannot be.')
		.argument('<file...>', 'recordings, folders of them, or -')
		.option('--strict', 'warnings count as problems, too')
		.option('--json', 'print a JSON array with one entry per file')
		.option('-q, --quiet', 'name only files with problems')
		.addHelpText(
			'after',
			`
Examples:
  handreel check session.bin
  handreel check recordings/ --strict
  handreel check recordings/ --json | jq '.[] | select(.issues | length > 0) | .file'

Exit code: 0 when there is no error (with --strict: no warning either), 1 otherwise, 2 for
wrong use. 'handreel repair' mends what can be mended.`,
		)
		.action(async (files: string[], options: CheckOptions) => {
			process.exitCode = await runCheck(files, options);
		});
}

async function runCheck(
	files: readonly string[],
	{ json, strict = false, quiet = false }: CheckOptions,
): Promise<number> {
	const inputs = listInputs(files);
	const progress = createProgress(process.stderr, inputs.length, quiet || json === true);
	const style = createStyle(process.stdout);
	const checked: Checked[] = [];
	let problems = 0;
	for (const { path } of inputs) {
		const one = await checkFile(path);
		const isBad =
			one.error !== null ||
			one.issues.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
		if (isBad) problems++;
		checked.push(one);
		progress.advance(1, path);
		if (inputs.length > 1) await new Promise(setImmediate);
	}
	progress.end();
	if (json) {
		process.stdout.write(
			formatJson(
				checked.map(({ file, issues, error }) =>
					error === null ? { file, issues } : { file, error: describeError(error) },
				),
			),
		);
	} else {
		for (const one of checked) printFile(one, quiet, style);
		if (inputs.length > 1) process.stdout.write(`${formatPlural(inputs.length, 'file')}, ${problems} with problems\n`);
	}
	return problems > 0 ? 1 : 0;
}

async function checkFile(file: string): Promise<Checked> {
	try {
		const bytes = readBytes(file);
		if (detectFormat(bytes) === 'bin') return { file, issues: diagnoseBytes(bytes).issues, error: null };
		const { recording, losses } = await loadRecording(bytes);
		return { file, issues: [...losses, ...diagnoseRecording(recording)], error: null };
	} catch (error) {
		return { file, issues: [], error };
	}
}

function printFile({ file, issues, error }: Checked, isQuiet: boolean, style: Style): void {
	const name = formatForeign(file, 400);
	if (error !== null) {
		process.stderr.write(`handreel: ${name}: ${errorText(error)}\n`);
		return;
	}
	if (issues.length === 0) {
		if (!isQuiet) process.stdout.write(`${style.good('✓')} ${name}\n`);
		return;
	}
	const isBad = issues.some(({ severity }) => severity === 'error');
	process.stdout.write(`${isBad ? style.bad('✗') : style.warn('!')} ${style.strong(name)}\n`);
	const paint = { error: style.bad, warning: style.warn, info: style.dim };
	for (const { severity, message, code, byteOffset } of issues) {
		const place = byteOffset === null ? '' : style.dim(` at byte ${byteOffset}`);
		process.stdout.write(`  ${paint[severity](severity.padEnd(7))} ${message} ${style.dim(`(${code})`)}${place}\n`);
	}
}
