import { type CommandDefinition, formatExamples } from './command-entry.ts';

/** `handreel mcp`. */
export const mcp: CommandDefinition = {
	configure: (command) => {
		command
			.description(
				'Serve the commands of an open page, and those for files, to MCP clients over standard input and output.',
			)
			.argument('[folders...]', 'folders of recordings that tools may read and write')
			.addHelpText(
				'after',
				formatExamples(
					['handreel mcp', 'handreel mcp recordings/ tests/'],
					`The tools have the names and arguments of the commands: open, scene, do, click, expect, test …
With folders also info, check, measure, describe, index, query, convert and plot. Nothing outside
of the folders is read or written, also not by links in them. Relative paths are below the first.

It needs a package: npm install @modelcontextprotocol/server@2`,
				),
			)
			.action(async (folders: string[]) => {
				const { serveMcp } = await import('../mcp/serve-mcp.ts');
				await serveMcp(folders);
			});
	},
};
