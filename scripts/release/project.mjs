// The project in which the release check uses the packages: outside of the repository, with its own npm cache.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../npm.mjs';
import { root } from '../workspace.mjs';

/** A recording of both hands. */
const RECORDING = join(root, 'fixtures', 'recorded', 'mrtk-2.8.3-full-5s.bin');

/** Settings of the npm that started us, and of test runners around us, would change what the project's programs do. */
const FOREIGN = /^(npm_|INIT_CWD|VITEST|NODE_OPTIONS|NODE_ENV|NODE_PATH|FORCE_COLOR|TEST)/i;

/**
 * @typedef {object} Project
 * @property {string} folder
 * @property {(name: string, manifest?: object) => string} createFolder creates another project beside it
 * @property {(args: readonly string[], cwd?: string) => Promise<string>} node runs a file with Node and returns its output
 * @property {(args: readonly string[], cwd?: string) => Promise<string>} npm runs npm and returns its output
 * @property {() => void} remove
 */

/**
 * Creates an empty project that installs from a registry.
 *
 * @param {string} registry
 * @param {Record<string, string>} variables
 * @returns {Project}
 */
export function createProject(registry, variables) {
	const base = mkdtempSync(join(tmpdir(), 'handreel-release-'));
	const kept = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
	const env = {
		...Object.fromEntries(kept),
		...variables,
		npm_config_registry: registry,
		npm_config_cache: join(base, 'cache'),
		npm_config_userconfig: join(base, 'npmrc'),
		npm_config_audit: 'false',
		npm_config_fund: 'false',
		npm_config_update_notifier: 'false',
		npm_config_ignore_scripts: 'true',
	};
	const createFolder = (name, manifest = {}) => {
		const folder = join(base, name);
		mkdirSync(folder);
		writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', ...manifest }));
		cpSync(RECORDING, join(folder, 'session.bin'));
		return folder;
	};
	const folder = createFolder('project');
	cpSync(join(root, 'scripts', 'release', 'consumer'), folder, { recursive: true });
	return {
		folder,
		createFolder,
		node: (args, cwd = folder) => run(process.execPath, args, { cwd, env }),
		npm: (args, cwd = folder) => run(...npm(args), { cwd, env }),
		remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 5 }),
	};
}

/** Rejects with everything that was printed if the program fails. */
function run(command, args, options) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		let stdout = '';
		let all = '';
		child.stdout.setEncoding('utf8').on('data', (text) => {
			stdout += text;
			all += text;
		});
		child.stderr.setEncoding('utf8').on('data', (text) => {
			all += text;
		});
		child.on('error', reject);
		child.on('close', (status) => {
			if (status === 0) resolve(stdout);
			else reject(new Error(`${args.join(' ')}: exit code ${status}\n${all.trim()}`));
		});
	});
}
