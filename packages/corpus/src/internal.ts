/**
 * Not covered by semantic versioning: what the command needs of catalogs, and users do not.
 *
 * @module
 */

export { chooseFrames, findCatalog, readManifest } from './dataset/manifest.ts';
export { DATASET_FOLDER } from './dataset/own-files.ts';
export { describeFile } from './describe/describe-file.ts';
export { type FoundFile, listRecordings } from './update/list-recordings.ts';
