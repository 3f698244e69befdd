// The scripts that packages build for pages, everything included, from the configurations of their builds.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { UserConfig } from 'tsdown';
import { root } from '../workspace.mjs';

/** A script for pages. */
export interface PageScript {
	/** The folder of its package. */
	readonly folder: string;
	/** Its path from the root of the workspace. */
	readonly path: string;
	/** How it is built. */
	readonly config: UserConfig;
}

/** Lists the scripts for pages. */
export async function listPageScripts(): Promise<PageScript[]> {
	const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
	const lists = await Promise.all(
		packages
			.filter((folder) => readdirSync(folder).includes('tsdown.config.ts'))
			.map(async (folder) => {
				const { default: configs } = (await import(pathToFileURL(join(folder, 'tsdown.config.ts')).href)) as {
					readonly default: UserConfig | readonly UserConfig[];
				};
				return [configs]
					.flat()
					.filter(({ platform }) => platform === 'browser')
					.flatMap((config) =>
						Object.keys(config.entry as object).map((name) => ({
							folder,
							path: `packages/${folder.slice(join(root, 'packages').length + 1)}/dist/${name}.js`,
							config,
						})),
					);
			}),
	);
	return lists.flat();
}
