// Whether the names of the packages are free on npm, or ours. `npm run tool -- names` prints it; npm run release refuses names of
// others. Needs the registry.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm } from '../npm.mjs';
import { PACKAGES, root } from '../workspace.mjs';

/** @typedef {{ status: number | null, stdout: string, stderr: string }} Answer */
/** @typedef {{ name: string, state: 'free' | 'ours' | 'taken', owners: readonly string[] }} NameState */

/**
 * Throws `Error` if the registry does not answer.
 *
 * @param {readonly string[]} names
 * @param {(args: readonly string[]) => Answer} ask runs npm
 * @returns {NameState[]}
 */
export function checkNames(names, ask = askNpm) {
	const { status, stdout } = ask(['whoami']);
	const user = status === 0 ? stdout.trim() : null;
	return names.map((name) => {
		const answer = ask(['view', name, 'maintainers', '--json']);
		if (answer.status !== 0) {
			if (/\bE404\b/.test(`${answer.stdout}${answer.stderr}`)) return { name, state: 'free', owners: [] };
			throw new Error(`npm view ${name}: ${answer.stderr.trim() || `exit code ${answer.status}`}`);
		}
		// npm prints one maintainer as a text, several as a list.
		const owners = [JSON.parse(answer.stdout || '[]')].flat().map((entry) => String(entry).replace(/ <.*$/, ''));
		return { name, state: user !== null && owners.includes(user) ? 'ours' : 'taken', owners };
	});
}

/** The names of all published packages. */
export function listNames() {
	return PACKAGES.map(
		(folder) => JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')).name,
	);
}

function askNpm(args) {
	const [program, all] = npm(args);
	return spawnSync(program, all, { cwd: root, encoding: 'utf8' });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	for (const { name, state, owners } of checkNames(listNames()))
		console.log(`${name}: ${[state, ...owners].join(' ')}`);
}
