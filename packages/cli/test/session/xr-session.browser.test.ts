// A session with hands: what they do, recordings, and tests that are written.
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeReel } from '@handreel/core/reel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireChromium } from '../../../../scripts/test-browser.ts';
import { root } from '../../../../scripts/workspace.mjs';
import { PageServer } from '../support/page-server.ts';
import { SessionKit } from '../support/run-session.ts';
import { spawnProcess } from '../support/start-in-turn.ts';

const WORKBENCH = join(root, 'examples', 'workbench');
const OPEN_DRAWER = 'right.reach("drawer/handle").pinch().moveTo([-0.25, 0.86, -0.21]).release()';

const kit = new SessionKit();
let server: PageServer;
let url = '';
beforeAll(async () => {
	const [page, code] = ['index.html', 'app.js'].map((name) => readFileSync(join(WORKBENCH, 'app', name), 'utf8'));
	server = await PageServer.start({ bench: page!, 'app.js': code! });
	url = `${server.origin}/bench`;
	copyFileSync(join(WORKBENCH, 'tests', 'drawer.reel'), join(kit.folder, 'drawer.reel'));
});
afterAll(async () => {
	await kit.remove();
	server.close();
});

describe('hands in a session', () => {
	it('open the drawer, are stored, and become a test that passes', async () => {
		await kit.say('open', url, '--xr');
		expect(await kit.say('scene')).toMatch(/- mesh handle \[o4\] .*\n[\s\S]*neither name nor shape are left out/);
		const done = await kit.say('do', OPEN_DRAWER);
		expect(done).toMatch(/^done in [\d.]+ s/);
		expect(done).toContain('events: selectstart right, select right, selectend right');
		expect(done).toMatch(/bench\/drawer moved 0\.19\d m/);
		await kit.say('expect', 'drawer', 'toHaveMoved', '0.19');
		await kit.say('expect', 'handle', 'toBeInHand', 'right', '--not');
		await kit.say('save', 'take.reel');
		const { tracks, hands } = decodeReel(readFileSync(join(kit.folder, 'take.reel')));
		expect(hands).not.toBe(null);
		expect(tracks.map(({ name }) => name)).toEqual(expect.arrayContaining(['events']));
		expect(await kit.say('test', 'drawer.spec.ts', '--title', "it's open")).toContain(
			'test of 3 steps, which have succeeded once more in a new page',
		);
		const code = readFileSync(join(kit.folder, 'drawer.spec.ts'), 'utf8');
		expect(code).toContain(`test('it\\'s open', async ({ page, xr }) => {`);
		expect(code).toContain(
			"await xr.right.reach(xr.object('drawer/handle')).pinch().moveTo([-0.25, 0.86, -0.21]).release();",
		);
		expect(await passes(code)).toBe('');
		await kit.say('close');
	}, 240_000);

	it('explain what cannot be done, and nothing of a wrong script is done', async () => {
		await kit.say('open', url, '--xr', '--name', 'wrong');
		const fail = (...args: string[]): Promise<string> => kit.fail(...args, '--name', 'wrong');
		expect(await fail('do', 'right.reach("handle"); right.pich()')).toContain('the nearest is pinch');
		expect(await fail('do', 'right.reach("handel")')).toContain("the nearest names are 'handle'");
		expect(await fail('do', 'right.reach([9, 9, 9])')).toMatch(/do: .*reach/);
		expect(await fail('click', 'lamp')).toContain('in a session, where hands act: use do');
		expect(await fail('seek', '1')).toContain('no recording is replayed');
		expect(await fail('play')).toContain('give a time, such as play 2.5');
		expect(await fail('test', 'none.spec.ts')).toContain('nothing was done or expected yet');
		expect(JSON.parse(await kit.say('status', '--name', 'wrong', '--json'))).toMatchObject({ steps: [], time: 0 });
		await kit.say('close', '--name', 'wrong');
	}, 240_000);

	it('do the same, bit for bit, in every session', async () => {
		const takes = new Set<string>();
		const rounds = Number(process.env['HANDREEL_ROUNDS'] ?? 2);
		for (let round = 0; round < rounds; round++) {
			const name = `round${round}`;
			const own = ['--name', name];
			await kit.say('open', url, '--device', 'quest-3', ...own);
			const texts = [
				await kit.say('do', OPEN_DRAWER, ...own),
				await kit.say('step', '7', ...own),
				await kit.say('do', 'lookAt("lamp"); left.wave()', ...own),
				await kit.say('events', ...own),
				await kit.say('scene', '--all', ...own),
			];
			await kit.say('save', `${name}.reel`, ...own);
			await kit.say('screenshot', '--eye', 'both', '--output', `${name}.png`, ...own);
			await kit.say('close', ...own);
			const bytes = ['reel', 'png'].map((end) => readFileSync(join(kit.folder, `${name}.${end}`)).toString('base64'));
			takes.add([...texts, ...bytes].join('\n'));
		}
		expect(takes.size).toBe(1);
	}, 240_000);
});

describe('a recording in a session', () => {
	it('is played, and what happens to objects is said', async () => {
		const own = ['--name', 'played'];
		await kit.say('open', url, '--recording', 'drawer.reel', ...own);
		expect(await kit.fail('do', 'right.wave()', ...own)).toContain('a recording is replayed');
		expect(await kit.fail('seek', 'nowhere', ...own)).toMatch(
			/neither a time in seconds nor a marker; markers: .*'held'/,
		);
		await kit.say('play', 'held', ...own);
		await kit.say('expect', 'handle', 'toBeInHand', 'right', ...own);
		const played = await kit.say('play', ...own);
		expect(played).toMatch(/releases .*(drawer|handle)/);
		await kit.say('expect', 'drawer', 'toHaveMoved', '0.19', ...own);
		expect(await kit.fail('play', '0', ...own)).toContain('use seek');
		await kit.say('test', 'played.spec.ts', ...own);
		const code = readFileSync(join(kit.folder, 'played.spec.ts'), 'utf8');
		expect(code).toContain("test.use({ recording: 'drawer.reel' });");
		expect(await passes(code)).toBe('');
		await kit.say('close', ...own);
	}, 240_000);
});

// Runs a written test with Playwright. Returns what it printed if it fails.
async function passes(code: string): Promise<string> {
	const folder = join(kit.folder, 'written');
	mkdirSync(folder, { recursive: true });
	if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
	copyFileSync(join(kit.folder, 'drawer.reel'), join(folder, 'drawer.reel'));
	writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
	writeFileSync(join(folder, 'a.spec.ts'), code);
	const chromium = requireChromium();
	writeFileSync(
		join(folder, 'playwright.config.ts'),
		`export default { use: { launchOptions: { executablePath: ${JSON.stringify(chromium)}, args: ['--no-sandbox'] } } };`,
	);
	const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
	const { status, stdout } = await spawnProcess(process.execPath, [cli, 'test'], folder);
	return status === 0 ? '' : stdout;
}
