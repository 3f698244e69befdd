import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { listFiles } from '@handreel/node/internal';

/** Files of a folder whose links are looked at. */
const MAX_FILES = 200_000;

/** The folders that tools may use. Links count by where they lead. */
export class AllowedFolders {
	readonly #folders: readonly string[];

	/** Throws `Error` for a folder that is not there. */
	constructor(folders: readonly string[]) {
		this.#folders = folders.map((folder) => {
			if (!statSync(folder).isDirectory()) throw new Error(`${folder}: not a folder`);
			return realpathSync(folder);
		});
	}

	/** The folders, without links. */
	get list(): readonly string[] {
		return this.#folders;
	}

	/** Returns the path of a file or folder to read. Throws `Error` if it, or a link in it, leads out of the allowed folders. */
	findInput(path: string): string {
		const real = this.#resolve(path);
		if (statSync(real).isDirectory()) this.#checkLinks(real);
		return real;
	}

	/** Returns the path of a file to write. Throws `Error` if it is, or would be, outside of the allowed folders. */
	findOutput(path: string): string {
		const place = this.#locate(path);
		const [parent, name] = [dirname(place), basename(place)];
		if (name === '' || name === '..') throw new Error(`${path}: not the path of a file`);
		const target = join(this.#resolveMissing(parent, path), name);
		const stats = lstatSync(target, { throwIfNoEntry: false });
		if (stats?.isSymbolicLink()) throw new Error(`${path}: a link, which is not written through`);
		if (stats !== undefined && !stats.isFile()) throw new Error(`${path}: not a file`);
		return target;
	}

	#resolve(path: string): string {
		let real: string;
		try {
			real = realpathSync(this.#locate(path));
		} catch {
			// What is outside is not there, so that nobody learns what is.
			this.#checkInside(resolve(this.#locate(path)), path);
			throw new Error(`${path}: no such file or folder`);
		}
		return this.#checkInside(real, path);
	}

	// The folder may not exist yet: what exists of its path decides.
	#resolveMissing(folder: string, path: string): string {
		const missing: string[] = [];
		for (let at = folder; ; at = dirname(at)) {
			const stats = lstatSync(at, { throwIfNoEntry: false });
			if (stats !== undefined) {
				const real = realpathSync(at);
				if (!statSync(real).isDirectory()) throw new Error(`${path}: part of the path is not a folder`);
				return join(this.#checkInside(real, path), ...missing);
			}
			if (dirname(at) === at) throw this.#refuse(path);
			missing.unshift(basename(at));
		}
	}

	// Relative paths are below the first folder.
	#locate(path: string): string {
		if (this.#folders.length === 0)
			throw new Error(`${path}: no folder is allowed; name folders at the start: handreel mcp FOLDER`);
		return isAbsolute(path) ? resolve(path) : resolve(this.#folders[0]!, path);
	}

	#checkInside(real: string, path: string): string {
		if (this.#folders.some((folder) => isInside(folder, real))) return real;
		throw this.#refuse(path);
	}

	#refuse(path: string): Error {
		return new Error(`${path}: outside of the allowed folders: ${this.#folders.join(', ')}`);
	}

	#checkLinks(folder: string): void {
		const files = listFiles(folder, () => false);
		if (files.length > MAX_FILES) throw new Error(`${folder}: more than ${MAX_FILES} files`);
		for (const { path, name } of files) {
			if (!lstatSync(path).isSymbolicLink()) continue;
			let real: string | null = null;
			try {
				real = realpathSync(path).toString();
			} catch {
				// A link that leads nowhere may lead somewhere later.
				real = resolve(dirname(path.toString()), readlinkSync(path).toString());
			}
			if (!this.#folders.some((allowed) => isInside(allowed, real)))
				throw new Error(`${name}: a link that leads out of the allowed folders`);
		}
	}
}

function isInside(folder: string, path: string): boolean {
	const inside = relative(folder, path);
	return inside === '' || (!isAbsolute(inside) && inside !== '..' && !inside.startsWith(`..${sep}`));
}
