// Packs every package once and checks the tarballs: publint for the manifest, attw for the types that users see.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { PACKAGES, root } from './workspace.mjs';

/** The scripts for pages that are not ours are no modules and have no types. */
const UNTYPED = { webxr: ['inject.js', 'inject-iwer.js', 'record.js'] };

/** Packages are ES modules for `node16` and bundlers; older ways of finding types do not apply. */
const IGNORED_RESOLUTIONS = ['node10', 'node16-cjs'];

const folder = mkdtempSync(join(tmpdir(), 'handreel-pack-'));
try {
	const files = pack();
	for (const name of PACKAGES) {
		const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
		const tarball = new Uint8Array(readFileSync(join(folder, files.get(manifest.name))));
		for (const problem of await runPublint(tarball)) report('publint', name, problem);
		for (const problem of await runAttw(tarball, name)) report('attw', name, problem);
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function report(tool, name, problem) {
	console.error(`${tool} packages/${name}: ${problem}`);
	process.exitCode = 1;
}

/** The names of the tarballs by package. */
function pack() {
	const workspaces = PACKAGES.flatMap((name) => ['-w', `packages/${name}`]);
	const args = ['pack', '--json', '--loglevel=error', '--pack-destination', folder, ...workspaces];
	const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
	return new Map(JSON.parse(output).map(({ name, filename }) => [name, filename]));
}

async function runPublint(tarball) {
	const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
	return messages.map((message) => formatMessage(message, pkg, { color: false }));
}

async function runAttw(tarball, name) {
	const analysis = await checkPackage(createPackageFromTarballData(tarball), {
		excludeEntrypoints: UNTYPED[name] ?? [],
	});
	if (!analysis.types) return [];
	return analysis.problems
		.filter(({ resolutionKind }) => !IGNORED_RESOLUTIONS.includes(resolutionKind))
		.map(({ kind, entrypoint, resolutionKind }) => [kind, entrypoint, resolutionKind].filter(Boolean).join(' '));
}
