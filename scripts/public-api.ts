// The exports of all published packages, types included, for the guard in guards/public-api.test.ts.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listEntryPoints } from './entry-points.mjs';
import { root } from './workspace.mjs';

/** An entry point of a published package. */
export interface Door {
	/** The name of the package. */
	readonly owner: string;
	/** What other packages import. */
	readonly name: string;
	/** The source file. */
	readonly file: string;
}

/** An export of a door. */
export interface PublicExport {
	readonly door: Door;
	readonly name: string;
	/** What the name refers to, also if another file exports it or if it has an alias. */
	readonly target: ts.Symbol;
}

/** Lists the doors of the published packages: the entries of `exports` with a source file. */
export function listDoors(): Door[] {
	return readdirSync(join(root, 'packages')).flatMap((folder) => {
		const path = join(root, 'packages', folder);
		if (!existsSync(join(path, 'package.json'))) return [];
		return listEntryPoints(path).map(({ specifier, source }) => ({
			owner: specifier.split('/', 2).join('/'),
			name: specifier,
			file: source,
		}));
	});
}

/** The exports of some doors. */
export class PublicApi {
	readonly exports: readonly PublicExport[];
	readonly #checker: ts.TypeChecker;

	/** Reads our own sources only: names and comments need no types of other packages, and those take most of the time. */
	constructor(doors: readonly Door[]) {
		const files = new Map(doors.map(({ name, file }) => [name, file]));
		const options: ts.CompilerOptions = { noLib: true, types: [], allowImportingTsExtensions: true, noEmit: true };
		const host = ts.createCompilerHost(options);
		host.resolveModuleNameLiterals = (literals, importer) =>
			literals.map(({ text }) => {
				const file = text.startsWith('.') ? join(importer, '..', text) : files.get(text);
				const isSource = file?.endsWith('.ts') === true;
				return { resolvedModule: isSource ? { resolvedFileName: file, extension: ts.Extension.Ts } : undefined };
			});
		const program = ts.createProgram(
			doors.map(({ file }) => file),
			options,
			host,
		);
		const checker = program.getTypeChecker();
		this.#checker = checker;
		this.exports = doors.flatMap((door) => {
			const module = checker.getSymbolAtLocation(program.getSourceFile(door.file) as ts.Node);
			if (module === undefined) throw new Error(`${door.file} exports nothing`);
			return checker.getExportsOfModule(module).map((symbol) => ({
				door,
				name: symbol.name,
				target: this.#resolve(symbol),
			}));
		});
	}

	isDocumented({ target }: PublicExport): boolean {
		return target.getDocumentationComment(this.#checker).length > 0;
	}

	/** Lists the types of our sources that the signature of an export names. */
	listNamedTypes({ target }: PublicExport): ts.Symbol[] {
		const found: ts.Symbol[] = [];
		for (const declaration of target.declarations ?? []) this.#visitSignature(declaration, found);
		return found;
	}

	/** Lists the optional members of a type that refuse `undefined` under `exactOptionalPropertyTypes`. */
	listExactOptions({ target }: PublicExport): string[] {
		const found: string[] = [];
		const visit = (node: ts.Node): void => {
			if (ts.isPropertySignature(node) && node.questionToken !== undefined) {
				const parts = node.type !== undefined && ts.isUnionTypeNode(node.type) ? node.type.types : [node.type];
				const kinds = parts.map((part) => part?.kind);
				const isOpen = kinds.includes(ts.SyntaxKind.UndefinedKeyword) || kinds.includes(ts.SyntaxKind.UnknownKeyword);
				if (!isOpen) found.push(node.name.getText());
			}
			ts.forEachChild(node, visit);
		};
		for (const declaration of target.declarations ?? []) visit(declaration);
		return found;
	}

	// Parameters, results, members and heritage; not bodies, and not what is private.
	#visitSignature(node: ts.Node, found: ts.Symbol[]): void {
		if (ts.isBlock(node) || (ts.isClassElement(node) && node.name && ts.isPrivateIdentifier(node.name))) return;
		if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
			const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
			const symbol = this.#checker.getSymbolAtLocation(name);
			const target = symbol && this.#resolve(symbol);
			if (target?.declarations?.some(({ parent }) => ts.isSourceFile(parent))) found.push(target);
		}
		ts.forEachChild(node, (child) => this.#visitSignature(child, found));
	}

	#resolve(symbol: ts.Symbol): ts.Symbol {
		return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
	}
}

/** Whether an export is a function, a class, a constant or a type; `other` for those of packages of others. */
export function kindOf({ flags, declarations }: ts.Symbol): string {
	if (declarations === undefined) return 'other';
	if (flags & ts.SymbolFlags.Function) return 'function';
	if (flags & ts.SymbolFlags.Class) return 'class';
	if (flags & ts.SymbolFlags.Variable) return 'const';
	return 'type';
}
