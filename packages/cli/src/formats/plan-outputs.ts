import { dirname, extname, join } from 'node:path';
import { UsageError } from '../print/usage-error.ts';
import { type FormatInfo, type FormatName, findFormat, formatOfName } from './formats.ts';
import { type InputFile, isFolder, listInputs } from './list-inputs.ts';

/** Which file goes where, and in which format. */
export interface OutputPlan {
	readonly files: ReadonlyArray<{ readonly input: InputFile; readonly output: string }>;
	readonly format: FormatName;
}

/**
 * Decides as `cp` does: the last path is where results go. A single file goes to the file of that name; several files or
 * a folder go into the folder of that name, under their own names with the ending of the wanted format. `-` is standard
 * input and output. With `inputEndings` only files that end so are taken from folders.
 */
export function planOutputs(
	paths: readonly string[],
	to: string | undefined,
	inputEndings?: readonly string[],
): OutputPlan {
	const target = paths[paths.length - 1];
	if (paths.length < 2 || target === undefined) throw new UsageError('an output is missing: a file, a folder or -');
	const given = paths.slice(0, -1);
	const inputs = listInputs(given, inputEndings);
	const [only] = inputs;
	if (target === '-') {
		if (inputs.length !== 1 || only === undefined) throw new UsageError('standard output takes the result of one file');
		return { files: [{ input: only, output: '-' }], format: writable(to ?? 'bin').name };
	}
	const isFile =
		inputs.length === 1 &&
		!given.some(isFolder) &&
		!isFolder(target) &&
		!target.endsWith('/') &&
		!target.endsWith('\\');
	if (isFile && only !== undefined) {
		const format = to === undefined ? formatOfName(target) : findFormat(to);
		if (format === null) {
			throw new UsageError(`${target}: no known file ending (bin, json, csv, glb, gltf); --to names the format`);
		}
		return { files: [{ input: only, output: target }], format: writable(format.name).name };
	}
	if (formatOfName(target) !== null && !isFolder(target)) {
		throw new UsageError(`${target}: several results need a folder, such as ${join(dirname(target), 'out')}/`);
	}
	const { name, endings } = writable(to ?? 'bin');
	const files = inputs.map((input) => ({ input, output: join(target, withEnding(input.name, endings[0] ?? '')) }));
	const seen = new Map<string, InputFile>();
	for (const { input, output } of files) {
		const other = seen.get(output);
		if (other !== undefined) throw new UsageError(`${other.path} and ${input.path} would both become ${output}`);
		seen.set(output, input);
	}
	return { files, format: name };
}

function writable(name: string): FormatInfo {
	let format: FormatInfo;
	try {
		format = findFormat(name);
	} catch (error) {
		throw new UsageError(`--to: ${(error as Error).message}`);
	}
	if (!format.canWrite) throw new UsageError(`${format.name} files can be read, but not written`);
	return format;
}

function withEnding(name: string, ending: string): string {
	return name.slice(0, name.length - extname(name).length) + ending;
}
