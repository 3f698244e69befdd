import { join } from 'node:path';
import { openQuery, QUESTIONS, type QueryResult } from '@handreel/corpus';
import { DATASET_FOLDER } from '@handreel/corpus/internal';
import { UsageError } from '../print/errors.ts';
import { startJsonEntries } from '../print/json-entries.ts';
import { formatJson, outputStyle, writeData, writeOutput } from '../print/output.ts';
import { encodeQueryResult, printQueryFiles, printQueryTable, writeQueryCsv } from '../print/print-query.ts';
import { formatTable } from '../print/table.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';

interface QueryOptions {
	readonly catalog?: string;
	readonly list?: boolean;
	readonly show?: boolean;
	readonly csv?: boolean;
	readonly json?: boolean;
	readonly files?: boolean;
	readonly null?: boolean;
	readonly parquet?: string;
	readonly force?: boolean;
}

/** `handreel query`. */
export const query: CommandDefinition = {
	configure: (command) => {
		command
			.description("Query the catalog of 'handreel index' with SQL.")
			.argument('[sql]', 'a SELECT statement, or the name of a question')
			.argument('[folder]', 'the folder of the recordings (default: the current folder)')
			.option('--list', 'list the questions')
			.option('--show', 'print the SQL of a question instead of the answer')
			.option('--csv', 'print CSV')
			.option('--json', 'print a JSON array with an object per row')
			.option('--parquet <file>', 'write a Parquet file')
			.option('--files', 'print the column path as paths of files, for --files-from of other commands')
			.option('--null', 'with --files: end paths with NUL instead of a line break')
			.option(
				'--catalog <folder>',
				`folder of the catalog (default: ${DATASET_FOLDER} in the folder of the recordings)`,
			)
			.option('-f, --force', 'overwrite an existing file')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel query --list',
						'handreel query broken recordings/',
						'handreel query "SELECT path, duration FROM catalog ORDER BY duration" recordings/ --csv',
						'handreel query "SELECT path FROM catalog" recordings/ --files | handreel info --files-from -',
					],
					`Tables: catalog (a row per recording), events (pinches, reaches, losses, markers, buttons) and
frames (after 'handreel index --frames'). distance(a, b) is in meters, angle(a, b) in degrees.
'DESCRIBE catalog' lists the columns. Statements read the catalog only and change nothing.

SQL needs DuckDB: npm install @duckdb/node-api

Exit codes: 0 success, 1 the query failed, 2 usage error.`,
				),
			)
			.action(async (sql: string | undefined, folder: string | undefined, options: QueryOptions) => {
				await runQuery(sql, folder ?? '.', options);
			});
	},
};

async function runQuery(text: string | undefined, folder: string, options: QueryOptions): Promise<void> {
	const { catalog = join(folder, DATASET_FOLDER), list = false, show = false } = options;
	const chosen = (['csv', 'json', 'parquet', 'files'] as const).filter((name) => options[name] !== undefined);
	if (chosen.length > 1) throw new UsageError(`--${chosen.join(' and --')} exclude each other`);
	if (list) return listQuestions(options.json ?? false);
	if (text === undefined) throw new UsageError('missing SQL; --list lists questions');
	const question = QUESTIONS.find(({ name }) => name === text);
	if (question === undefined && /^[\w-]*$/.test(text)) {
		throw new UsageError(`'${text}' is neither SQL nor a question; --list lists questions`);
	}
	const sql = question?.sql ?? text;
	if (show) return writeData(`${sql}\n`);
	const session = await openQuery(catalog);
	try {
		await printResult(await session.run(sql), folder, options);
	} finally {
		session.close();
	}
}

function listQuestions(json: boolean): void {
	if (json) {
		writeOutput(formatJson(QUESTIONS));
		return;
	}
	const columns = [
		{ heading: 'Question', align: 'left' },
		{ heading: 'Answer', align: 'left' },
	] as const;
	const rows = QUESTIONS.map(({ name, summary }) => [name, summary]);
	writeOutput(`${formatTable(columns, rows).join('\n')}\n`);
}

async function printResult(result: QueryResult, folder: string, options: QueryOptions): Promise<void> {
	const { csv, json, files, parquet, force = false } = options;
	if (files) return printQueryFiles(result, folder, options.null ? '\0' : '\n');
	if (csv) return writeQueryCsv(result);
	if (json) {
		const entries = startJsonEntries(false);
		for await (const rows of result.blocks) {
			for (const row of rows) entries.add(Object.fromEntries(result.columns.map((name, i) => [name, row[i] ?? null])));
		}
		return entries.end();
	}
	if (parquet !== undefined) {
		const { writeWhole } = await import('../files/write-file.ts');
		return writeWhole(parquet, await encodeQueryResult(result), { force });
	}
	return printQueryTable(result, outputStyle);
}
