// The built scripts for pages without modules. rolldown wraps modules that an `import()` needs, and may leave out the call of a wrapper:
// the code of that module is then dropped, and nothing in the file shows it. Only running the script does.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';

/** The function that wraps a module, as rolldown writes it: `t=(e,t)=>()=>(e&&(t=e(e=0)),t)`. */
const WRAPPER = /([\w$]+)=\(([\w$]+),([\w$]+)\)=>\(\)=>\(\2&&\(\3=\2\(\2=0\)\),\3\)/;

const scripts = readdirSync(join(root, 'packages')).flatMap((name) => {
	const folder = join(root, 'packages', name, 'dist');
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((file) => file.endsWith('.js') && readFileSync(join(folder, file), 'utf8').startsWith('(function('))
		.map((file) => `${name}/${file}`);
});

it('no built script wraps modules but the one for A-Frame, which a test runs with recordings', () => {
	expect(scripts).toContain('webxr/inject.js');
	const wrapped = scripts.filter((path) => {
		const [name = '', file = ''] = path.split('/');
		return WRAPPER.test(readFileSync(join(root, 'packages', name, 'dist', file), 'utf8'));
	});
	expect(wrapped).toEqual(['three/handreel-aframe.js']);
});
