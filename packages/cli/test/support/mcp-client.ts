// The client of the SDK, connected to `handreel mcp` as a program for models connects to it.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { MAIN } from './run-handreel.ts';

/** What a tool returned. */
export interface ToolReply {
	readonly text: string;
	readonly isError: boolean;
	/** The bytes of a picture. */
	readonly picture: Buffer | null;
}

/** A client with its server. */
export class McpKit {
	readonly client: Client;
	readonly transport: StdioClientTransport;

	private constructor(client: Client, transport: StdioClientTransport) {
		this.client = client;
		this.transport = transport;
	}

	/** Starts a server that may use some folders. */
	static async start(folders: readonly string[], cwd: string): Promise<McpKit> {
		const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined));
		const transport = new StdioClientTransport({
			...{ command: process.execPath, args: [MAIN, 'mcp', ...folders], cwd },
			env: env as Record<string, string>,
			stderr: 'ignore',
		});
		const client = new Client({ name: 'test', version: '1.0.0' });
		await client.connect(transport);
		return new McpKit(client, transport);
	}

	/** Calls a tool. */
	async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolReply> {
		const reply = await this.client.callTool({ name, arguments: args }, { timeout: 180_000 });
		const content = reply.content as readonly { type: string; text?: string; data?: string }[];
		const picture = content.find(({ type }) => type === 'image');
		return {
			text: content
				.map(({ text }) => text ?? '')
				.join('\n')
				.trim(),
			isError: reply.isError === true,
			picture: picture === undefined ? null : Buffer.from(picture.data!, 'base64'),
		};
	}

	/** Calls a tool that succeeds, and returns its text. */
	async say(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
		const { text, isError } = await this.call(name, args);
		if (isError) throw new Error(`${name}: ${text}`);
		return text;
	}

	/** Calls a tool that fails, and returns the error. */
	async fail(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
		const { text, isError } = await this.call(name, args);
		if (!isError) throw new Error(`${name}: succeeded: ${text}`);
		return text;
	}

	/** Disconnects, which ends the server. */
	async close(): Promise<void> {
		await this.client.close();
	}
}
