// A Vite plugin for tests. Vitest replaces each use of an import by a call of a getter of the other module, which makes hot loops
// take up to twice as long. Here each module reads its named imports once, when it starts, and uses constants after that.
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** After types are removed, each import is on a separate line. */
const NAMED_IMPORT = /^import \{ ([^}]+) \} from ("[^"]+");$/gm;

/** Modules whose exports are assigned later, such as those of friends of a class. */
const EXCLUDED = [join(root, 'packages', 'webxr', 'src')];

/** @returns {import('vite').Plugin} */
export function bindImports() {
	return {
		name: 'handreel-bind-imports',
		enforce: 'post',
		transform(code, id) {
			const isOwn = id.startsWith(root) && !id.includes('node_modules') && id.endsWith('.ts');
			// Mocks replace imports.
			if (!isOwn || EXCLUDED.some((folder) => id.startsWith(folder)) || code.includes('vi.mock(')) return null;
			return { code: code.replace(NAMED_IMPORT, bindNames), map: null };
		},
	};
}

/**
 * @param {string} _
 * @param {string} names
 * @param {string} source
 */
function bindNames(_, names, source) {
	const pairs = names.split(', ').map((name) => name.split(' as '));
	const imports = pairs.map(([name, local = name]) => `${name} as imported$${local}`);
	const constants = pairs.map(([name, local = name]) => `${local} = imported$${local}`);
	// Lines keep their numbers.
	return `import { ${imports.join(', ')} } from ${source}; const ${constants.join(', ')};`;
}
