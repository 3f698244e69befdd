// npm run tool -- platforms: installs the workspace for every platform into a temporary folder and lists the binaries that are
// missing there. Needs the registry, therefore no part of `npm test`. With names such as `win32 arm64` it tries only those.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { npm } from '../npm.mjs';
import { manifests, root } from '../workspace.mjs';
import { findMissingBinaries, PLATFORMS, platformName } from './lock.mjs';

const chosen = process.argv.slice(2);
const { packages: entries } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const platforms = PLATFORMS.filter((platform) =>
	chosen.every((word) => platformName(platform).split(' ').includes(word)),
);
if (platforms.length === 0) throw new Error(`no such platform; there are ${PLATFORMS.map(platformName).join(', ')}`);
let missing = 0;
for (const platform of platforms) {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-platform-'));
	try {
		const problems =
			installFor(platform, folder) ??
			findMissingBinaries(entries, [platform], (path) => existsSync(join(folder, path, 'package.json')));
		missing += problems.length;
		console.log(`${platformName(platform)}: ${problems.length === 0 ? 'complete' : problems.join('\n  ')}`);
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}
console.log(`${missing} missing on ${platforms.length} platforms`);
process.exitCode = missing > 0 ? 1 : 0;

/** Installs, or returns what npm said. */
function installFor({ os, cpu, libc }, folder) {
	for (const file of [
		...manifests(),
		join(root, 'package.json'),
		join(root, 'package-lock.json'),
		join(root, '.npmrc'),
	]) {
		const target = join(folder, file.slice(root.length));
		mkdirSync(dirname(target), { recursive: true });
		cpSync(file, target);
	}
	const flags = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])];
	const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	const { status, stderr } = spawnSync(...npm(['ci', ...flags, ...quiet]), { cwd: folder, encoding: 'utf8' });
	return status === 0 ? null : [`npm ci failed: ${stderr.trim()}`];
}
