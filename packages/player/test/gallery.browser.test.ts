// The example with several elements.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestPage } from '../../../scripts/test-page.ts';
import { root } from '../../../scripts/workspace.mjs';

it('the gallery shows all of its recordings', async () => {
	const folder = 'examples/gallery';
	const html = readFileSync(join(root, folder, 'index.html'), 'utf8').replace('src="main.ts"', 'src="/code/page.js"');
	const names = ['grab', 'gestures', 'lost'];
	const { page, complaints, close } = await openTestPage({
		script: `${folder}/main.ts`,
		html,
		width: 1000,
		height: 800,
		files: Object.fromEntries(names.map((name) => [`/recordings/${name}.reel`, `${folder}/recordings/${name}.reel`])),
	});
	await page.waitForFunction(() =>
		[...document.querySelectorAll('handreel-player')].every((player) => 'recording' in player && player.recording),
	);
	expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(3);
	expect(complaints).toEqual([]);
	await close();
});
