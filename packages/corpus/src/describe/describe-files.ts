import type { IndexedFile } from '../schema/columns.ts';
import { describeFile } from './describe-file.ts';

/**
 * Describes files of a folder for a data set, one after the other. `paths` are relative to the folder, with `/` as separator.
 * Never rejects because of a file: its row names the error.
 *
 * @example
 * const part = encodePart(await describeFiles('recordings', ['a.bin', 'b/c.reel']));
 */
export async function describeFiles(root: string, paths: readonly string[]): Promise<IndexedFile[]> {
	const files: IndexedFile[] = [];
	for (const path of paths) {
		const { file } = await describeFile({ root, path });
		if (file !== null) files.push(file);
	}
	return files;
}
