import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../', import.meta.url));
const config = ts.getParsedCommandLineOfConfigFile(`${folder}tsconfig.json`, {}, {
	...ts.sys,
	onUnRecoverableConfigFileDiagnostic: () => {},
} as ts.ParseConfigFileHost);
const DOORS = ['index', 'edit', 'measure', 'record', 'perform', 'play', 'diagnose', 'reel', 'simd'];
const program = ts.createProgram(
	DOORS.map((door) => `${folder}src/${door}.ts`),
	config?.options ?? {},
);
const checker = program.getTypeChecker();
const exported = DOORS.flatMap((door) => {
	const module = checker.getSymbolAtLocation(program.getSourceFile(`${folder}src/${door}.ts`) as ts.Node);
	return checker.getExportsOfModule(module as ts.Symbol).map((symbol) => {
		const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
		return { door, name: symbol.name, target };
	});
});

describe('the public API', () => {
	it.each(DOORS)('changes on purpose only: %s', async (door) => {
		const own = exported.filter((entry) => entry.door === door);
		const list = own.map(({ name, target }) => `${kindOf(target)} ${name}`).sort();
		await expect(`${list.join('\n')}\n`).toMatchFileSnapshot(`api/${door}.txt`);
	});

	it('has one door for each export', () => {
		const doors = new Map<ts.Symbol, string>();
		for (const { door, name, target } of exported) {
			expect(doors.get(target), `${name} is exported by ${door} too`).toBeUndefined();
			doors.set(target, door);
		}
		expect(new Set(exported.map(({ name }) => name)).size).toBe(exported.length);
	});

	it('lists every door in package.json', () => {
		const { exports } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { exports: object };
		const paths = DOORS.map((door) => (door === 'index' ? '.' : `./${door}`));
		expect(Object.keys(exports)).toEqual([...paths, './package.json']);
	});

	it('is documented, export by export', () => {
		const undocumented = exported.filter(({ target }) => target.getDocumentationComment(checker).length === 0);
		expect(undocumented.map(({ name }) => name)).toEqual([]);
	});

	it('names no type that is not exported', () => {
		const names = new Set(exported.map(({ name }) => name));
		const missing = new Set<string>();
		for (const { target } of exported) {
			for (const declaration of target.declarations ?? []) {
				visitSignature(declaration, (name) => {
					if (!names.has(name)) missing.add(`${target.name} uses ${name}`);
				});
			}
		}
		expect([...missing]).toEqual([]);
	});
});

describe('core', () => {
	it('sees no globals of browsers and of Node', () => {
		const names = ['document', 'window', 'process', 'Buffer', 'require', '__dirname'];
		const path = `${folder}src/probe.ts`;
		const host = ts.createCompilerHost(config?.options ?? {});
		const { getSourceFile, fileExists } = host;
		const text = names.map((name) => `export const probe_${name}: unknown = ${name};`).join('\n');
		host.fileExists = (file) => file === path || fileExists(file);
		host.getSourceFile = (file, ...rest) =>
			file === path ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2023) : getSourceFile(file, ...rest);
		const diagnostics = ts.createProgram([path], config?.options ?? {}, host).getSemanticDiagnostics();
		const messages = diagnostics.map((entry) => ts.flattenDiagnosticMessageText(entry.messageText, ' '));
		for (const name of names) expect(messages.join()).toContain(`Cannot find name '${name}'`);
	});
});

function kindOf(symbol: ts.Symbol): string {
	if (symbol.flags & ts.SymbolFlags.Function) return 'function';
	if (symbol.flags & ts.SymbolFlags.Class) return 'class';
	if (symbol.flags & ts.SymbolFlags.Variable) return 'const';
	return 'type';
}

// Names of core's own types in the signature of a declaration: parameters, results, members, heritage; not bodies, and
// not what is private.
function visitSignature(node: ts.Node, visit: (name: string) => void): void {
	if (ts.isBlock(node) || (ts.isClassElement(node) && node.name && ts.isPrivateIdentifier(node.name))) return;
	if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
		const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
		const symbol = checker.getSymbolAtLocation(name);
		const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
		const isOurs = target?.declarations?.some((entry) => entry.getSourceFile().fileName.startsWith(`${folder}src/`));
		const isModuleLevel = target?.declarations?.some((entry) => ts.isSourceFile(entry.parent));
		if (isOurs && isModuleLevel && target) visit(target.name);
	}
	ts.forEachChild(node, (child) => visitSignature(child, visit));
}
