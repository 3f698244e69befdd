import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../', import.meta.url));

it('core sees no globals of browsers and of Node', () => {
	const options =
		ts.getParsedCommandLineOfConfigFile(`${folder}tsconfig.json`, {}, {
			...ts.sys,
			onUnRecoverableConfigFileDiagnostic: () => {},
		} as ts.ParseConfigFileHost)?.options ?? {};
	const names = ['document', 'window', 'process', 'Buffer', 'require', '__dirname'];
	const path = `${folder}src/probe.ts`;
	const host = ts.createCompilerHost(options);
	const { getSourceFile, fileExists } = host;
	const text = names.map((name) => `export const probe_${name}: unknown = ${name};`).join('\n');
	host.fileExists = (file) => file === path || fileExists(file);
	host.getSourceFile = (file, ...rest) =>
		file === path ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2023) : getSourceFile(file, ...rest);
	const diagnostics = ts.createProgram([path], options, host).getSemanticDiagnostics();
	const messages = diagnostics.map((entry) => ts.flattenDiagnosticMessageText(entry.messageText, ' '));
	for (const name of names) expect(messages.join()).toContain(`Cannot find name '${name}'`);
});
