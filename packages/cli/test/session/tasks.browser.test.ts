// Four tasks, done with the commands that SKILL.md describes. Their transcripts are a page of the documentation:
// npx vitest run packages/cli/test/session/tasks --update
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Performer } from '@handreel/core/perform';
import { encodeReel } from '@handreel/core/reel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { COMMANDS } from '../../src/commands/table.ts';
import { formatSkill } from '../../src/session/skill-text.ts';
import { listReadmeExamples } from '../support/list-examples.ts';
import { PageServer } from '../support/page-server.ts';
import { SessionKit } from '../support/run-session.ts';
import { SHOP } from '../support/session-pages.ts';

const WORKBENCH = join(root, 'examples', 'workbench');
const PAGE = join(root, 'docs', 'pages', 'guide', 'open-page-tasks.md');
const MAX_CALLS = 12;
const MAX_CHARACTERS = 20_000;
/** Recordings in the folder that is searched, and those with a long pinch. */
const COUNT = 500;
const LONG = [7, 133, 420];

const kit = new SessionKit();
const transcripts: string[] = [];
let server: PageServer;
beforeAll(async () => {
	const [page, code] = ['index.html', 'app.js'].map((name) => readFileSync(join(WORKBENCH, 'app', name), 'utf8'));
	server = await PageServer.start({
		bench: page!,
		'app.js': code!,
		shop: SHOP.replace(/<title>.*<\/title>/, '<title>Shop</title>'),
	});
	copyFileSync(join(WORKBENCH, 'tests', 'drawer.reel'), join(kit.folder, 'drawer.reel'));
	mkdirSync(join(kit.folder, 'recordings'));
	const [short, long] = [perform(0), perform(1.5)];
	for (let i = 0; i < COUNT; i++) {
		const name = `take-${String(i).padStart(3, '0')}.reel`;
		writeFileSync(join(kit.folder, 'recordings', name), LONG.includes(i) ? long : short);
	}
}, 120_000);
afterAll(async () => {
	await kit.remove();
	server.close();
});

// A pinch, held for some seconds more.
function perform(seconds: number): Uint8Array {
	const performer = new Performer({ space: 'webxr', frameRate: 10 });
	performer.right.reach([0.1, 1.1, -0.4]).pinch().wait(seconds).moveTo([0.25, 1.2, -0.35]).release().wait(0.5);
	return encodeReel(performer.toRecording());
}

/** A task with its calls. */
class Task {
	readonly #title: string;
	readonly #lines: string[] = [];
	#calls = 0;
	#characters = 0;

	constructor(title: string) {
		this.#title = title;
	}

	/** Runs a command, which may fail, and returns what it printed. */
	async run(...args: string[]): Promise<string> {
		const { stdout, stderr } = await kit.run(...args);
		const text = `${stdout}${stderr}`.trimEnd();
		this.#calls++;
		this.#characters += text.length;
		const words = args.map((arg) => (/^[\w./:=-]+$/.test(arg) ? arg : arg.includes("'") ? `"${arg}"` : `'${arg}'`));
		this.#lines.push(`$ npx handreel ${words.join(' ')}${text === '' ? '' : `\n${text}`}`);
		return text;
	}

	finish(answer: string): void {
		expect(this.#calls).toBeLessThanOrEqual(MAX_CALLS);
		expect(this.#characters).toBeLessThanOrEqual(MAX_CHARACTERS);
		const text = this.#lines
			.join('\n')
			.replaceAll(server.origin, 'http://localhost:5173')
			.replaceAll(`${kit.folder}/`, '')
			// Another graphics card may draw an edge elsewhere.
			.replace(/its \d+ pixels/, 'its 8478 pixels');
		transcripts.push(`## ${this.#title}\n\n${answer}\n\n\`\`\`text\n${text}\n\`\`\`\n`);
	}
}

describe('with the commands of the skill', () => {
	it('names only commands that there are', () => {
		const skill = formatSkill();
		const names = COMMANDS.map(({ name }) => name);
		const examples = listReadmeExamples(skill);
		expect(examples.length).toBeGreaterThan(12);
		for (const example of examples) expect(names).toContain(example.split(' ')[1]);
		expect(skill.length).toBeLessThan(8000);
	});

	it('the drawer is opened, and a test that passes is left', async () => {
		const task = new Task('Open the drawer, and leave a test');
		await task.run('open', `${server.origin}/bench`, '--xr');
		expect(await task.run('scene')).toContain('handle [o4] at -0.25 0.86 -0.41');
		await task.run('do', 'right.reach("drawer/handle").pinch().moveTo([-0.25, 0.86, -0.21]).release()');
		expect(await task.run('expect', 'drawer', 'toHaveMoved', '0.19')).toMatch(/^ok/);
		expect(await task.run('test', 'drawer.spec.ts', '--title', 'the drawer opens')).toContain('succeeded once more');
		await task.run('close');
		task.finish(
			'The hand pulls the handle by 0.2 m. The test is written after the steps have succeeded once more in a new page.',
		);
	}, 240_000);

	it('the reason is found why a button cannot be pressed', async () => {
		const task = new Task('Why can this button not be pressed?');
		await task.run('open', `${server.origin}/shop`, '--size', '800x600');
		expect(await task.run('scene', '--covered')).toMatch(/mesh button .* covered/);
		expect(await task.run('click', 'button')).toContain('button is covered by panel');
		await task.run('close');
		task.finish('The object `panel` is in front of it, and receives all clicks.');
	}, 240_000);

	it('the time is found at which the drawer was let go', async () => {
		const task = new Task('When was the drawer let go?');
		await task.run('open', `${server.origin}/bench`, '--recording', 'drawer.reel');
		expect(await task.run('play')).toMatch(/[\d.]+ s {2}the right hand releases bench\/drawer/);
		await task.run('close');
		task.finish('The line with `releases` has the time, and how far the drawer was moved.');
	}, 240_000);

	it('the recordings are found that have a long pinch', async () => {
		const task = new Task(`Which of ${COUNT} recordings have a pinch of more than a second?`);
		await task.run('index', 'recordings', '--quiet');
		const sql = "SELECT path, side, duration FROM events WHERE kind = 'pinch' AND duration > 1 ORDER BY path";
		const answer = await task.run('query', sql, 'recordings');
		for (const i of LONG) expect(answer).toContain(`take-${String(i).padStart(3, '0')}.reel`);
		expect(answer.match(/take-/g)).toHaveLength(LONG.length);
		task.finish(`The catalog has a row for each pinch. ${LONG.length} recordings match.`);
	}, 240_000);

	it('the transcripts are those of the documentation', async () => {
		expect(transcripts).toHaveLength(4);
		const head = `---
title: Four tasks, as transcripts
order: 3.45
---

# Four tasks, as transcripts

Each uses what the file \`SKILL.md\` of [\`handreel init\`](./open-page) describes, and takes at most ${MAX_CALLS} calls and ${MAX_CHARACTERS.toLocaleString('en')} characters of
output. A test runs them and compares what they print with this page.
`;
		await expect([head, ...transcripts].join('\n')).toMatchFileSnapshot(PAGE);
	});
});
