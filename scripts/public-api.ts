// The exports of an entry point, for the snapshot tests of the packages.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** An export of an entry point. */
export interface PublicExport {
	readonly name: string;
	readonly isType: boolean;
	/** Whether its declaration has a doc comment. */
	readonly isDocumented: boolean;
}

/** Lists the exports of an entry point, by name. Entry points declare nothing themselves. */
export function listExports(door: string): PublicExport[] {
	const source = parse(door);
	return source.statements
		.filter((statement) => ts.isExportDeclaration(statement))
		.flatMap(({ exportClause, moduleSpecifier, isTypeOnly }) => {
			if (!exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier) return [];
			const path = join(dirname(door), (moduleSpecifier as ts.StringLiteral).text);
			return exportClause.elements.map((element) => ({
				name: element.name.text,
				isType: isTypeOnly || element.isTypeOnly,
				isDocumented: isDocumented(parse(path), element.name.text),
			}));
		})
		.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function parse(path: string): ts.SourceFile {
	return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

function isDocumented(source: ts.SourceFile, name: string): boolean {
	const statement = source.statements.find((item) => {
		if (ts.isVariableStatement(item)) {
			return item.declarationList.declarations.some((declaration) => declaration.name.getText() === name);
		}
		return (item as ts.Statement & { readonly name?: ts.Identifier }).name?.text === name;
	});
	const comment = statement && ts.getLeadingCommentRanges(source.text, statement.pos)?.at(-1);
	return comment !== undefined && source.text.slice(comment.pos, comment.end).startsWith('/**');
}
