import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const DOORS = ['index.ts', 'iwer.ts'];

describe('the public API', () => {
	it.each(DOORS)('has a doc comment on every export of %s', (name) => {
		const door = fileURLToPath(new URL(`../../src/${name}`, import.meta.url));
		const missing: string[] = [];
		for (const [, names = '', file = ''] of readFileSync(door, 'utf8').matchAll(
			/export (?:type )?\{([^}]*)\} from '(.*)';/g,
		)) {
			const path = fileURLToPath(new URL(file, pathToFileURL(door)));
			const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
			for (const name of names
				.split(',')
				.map((text) => text.replace('type', '').trim())
				.filter(Boolean)) {
				const statement = source.statements.find((item) => declares(item, name));
				const comment = statement && ts.getLeadingCommentRanges(source.text, statement.pos)?.at(-1);
				if (!comment || !source.text.slice(comment.pos, comment.end).startsWith('/**')) missing.push(name);
			}
		}
		expect(missing).toEqual([]);
	});

	it('of the IWER adapter is this', async () => {
		expect(Object.keys(await import('@handreel/webxr/iwer')).sort()).toMatchInlineSnapshot(`
			[
			  "IWER_VERSION",
			  "installIwerReplay",
			]
		`);
	});

	it('is this', async () => {
		expect(Object.keys(await import('@handreel/webxr')).sort()).toMatchInlineSnapshot(`
			[
			  "DEVICE_PRESETS",
			  "JITTER_DEFAULTS",
			  "RELEASED_BUTTON",
			  "REPLAY_DEFAULTS",
			  "VirtualDevice",
			  "VirtualInput",
			  "createTransientPointer",
			  "installRecorder",
			  "installReplay",
			  "isGrasping",
			  "listBrowserJournals",
			  "openBrowserJournal",
			  "readBrowserJournal",
			  "readTrace",
			  "recordSession",
			  "removeBrowserJournal",
			]
		`);
	});
});

function declares(statement: ts.Statement, name: string): boolean {
	if (ts.isVariableStatement(statement)) {
		return statement.declarationList.declarations.some((declaration) => declaration.name.getText() === name);
	}
	return (statement as ts.Statement & { name?: ts.Identifier }).name?.text === name;
}
