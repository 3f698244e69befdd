/**
 * Not covered by semantic versioning: what the other packages of handreel share, and users do not need.
 *
 * @module
 */

export {
	AsideFile,
	type AsideOptions,
	checkReplaceable,
	ExistsError,
	isTemporary,
	isTemporaryOf,
	writeAside,
} from './aside-file.ts';
export {
	DISK,
	type Disk,
	isRegularFile,
	MAX_FILE_BYTES,
	openRegularFile,
	openWithoutWaiting,
	readRegularFile,
	writeAll,
} from './disk.ts';
export { explainSystemError } from './errno-text.ts';
export { type IsSkipped, isFolder, type ListedFile, listFiles } from './list-files.ts';
export { type LockOptions, lockFolder } from './lock-folder.ts';
export { readHead } from './read-head.ts';
export { parseForeignJson, readForeignJson } from './read-json.ts';
export { borrowStable, createSignature, readStable, type StableBytes } from './read-stable.ts';
export { createFolder, syncFolder } from './sync-folder.ts';
