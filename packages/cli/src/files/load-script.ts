import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** An error in a user's script. The message starts with file, line and column. */
export class ScriptError extends Error {}

/** Loads a module of the user. Errors name the line of the module. */
export async function loadScript(path: string): Promise<Readonly<Record<string, unknown>>> {
	// Modules know their real path. Throws with a code if there is no such file.
	const file = realpathSync(resolve(path));
	try {
		return await import(pathToFileURL(file).href);
	} catch (error) {
		throw explainError(path, file, error);
	}
}

/** Runs code of a user's module. Errors name the line of the module. */
export async function runScript<T>(path: string, run: () => T): Promise<Awaited<T>> {
	try {
		return await run();
	} catch (error) {
		throw explainError(path, realpathSync(resolve(path)), error);
	}
}

function explainError(path: string, file: string, error: unknown): ScriptError {
	const text = error instanceof Error ? `${namePrefix(error)}${error.message}` : String(error);
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	const place = error instanceof Error ? (findPlace(file, error.stack ?? '') ?? findSyntaxError(file, error)) : null;
	const hint = explainCause(file, code, text);
	return new ScriptError(`${place ?? path}: ${hint ?? text}`, { cause: error });
}

// Mistakes in arguments explain themselves; other errors need their name.
function namePrefix({ name, message }: Error): string {
	const isExplained = ['RangeError', 'TypeError'].includes(name) && /^[\w.]+(:| is not an option)/.test(message);
	return isExplained || name === 'Error' ? '' : `${name}: `;
}

// The first line of the stack that is in the script: `    at file:///a/script.mjs:3:9`, or `file:///a/script.mjs:3` for
// syntax errors. Files that the script imports count if the script itself does not occur.
function findPlace(file: string, stack: string): string | null {
	const places = [...stack.matchAll(/(file:\/\/\/[^\s)]+?):(\d+)(?::(\d+))?(?=[\s)]|$)/g)].map(
		([, url = '', line = '', column]) => ({ path: toPath(url), line, column }),
	);
	const found =
		places.find((place) => place.path === file) ?? places.find(({ path }) => !path.includes('node_modules'));
	if (found === undefined) return null;
	return [shorten(found.path), found.line, ...(found.column === undefined ? [] : [found.column])].join(':');
}

// Node keeps the line of a syntax error to itself, but prints it when it checks a file: `/a/script.mjs:3`.
function findSyntaxError(file: string, error: Error): string | null {
	if (!(error instanceof SyntaxError)) return null;
	const { spawnSync }: typeof import('node:child_process') = createRequire(__filename)('node:child_process');
	const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' });
	const line = /:(\d+)\r?\n/.exec(stderr)?.[1];
	return line === undefined ? null : `${shorten(file)}:${line}`;
}

function shorten(path: string): string {
	const short = relative(process.cwd(), path);
	return short.startsWith('..') ? path : short;
}

function toPath(url: string): string {
	try {
		return fileURLToPath(url);
	} catch {
		return url;
	}
}

function explainCause(file: string, code: unknown, text: string): string | null {
	if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[cm]?ts$/.test(file))
		return `Node ${process.versions.node} cannot run TypeScript; use Node 22.18 or newer, or a .mjs file`;
	if (/Unexpected token 'export'|Cannot use import statement/.test(text))
		return `${text}. Name the file .mjs, or add "type": "module" to package.json`;
	return null;
}
