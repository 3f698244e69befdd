import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** What {@link createProject} needs to know. */
export interface ProjectOptions {
	/** The folder with the files of the project. */
	readonly template: string;
	/** The version of handreel's packages. All have the same. */
	readonly version: string;
}

/** A reason why no project was created. */
export class ProjectError extends Error {
	override readonly name = 'ProjectError';
}

/** What npm leaves out of packages or treats as its own has another name in the template. */
const RENAMED = [['gitignore', '.gitignore']] as const;

/** Files that do not count in a folder that is otherwise empty. */
const HARMLESS = ['.git', '.DS_Store'];

/**
 * Creates a project in a folder that is empty or does not exist, and returns the names at its top. Throws {@link ProjectError} if
 * the folder cannot be used; nothing was written then.
 */
export function createProject(folder: string, { template, version }: ProjectOptions): string[] {
	checkFolder(folder);
	mkdirSync(folder, { recursive: true });
	cpSync(template, folder, { recursive: true, errorOnExist: true, force: false });
	for (const [from, to] of RENAMED) renameSync(join(folder, from), join(folder, to));
	const manifest = JSON.parse(readFileSync(join(template, 'package.json'), 'utf8'));
	manifest.name = namePackage(folder);
	for (const name of Object.keys(manifest.devDependencies)) {
		if (isOwn(name)) manifest.devDependencies[name] = `^${version}`;
	}
	writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
	return readdirSync(folder).sort();
}

function checkFolder(folder: string): void {
	if (!existsSync(folder)) return;
	if (!statSync(folder).isDirectory()) throw new ProjectError(`${folder} is a file`);
	const [first] = readdirSync(folder).filter((name) => !HARMLESS.includes(name));
	if (first !== undefined) {
		throw new ProjectError(`${folder} is not empty (it contains ${first}); choose another folder`);
	}
}

function isOwn(name: string): boolean {
	return name === 'handreel' || name.startsWith('@handreel/');
}

/** The name of the folder as npm allows it. */
function namePackage(folder: string): string {
	const name = basename(resolve(folder))
		.toLowerCase()
		.replaceAll(/[^a-z0-9._~-]+/g, '-')
		.replace(/^[._-]+/, '')
		.slice(0, 200);
	return name === '' || name === 'node_modules' ? 'hand-tests' : name;
}
