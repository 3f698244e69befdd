// Tables of formats in documents, made from their descriptions. format-tables.test.ts compares and writes them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATASETS, type Dataset, FORMATS, type Format, type FormatFacts } from '@handreel/convert';
import type { Option, OptionTable } from '@handreel/core';
import { describeValues } from '@handreel/core/internal';
import { root } from './workspace.mjs';

const SOURCE = join(root, 'packages/convert/src');
const PAGES = 'packages/convert/docs';

/** A document with the text that it must have. */
export interface Generated {
	readonly path: string;
	readonly text: string;
}

/** All documents with tables of formats, with their tables as they must be. */
export async function generateTables(): Promise<Generated[]> {
	const folders = readdirSync(SOURCE).filter((name) => existsSync(join(SOURCE, name, 'index.ts')));
	const pages = await Promise.all(
		folders.map(async (folder) => fill(`${PAGES}/${folder}.md`, 'details', describe(await loadFormats(folder)))),
	);
	const titles = (formats: readonly { readonly title: string }[]): string =>
		formats.map(({ title }) => title).join(', ');
	return [
		...pages,
		fill('packages/convert/README.md', 'formats', await listFormats(folders)),
		fill('apps/studio/README.md', 'open', titles(FORMATS.filter(({ reads }) => reads !== 'no'))),
		fill('apps/studio/README.md', 'save', titles(FORMATS.filter(({ writes }) => writes))),
	].reduce<Generated[]>((all, { path, name, content }) => {
		const before = all.find((entry) => entry.path === path);
		const text = replace(before?.text ?? readFileSync(join(root, path), 'utf8'), name, content, path);
		return [...all.filter((entry) => entry !== before), { path, text }];
	}, []);
}

interface Section {
	readonly path: string;
	readonly name: string;
	readonly content: string;
}

function fill(path: string, name: string, content: string): Section {
	return { path, name, content };
}

// Short content stays in its sentence.
function replace(text: string, name: string, content: string, path: string): string {
	const pattern = new RegExp(`(<!-- ${name} -->)[\\s\\S]*?(<!-- end -->)`);
	if (!pattern.test(text)) throw new Error(`${path}: the marks <!-- ${name} --> and <!-- end --> are missing`);
	const inner = content.includes('\n') ? `\n\n${content}\n\n` : content;
	return text.replace(pattern, (_, start: string, end: string) => start + inner + end);
}

function listDescriptions(folder: string): string[] {
	return ['format.ts', 'dataset.ts'].map((name) => join(SOURCE, folder, name)).filter((path) => existsSync(path));
}

type Described = FormatFacts &
	Partial<Omit<Format, keyof FormatFacts | 'loadEncoder'>> &
	Pick<Partial<Dataset>, 'extension'>;

async function loadFormats(folder: string): Promise<Described[]> {
	const modules = await Promise.all(listDescriptions(folder).map((path) => import(path) as Promise<object>));
	const known: readonly unknown[] = [...FORMATS, ...DATASETS];
	return modules.flatMap((module) => Object.values(module).filter((value) => known.includes(value)) as Described[]);
}

async function listFormats(folders: readonly string[]): Promise<string> {
	const pages = new Map<string, string>();
	for (const folder of folders) for (const { name } of await loadFormats(folder)) pages.set(name, folder);
	const row = (format: Described): string[] => [
		`[\`${format.name}\`](docs/${pages.get(format.name)}.md)`,
		(format.extensions ?? [format.extension ?? 'folder'])
			.map((text) => (text === 'folder' ? text : `\`${text}\``))
			.join(' '),
		format.description,
		format.reads === 'all' ? 'yes' : format.reads === 'own' ? 'files that handreel wrote' : '–',
		(format.writes ?? true) ? 'yes' : '–',
	];
	const sets = DATASETS.filter(({ name }) => !FORMATS.some((format) => format.name === name));
	const rows = [...FORMATS, ...sets].map((format) => row(format));
	return formatTable(['format', 'extension', 'content', 'read', 'written'], rows);
}

function describe(formats: readonly Described[]): string {
	return (
		unique(
			formats.flatMap(({ name, options, readOptions = {}, issues = {}, extension }) => [
				listOptions(extension === undefined ? 'Options for writing' : `Options of the data set \`${name}\``, options),
				listOptions('Options for reading', readOptions),
				Object.keys(issues).length === 0
					? ''
					: `Issue codes, beside those in FORMAT.md:\n\n${formatTable(
							['code', 'meaning'],
							Object.entries(issues).map(([code, meaning]) => [`\`${code}\``, meaning]),
						)}`,
			]),
		).join('\n\n') || 'The format has no options and no issue codes beside those in FORMAT.md.\n'
	);
}

function unique(texts: readonly string[]): string[] {
	return [...new Set(texts)].filter((text) => text !== '');
}

function listOptions(title: string, table: OptionTable): string {
	const rows = Object.entries(table).map(([name, option]) => [
		`\`${name}\``,
		`${option.text}${'unit' in option && option.unit !== undefined ? `, in ${option.unit}` : ''}`,
		'choices' in option && option.choices !== undefined
			? option.choices.map((word) => `\`${word}\``).join(', ')
			: describeValues(option),
		findDefault(option),
	]);
	return rows.length === 0 ? '' : `${title}:\n\n${formatTable(['option', 'meaning', 'values', 'default'], rows)}`;
}

function findDefault(option: Option): string {
	if ('default' in option && option.default !== undefined) return `\`${option.default}\``;
	return option.otherwise ?? '';
}

function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	return [line(heading), `|${heading.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
