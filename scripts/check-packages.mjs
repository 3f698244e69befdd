// Checks the packed packages: publint for the manifest, attw for the types that users see.
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packOwn } from './release/pack.mjs';

/** The scripts for pages that are not ours are not modules and have no types. */
const UNTYPED = {
	webxr: ['inject.js', 'inject-iwer.js', 'inject-modules.js', 'inject-test-api.js', 'record.js'],
	capture: ['record.js', 'page.js'],
	three: ['handreel-aframe.js'],
	playwright: ['scene-probe.js'],
	player: ['standalone.js'],
};

/** Packages are ES modules for `node16` and bundlers; older ways of finding types do not apply. */
const IGNORED_RESOLUTIONS = ['node10', 'node16-cjs'];

for (const { path, manifest } of packOwn()) {
	const name = manifest.name.replace('@handreel/', '');
	const tarball = new Uint8Array(readFileSync(path));
	for (const problem of await runPublint(tarball)) report('publint', name, problem);
	for (const problem of await runAttw(tarball, name)) report('attw', name, problem);
}

function report(tool, name, problem) {
	console.error(`${tool} ${name}: ${problem}`);
	process.exitCode = 1;
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
