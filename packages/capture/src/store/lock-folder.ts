import { lockFolder as lock } from '@handreel/node/internal';

/**
 * Locks a folder against other capture servers: two would give one name to two takes. Returns a function that unlocks it.
 * Throws `Error` if a server is running.
 */
export function lockFolder(folder: string): () => void {
	return lock(folder, {
		name: '.handreel-capture.lock',
		createError: (holder, path) =>
			new Error(`${holder} is capturing to ${folder}; choose another folder, or delete ${path} if it is not running`),
	});
}
