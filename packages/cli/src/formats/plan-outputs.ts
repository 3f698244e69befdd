import { dirname, join } from 'node:path';
import { type FormatName, findFormatOfName, type WritableFormatName } from '@handreel/convert';
import { isFolder } from '@handreel/node/internal';
import { UsageError } from '../print/errors.ts';
import { findWritable, removeExtension, WRITABLE_NAMES, type WritableFormat } from './find-format.ts';
import { type InputFile, listInputs } from './list-inputs.ts';
import { detectInput } from './read-input.ts';

/** The output file of an input file, and its format. */
export interface PlannedOutput {
	readonly input: InputFile;
	readonly output: string;
	readonly format: WritableFormatName;
}

/** How outputs are planned. */
export interface PlanOptions {
	/** Only files with one of these extensions are taken from folders. */
	readonly extensions?: readonly string[] | undefined;
	/** Whether reels stay reels if no format is given. Other formats hold less. Default `true`. */
	readonly keepsReels?: boolean;
	readonly platform?: NodeJS.Platform;
}

/**
 * Chooses output files like `cp`: the last path is the output. A single file is written to that file; several files or a
 * folder are written to that folder, under their own names with the extension of the format: by default, reels and journals
 * become reels, all other files `.bin` files. The content of a file decides, and its name if the content is unknown. `-` is standard input and output.
 */
export async function planOutputs(
	paths: readonly string[],
	to: string | undefined,
	{ extensions: inputExtensions, keepsReels = true, platform = process.platform }: PlanOptions = {},
): Promise<PlannedOutput[]> {
	const target = paths[paths.length - 1];
	if (paths.length < 2 || target === undefined)
		throw new UsageError('missing output: add a file, a folder or - as the last argument');
	const given = paths.slice(0, -1);
	const inputs = listInputs(given, inputExtensions);
	const [only] = inputs;
	const plan = async (input: InputFile, choose: (format: WritableFormat) => string): Promise<PlannedOutput> => {
		if (to !== undefined || !keepsReels) {
			const format = requireWritable(to ?? 'bin', '--to');
			return { input, output: choose(format), format: format.name };
		}
		const detected = await detectInput(input);
		// Editing an empty or unreadable file fails. Its name keeps it from taking the output of another file.
		const source = detected.format ?? findFormatOfName(input.name)?.name ?? null;
		const format = requireWritable(becomesReel(source) ? 'reel' : 'bin', '--to');
		return { input: detected.input, output: choose(format), format: format.name };
	};
	if (target === '-') {
		if (inputs.length !== 1 || only === undefined)
			throw new UsageError('standard output takes a single result: give one input file, or a folder as output');
		return [await plan(only, () => '-')];
	}
	const isFile =
		inputs.length === 1 &&
		!given.some(isFolder) &&
		!isFolder(target) &&
		!target.endsWith('/') &&
		!target.endsWith('\\');
	if (isFile && only !== undefined) return [{ input: only, output: target, format: findFormatOfOutput(target, to) }];
	if (findFormatOfName(target) !== null && !isFolder(target)) {
		throw new UsageError(
			`${target}: several results need a folder as output, for example ${join(dirname(target), 'out')}/`,
		);
	}
	const files: PlannedOutput[] = [];
	for (const input of inputs) {
		files.push(
			await plan(input, ({ extensions }) => join(target, removeExtension(input.name) + (extensions[0] ?? ''))),
		);
	}
	const seen = new Map<string, InputFile>();
	for (const { input, output } of files) {
		const key = isCaseInsensitive(platform) ? output.toLowerCase() : output;
		const other = seen.get(key);
		if (other !== undefined)
			throw new UsageError(
				`${other.path} and ${input.path} would both be written to ${output}; use separate output folders`,
			);
		seen.set(key, input);
	}
	return files;
}

/** The format of an output file: that of `--to`, otherwise that of its name. Throws a `UsageError` if there is none. */
export function findFormatOfOutput(target: string, to: string | undefined): WritableFormatName {
	const format = to ?? findFormatOfName(target)?.name;
	if (format === undefined) {
		throw new UsageError(
			`${target}: unknown file extension; use one of ${WRITABLE_NAMES.join(', ')}, or set the format with --to`,
		);
	}
	return requireWritable(format, to === undefined ? target : '--to').name;
}

/** Whether a file of a format becomes a reel by default: other formats hold less than reels and journals. */
export function becomesReel(format: FormatName | null): boolean {
	return format === 'reel' || format === 'journal';
}

// The usual file systems of Windows and macOS take A.bin and a.bin for the same file.
function isCaseInsensitive(platform: NodeJS.Platform): boolean {
	return platform === 'win32' || platform === 'darwin';
}

function requireWritable(name: string, origin: string): WritableFormat {
	const format = findWritable(name);
	if (format !== null) return format;
	throw new UsageError(
		`${origin}: ${name} is not a format that can be written; use one of ${WRITABLE_NAMES.join(', ')}`,
	);
}
