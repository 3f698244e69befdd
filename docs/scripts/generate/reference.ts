// Makes the reference from the doc comments: one page per entry point.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, type DeclarationReflection, LogLevel, ReflectionKind, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { type Door, listDoors } from './doors.ts';
import { docs, formatFrontMatter } from './pages.ts';

const OPTIONS: Partial<TypeDocOptions & PluginOptions> = {
	plugin: ['typedoc-plugin-markdown'],
	tsconfig: join(docs, 'tsconfig.reference.json'),
	// `npm run types` checks the sources.
	skipErrorChecking: true,
	readme: 'none',
	router: 'module',
	sort: ['kind', 'alphabetical'],
	groupOrder: ['Functions', 'Classes', 'Variables', 'Interfaces', 'Type Aliases'],
	disableSources: true,
	excludeExternals: true,
	excludePrivate: true,
	excludeProtected: true,
	excludeInternal: true,
	hidePageHeader: true,
	hideBreadcrumbs: true,
	hidePageTitle: true,
	useCodeBlocks: true,
	expandParameters: true,
	parametersFormat: 'table',
	interfacePropertiesFormat: 'table',
	classPropertiesFormat: 'table',
	typeDeclarationFormat: 'table',
	enumMembersFormat: 'table',
	tableColumnSettings: { hideSources: true, hideInherited: true, hideModifiers: true, leftAlignHeaders: true },
	logLevel: LogLevel.Warn,
};

/** The command comes before the packages. */
const FIRST_ORDER = 10;

/** Writes the pages of all entry points into a folder. Throws if TypeDoc warns, for example of a broken link. */
export async function generateReference(folder: string): Promise<void> {
	const doors = listDoors();
	const output = mkdtempSync(join(tmpdir(), 'handreel-reference-'));
	const entryPoints = doors.map(({ source }) => source);
	const app = await Application.bootstrapWithPlugins({
		...OPTIONS,
		entryPoints,
		outputs: [{ name: 'markdown', path: output }],
	});
	const project = await app.convert();
	if (project === undefined) throw new Error('TypeDoc could not read the sources');
	const names = new Map(doors.map(({ source, slug }) => [source, slug]));
	for (const module of project.getReflectionsByKind(ReflectionKind.Module) as DeclarationReflection[]) {
		const source = project.getSymbolIdFromReflection(module)?.fileName;
		const slug = [...names].find(([path]) => source === path.replaceAll('\\', '/'))?.[1];
		if (slug === undefined) throw new Error(`TypeDoc found the module ${module.name}, which is not an entry point`);
		module.name = slug;
	}
	await app.generateOutputs(project);
	if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('TypeDoc has warnings, see above');
	mkdirSync(folder, { recursive: true });
	const texts = new Map(doors.map(({ slug }) => [slug, readFileSync(join(output, `${slug}.md`), 'utf8')]));
	for (const [i, door] of doors.entries()) writeFileSync(join(folder, `${door.slug}.md`), formatPage(door, i, texts));
	rmSync(output, { recursive: true, force: true });
}

function formatPage({ specifier, slug }: Door, order: number, texts: ReadonlyMap<string, string>): string {
	const front = formatFrontMatter({ title: specifier, order: FIRST_ORDER + order, outline: [2, 3] });
	// TypeDoc prints `undefined` for parameters without a default.
	const body = readPage(texts, slug)
		.trim()
		.replaceAll('| `undefined` |', '| – |')
		// VitePress makes `#a-b` of a heading `A_B`.
		.replace(/(?<=\]\([\w-]*(?:\.md)?#)\w+(?=\))/g, (anchor) => anchor.replaceAll('_', '-'))
		// TypeDoc takes `A.b` and `AB` for the same heading, and counts them.
		.replace(/(?<=\]\()(?:([\w-]+)\.md)?#(\w+)-1(?=\))/g, (link, page, name) =>
			countHeadings(readPage(texts, page ?? slug), name) === 1 ? link.slice(0, -2) : link,
		);
	return `${front}\n# ${specifier}\n\n${body}\n`;
}

function readPage(texts: ReadonlyMap<string, string>, slug: string): string {
	const text = texts.get(slug);
	if (text === undefined) throw new Error(`TypeDoc links to ${slug}.md, which is not a page`);
	return text;
}

function countHeadings(text: string, name: string): number {
	return text.match(new RegExp(`^#+ ${name}(?:\\(\\))?$`, 'gim'))?.length ?? 0;
}
