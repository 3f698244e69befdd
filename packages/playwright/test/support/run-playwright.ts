import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findChromium } from '../../../../scripts/browser.mjs';
import { root } from '../../../../scripts/workspace.mjs';

/** The result of a test. */
export interface SpecResult {
	readonly title: string;
	/** The project in the configuration of the runner. */
	readonly project: string;
	readonly isPassed: boolean;
	/** The first line of the error. */
	readonly error: string;
	readonly attachments: readonly { readonly name: string; readonly body?: string; readonly path?: string }[];
}

interface Report {
	readonly suites: readonly Suite[];
	readonly errors: readonly { readonly message: string }[];
}

interface Suite {
	readonly suites?: readonly Suite[];
	readonly specs: readonly {
		readonly title: string;
		/** One per project. */
		readonly tests: readonly {
			readonly projectName: string;
			readonly status: string;
			readonly results: readonly {
				readonly error?: { readonly message: string };
				readonly attachments: SpecResult['attachments'];
			}[];
		}[];
	}[];
}

/** Runs Playwright's own test runner in a folder of the workspace and returns its results. */
export async function runPlaywright(
	folder: string,
	env: Record<string, string> = {},
	args: readonly string[] = [],
): Promise<SpecResult[]> {
	const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
	const child = spawn(process.execPath, [cli, 'test', '--reporter=json', ...args], {
		cwd: join(root, folder),
		env: {
			...cleanEnvironment(),
			HANDREEL_CHROMIUM: findChromium() ?? '',
			GRAB_PORT: String(await findPort()),
			WORKBENCH_PORT: String(await findPort()),
			...env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let stdout = '';
	let stderr = '';
	child.stdout.on('data', (data: Buffer) => {
		stdout += data.toString();
	});
	child.stderr.on('data', (data: Buffer) => {
		stderr += data.toString();
	});
	await new Promise((resolve) => child.on('close', resolve));
	const report = JSON.parse(stdout || '{"suites":[],"errors":[{"message":"no report"}]}') as Report;
	if (report.errors.length > 0) throw new Error(`${report.errors.map(({ message }) => message).join('\n')}\n${stderr}`);
	return report.suites.flatMap(listSpecs);
}

/** Titles of failed tests with the first line of their errors. */
export function listFailures(results: readonly SpecResult[]): string[] {
	return results.filter(({ isPassed }) => !isPassed).map(({ title, error }) => `${title}: ${error.split('\n')[0]}`);
}

function listSpecs({ suites = [], specs }: Suite): SpecResult[] {
	const own = specs.flatMap(({ title, tests }) =>
		tests.map(({ projectName: project, status, results: [result] }) => {
			const error = stripColors(result?.error?.message ?? '');
			return { title, project, isPassed: status === 'expected', error, attachments: result?.attachments ?? [] };
		}),
	);
	return [...own, ...suites.flatMap(listSpecs)];
}

// Variables that Vitest sets would change how Playwright runs.
function cleanEnvironment(): NodeJS.ProcessEnv {
	const entries = Object.entries(process.env).filter(
		([name]) => !/^(VITEST|NODE_OPTIONS|NODE_ENV|FORCE_COLOR|TEST)/.test(name),
	);
	return Object.fromEntries(entries);
}

function stripColors(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals start colors with this character
	return text.replace(/\u001b\[\d+m/g, '');
}

async function findPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	return typeof address === 'object' && address !== null ? address.port : 0;
}
