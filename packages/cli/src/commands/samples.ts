import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getSampleUrl, listSamples, type SampleInfo } from '@handreel/samples';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { UsageError } from '../print/errors.ts';
import { formatJson, outputStyle, writeOutput } from '../print/output.ts';
import { formatTable } from '../print/table.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';

interface SamplesOptions {
	readonly copy?: string;
	readonly tag?: string;
	readonly force?: boolean;
	readonly json?: boolean;
}

/** `handreel samples`. */
export const samples: CommandDefinition = {
	configure: (command) => {
		command
			.description('List the sample recordings that come with this command, or copy them into a folder.')
			.option('--copy <folder>', 'copy the files; creates the folder')
			.option('--tag <tag>', 'only samples with this tag, such as controllers')
			.option('-f, --force', 'overwrite existing files')
			.option('--json', 'print a JSON object')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel samples',
						'handreel samples --copy samples/ && handreel view samples/',
						'handreel samples --copy samples/ --tag two-handed',
					],
					`Samples are performed by scripts, not captured from people.
If one of the files exists, none is copied.

Exit codes: 0 success, 1 a file exists or cannot be written, 2 usage error.`,
				),
			)
			.action(runSamples);
	},
};

async function runSamples({ copy, tag, force = false, json = false }: SamplesOptions): Promise<void> {
	const chosen = listSamples(tag);
	if (chosen.length === 0) {
		const tags = [...new Set(listSamples().flatMap((sample) => sample.tags))].sort();
		throw new UsageError(`no sample has the tag '${tag}'; there are ${tags.join(', ')}`);
	}
	if (copy !== undefined) await copySamples(chosen, copy, force);
	if (json) writeOutput(formatJson({ samples: chosen }));
	else writeOutput(copy === undefined ? listAsTable(chosen) : `${chosen.length} samples copied to ${copy}\n`);
}

// All files are checked before the first is written.
async function copySamples(chosen: readonly SampleInfo[], folder: string, force: boolean): Promise<void> {
	for (const { file } of chosen) checkFree(join(folder, file), force);
	const base = pathToFileURL(`${join(__dirname, 'recordings')}/`);
	for (const { name, file } of chosen) {
		await writeWhole(join(folder, file), readFileSync(getSampleUrl(name, { base })), { force });
	}
}

function listAsTable(chosen: readonly SampleInfo[]): string {
	const rows = chosen.map(({ name, duration, description }) => [name, `${duration.toFixed(1)} s`, description]);
	const columns = [
		{ heading: 'Name', align: 'left' },
		{ heading: 'Length', align: 'right' },
		{ heading: 'What happens', align: 'left' },
	] as const;
	const table = formatTable(columns, rows, (cell, row) => (row === -1 ? outputStyle.dim(cell) : cell));
	return `${[...table, '', 'Performed by scripts, not captured from people. --copy FOLDER copies the files.'].join('\n')}\n`;
}
