import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionArguments, SessionResult } from '../act/result.ts';
import { writeWhole } from '../files/write-file.ts';
import { escapeControls } from '../print/escape-text.ts';
import { OPEN, SESSION_COMMANDS } from '../session/commands.ts';
import type { CommandDescription, Parameter } from '../session/session-command.ts';
import type { AllowedFolders } from './allowed-folders.ts';
import { FILE_TOOLS, type FileTool } from './file-tools.ts';
import type { PageTools } from './page-tools.ts';
import { runCommand } from './run-command.ts';

/** What a tool returns: a text, and perhaps a picture. */
export interface ToolOutput {
	readonly text: string;
	readonly picture?: Uint8Array;
}

/** A tool for models. */
export interface Tool extends CommandDescription {
	readonly run: (args: SessionArguments) => Promise<ToolOutput>;
}

/** Characters of a text. */
const MAX_TEXT = 8000;

/** Lists the tools: those of a page, and those for files if folders are allowed. */
export function listTools(page: PageTools, folders: AllowedFolders): Tool[] {
	const own = SESSION_COMMANDS.map((command) => ({
		...command,
		parameters: command.parameters.filter((parameter) => !isPicture(parameter)),
		run: async (args: SessionArguments) => {
			const output = command.parameters.find(({ isOutput }) => isOutput);
			// A picture is returned and not written.
			if (output === undefined || isPicture(output))
				return finish(
					await page.run(command.name, output === undefined ? args : { ...args, [output.name]: 'picture.png' }),
				);
			const path = folders.findOutput(String(args[output.name]));
			return write(await page.run(command.name, { ...args, [output.name]: path }), path);
		},
	}));
	const opening = { ...OPEN, run: async (args: SessionArguments) => finish(await page.open(args)) };
	const files = folders.list.length === 0 ? [] : FILE_TOOLS;
	return [
		opening,
		...own,
		...files.map((tool) => ({ ...tool, run: (args: SessionArguments) => runFileTool(tool, args, folders) })),
	];
}

function isPicture({ isOutput, extensions }: Parameter): boolean {
	return isOutput === true && extensions?.includes('.png') === true;
}

function finish({ text, file }: SessionResult): ToolOutput {
	return { text: cut(text), ...(file?.mediaType === 'image/png' ? { picture: file.bytes } : {}) };
}

// A file of a tool is its own work, so a newer version replaces it.
async function write({ text, file }: SessionResult, path: string): Promise<ToolOutput> {
	if (file !== undefined) await writeWhole(path, file.bytes, { force: true });
	return { text: cut(`${text}: ${path}`) };
}

async function runFileTool(tool: FileTool, given: SessionArguments, folders: AllowedFolders): Promise<ToolOutput> {
	const entries = tool.parameters.map(({ name, kind, isOutput }) => {
		const value = given[name];
		if (kind !== 'file' || value === undefined) return [name, value] as const;
		return [name, isOutput ? folders.findOutput(String(value)) : folders.findInput(String(value))] as const;
	});
	const args = Object.fromEntries(entries);
	const [folder] = folders.list;
	if (!tool.picture) {
		const { stdout, stderr, status } = await runCommand(tool.toWords(args), folder!);
		return report(tool.name, stdout.toString(), stderr, status);
	}
	const scratch = mkdtempSync(join(tmpdir(), 'handreel-plot-'));
	try {
		const path = join(scratch, 'plot.png');
		const { stderr, status } = await runCommand([...tool.toWords(args), path], folder!);
		if (status !== 0) return report(tool.name, '', stderr, status);
		return { text: 'the plot', picture: readFileSync(path) };
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

// 1 means that something was found; then there is output.
function report(name: string, stdout: string, stderr: string, status: number | null): ToolOutput {
	const failed = status !== 0 && !(status === 1 && stdout !== '');
	if (failed) throw new Error(stderr.trim().replace(/^handreel: /gm, '') || `${name} ended with ${status}`);
	return { text: cut(`${stdout}${stderr}`.trim() || 'done') };
}

function cut(text: string): string {
	const safe = escapeControls(text);
	if (safe.length <= MAX_TEXT) return safe;
	return `${safe.slice(0, MAX_TEXT)}\n# ${safe.length - MAX_TEXT} more characters are left out`;
}
