import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../../scripts/workspace.mjs';

/** The examples that guides show. */
const EXAMPLES = ['tutorial', 'gallery'] as const;

/** Builds the examples that guides show, each into a folder with its name. Each is a complete page with relative addresses. */
export async function buildExamples(out: string): Promise<void> {
	for (const name of EXAMPLES) {
		await build({
			root: join(root, 'examples', name),
			base: './',
			configFile: false,
			logLevel: 'warn',
			resolve: { conditions: ['@handreel/source', 'module', 'browser'] },
			// The minifier turns light-dark() into media queries, which do not follow the switch of the site.
			build: {
				outDir: join(out, name),
				emptyOutDir: true,
				target: 'es2023',
				cssMinify: false,
				chunkSizeWarningLimit: 1500,
			},
		});
	}
	// Attributes of elements are not imports, so Vite does not see them.
	cpSync(join(root, 'examples', 'gallery', 'recordings'), join(out, 'gallery', 'recordings'), { recursive: true });
}
