import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindOf, listDoors, PublicApi } from '../public-api.ts';
import { listFiles, root } from '../workspace.mjs';

const doors = listDoors();
const owners = [...new Set(doors.map(({ owner }) => owner))];
const api = new PublicApi(doors);

/** Types that signatures name and users need not: what constructors take from our own code, and parts of other types. */
const INTERNAL = [
	'Context',
	'DefaultName',
	'Described',
	'FakeDeviceHost',
	'GhostUniforms',
	'GroupProps',
	'InstallRuntime',
	'OptionWithoutDefault',
	'RequiredName',
	'SizedView',
	'XRTestHost',
	'XRWebGLLayerInit',
];

/** The file that lists the exports of a package. */
const fileOf = (owner: string): string => `${owner.replace('@handreel/', '')}.txt`;

describe('the public API', () => {
	it.each(owners)('changes on purpose only: %s', async (owner) => {
		const parts = doors
			.filter((door) => door.owner === owner)
			.map((door) => {
				const own = api.exports.filter((entry) => entry.door === door);
				return [door.name, ...own.map(({ name, target }) => `\t${kindOf(target)} ${name}`).sort()].join('\n');
			});
		await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(`api/${fileOf(owner)}`);
	});

	it('is listed for packages that exist', () => {
		expect(readdirSync(join(root, 'scripts', 'guards', 'api')).sort()).toEqual(owners.map(fileOf).sort());
	});

	it('has one door for each export', () => {
		const seen = new Map<unknown, string>();
		const again: string[] = [];
		for (const { door, name, target } of api.exports) {
			// Others may export what they like.
			if (kindOf(target) === 'other') continue;
			const first = seen.get(target);
			if (first !== undefined) again.push(`${name} of ${door.name} is ${first}, too`);
			seen.set(target, `${name} of ${door.name}`);
		}
		expect(again).toEqual([]);
	});

	it.each(owners)('has one meaning for each name of %s', (owner) => {
		const names = api.exports.filter(({ door }) => door.owner === owner).map(({ name }) => name);
		// The class, and the component of React that makes it.
		const twice = owner === '@handreel/three' ? ['RecordedHands'] : [];
		expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual(twice);
	});

	it.each(doors.filter(({ name }) => !isInternal(name)))('has at most 40 functions in $name', (door) => {
		const functions = api.exports.filter((entry) => entry.door === door && kindOf(entry.target) === 'function');
		expect(functions.length).toBeLessThanOrEqual(40);
	});

	it('shows every function in a guide, a README or an example', () => {
		const functions = api.exports.filter(({ door, target }) => !isInternal(door.name) && kindOf(target) === 'function');
		const shown = listGuides().map((path) => readFileSync(path, 'utf8'));
		const words = new Set([...shown, ...listExamples()].flatMap((text) => text.match(/[\w$]+/g) ?? []));
		expect(functions.filter(({ name }) => !words.has(name)).map(({ door, name }) => `${name} of ${door.name}`)).toEqual(
			[],
		);
	});

	it('takes undefined for every option', () => {
		const types = api.exports.filter(({ target }) => /(Options|Tolerances|Limits)$/.test(target.name));
		const exact = types.flatMap((entry) => api.listExactOptions(entry).map((name) => `${name} of ${entry.name}`));
		expect(exact).toEqual([]);
	});

	it('shows no internal door to users, and marks it', () => {
		const shown = [...listGuides(), ...listFiles(join(root, 'scripts', 'release', 'consumer'))];
		expect(shown.filter((path) => /@handreel\/\w+\/internal['"]/.test(readFileSync(path, 'utf8')))).toEqual([]);
		for (const { name, file } of doors.filter(({ name }) => isInternal(name))) {
			const [, first] = readFileSync(file, 'utf8').split('\n');
			expect({ name, first }).toEqual({ name, first: expect.stringContaining('Not covered by semantic versioning') });
		}
	});

	it.each(owners)('depends on exact versions where it uses what is internal: %s', (owner) => {
		const { name, dependencies = {} } = readManifest(owner);
		const sources = listFiles(join(root, folderOf(owner), 'src')).filter((path) => path.endsWith('.ts'));
		const texts = sources.map((path) => readFileSync(path, 'utf8')).join('\n');
		const used = new Set([...texts.matchAll(/'(@handreel\/\w+)\/internal'/g)].map(([, found = '']) => found));
		const loose = [...used].filter((found) => found !== name && !/^\d/.test(dependencies[found] ?? '0'));
		expect(loose).toEqual([]);
	});

	it('is documented, export by export', () => {
		const undocumented = api.exports.filter((entry) => kindOf(entry.target) !== 'other' && !api.isDocumented(entry));
		expect(undocumented.map(({ door, name }) => `${name} of ${door.name}`)).toEqual([]);
	});

	it('names no type that is not exported', () => {
		const exported = new Set(api.exports.map(({ target }) => target));
		const named = api.exports.flatMap((entry) => api.listNamedTypes(entry).map((type) => ({ entry, type })));
		const missing = named.filter(({ type }) => !exported.has(type));
		const unknown = missing.filter(({ type }) => !INTERNAL.includes(type.name));
		expect(unknown.map(({ entry, type }) => `${entry.name} of ${entry.door.name} uses ${type.name}`)).toEqual([]);
		expect(INTERNAL.filter((name) => !missing.some(({ type }) => type.name === name))).toEqual([]);
	});
});

function readManifest(owner: string): {
	readonly name: string;
	readonly dependencies?: Readonly<Record<string, string>>;
} {
	return JSON.parse(readFileSync(join(root, folderOf(owner), 'package.json'), 'utf8'));
}

function isInternal(door: string): boolean {
	return door.endsWith('/internal');
}

/** What users read: guides, READMEs, specifications and examples. */
function listGuides(): string[] {
	const top = readdirSync(root).filter(
		(name) => name.endsWith('.md') && !/^(ARCHITECTURE|CHANGELOG|CONTRIBUTING)/.test(name),
	);
	const pages = ['docs', 'examples', ...owners.map(folderOf)].flatMap((name) => listPages(join(root, name)));
	return [...top.map((name) => join(root, name)), ...pages];
}

function listPages(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory())
			return /^(node_modules|dist|src|test|hands|scripts|live|\..*)$/.test(entry.name) ? [] : listPages(path);
		return /\.(md|ts|mjs)$/.test(path) ? [path] : [];
	});
}

const folderOf = (owner: string): string => join('packages', owner.replace('@handreel/', ''));

/** The comments of all packages that contain an example. */
function listExamples(): string[] {
	const comments = owners.flatMap(readComments);
	return comments.filter((text) => text.includes('@example')).map((text) => text.slice(text.indexOf('@example')));
}

function readComments(owner: string): string[] {
	const src = join(root, folderOf(owner), 'src');
	return listFiles(src).flatMap((path) => readFileSync(path, 'utf8').match(/\/\*\*[\s\S]*?\*\//g) ?? []);
}
