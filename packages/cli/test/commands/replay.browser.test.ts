// The command as a WebXR developer runs it: against pages that are served, in a real browser.
import { spawnSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { encodeJson } from '@handreel/convert/json';
import {
	type Curve,
	createCurve,
	createRecording,
	getKeyTime,
	getKeyValue,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { stretchRecording } from '@handreel/core/edit';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { escapeText } from '../../src/print/escape-text.ts';
import { listExamples, listReadmeExamples } from '../support/list-examples.ts';
import { framePage, PageServer } from '../support/page-server.ts';
import { readLevels } from '../support/read-levels.ts';
import { createScratch, isPosix, MAIN, type Outcome, startHandreel } from '../support/run-handreel.ts';
import { spawnProcess, startInTurn } from '../support/start-in-turn.ts';

const GRAB = join(root, 'examples', 'grab', 'tests', 'grab.bin');
const FRAME = 1 / 60;
// Chromium draws without a graphics card here.
const SMALL = ['--size', '200x120'];
// Waits forever without using the processor.
const BLOCK = "const request = new XMLHttpRequest(); request.open('GET', '/silent', false); request.send();";
const PAGES = {
	// The color is the number of the frame.
	gray: framePage(
		"const level = Math.min(255, frame * 8); document.body.style.background = 'rgb(' + [level, level, level] + ')'",
	),
	// The button needs frames to appear and more frames to be enabled.
	button: `<!doctype html><script>
		setTimeout(() => {
			const button = document.body.appendChild(document.createElement('button'));
			Object.assign(button, { id: 'go', disabled: true, onclick: () => navigator.xr.requestSession('immersive-ar') });
			setTimeout(() => { button.disabled = false; }, 300);
		}, 500);
		console.error('not so good');
	</script>`,
	framed: '<!doctype html><title>Around</title><iframe src="/gray"></iframe>',
	throws: framePage("if (frame === 30) throw new Error('boom\\u001b[31m')"),
	ends: framePage('if (frame === 30) session.end()'),
	leaves: framePage("if (frame === 30) location.href = '/gray'"),
	hangs: framePage(`if (frame === 30) { ${BLOCK} }`),
	never: "<!doctype html><script>throw new Error('no start')</script>",
	logs: framePage("if (frame === 10) console.log('frame', frame)"),
	empty: '<!doctype html>',
	refused: "<!doctype html><script>navigator.xr.requestSession('immersive-vr').catch(() => {})</script>",
	stuck: `<!doctype html><script>${BLOCK}</script>`,
} as const;

const scratch = createScratch();
let server: PageServer;
beforeAll(async () => {
	server = await PageServer.start(PAGES);
	copyFileSync(GRAB, scratch.path('grab.bin'));
});
afterAll(() => {
	server.close();
	scratch.remove();
});

function replay(page: string, ...args: string[]): Promise<Outcome> {
	return start('grab.bin', '--url', `${server.origin}/${page}`, ...SMALL, ...args);
}

async function start(...args: string[]): Promise<Outcome> {
	return withoutNotice(await startInTurn(process.execPath, [MAIN, 'replay', ...args], scratch.folder));
}

// Root gets a line about the sandbox, which `hostile-pages.browser.test.ts` tests.
function withoutNotice(outcome: Outcome): Outcome {
	return { ...outcome, stderr: outcome.stderr.replace(/^handreel: Chromium runs without its sandbox, .*\n/, '') };
}

describe.concurrent('a replay', () => {
	it('sends the events of the recording, each within a frame of its pinch', async () => {
		const { status, stdout, stderr } = await replay('grab/', '--events', 'grab.json', '--json');
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		const { events, ...report } = JSON.parse(stdout);
		expect(report).toMatchObject({ title: 'Grab', mode: 'immersive-vr', frames: 121, pageErrors: [], error: null });
		expect(report.time).toBeCloseTo(2, 5);
		expect(events).toMatchObject({ sessionstart: 1, select: 1 });
		const list = JSON.parse(readFileSync(scratch.path('grab.json'), 'utf8'));
		const left = list.filter(({ side }: { side?: string }) => side === 'left');
		expect(left.map(({ type }: { type: string }) => type)).toEqual(['selectstart', 'select', 'selectend']);
		const { hands } = readRecording(readFileSync(GRAB), { require: ['hands'] });
		const { pinching } = hands.left;
		const edges = Array.from({ length: pinching.count }, (_, i) => i)
			.filter((i) => i > 0 && getKeyValue(pinching, i) !== getKeyValue(pinching, i - 1))
			.map((i) => getKeyTime(pinching, i));
		expect(edges).toHaveLength(2);
		expect(Math.abs(left[0].time - (edges[0] ?? 0))).toBeLessThanOrEqual(FRAME);
		expect(Math.abs(left[1].time - (edges[1] ?? 0))).toBeLessThanOrEqual(FRAME);
	});

	it('shows the same image at a marker in every run, in the size that was asked for', async () => {
		const args = ['--at', 'held', '--screenshot'];
		const [first, second] = await Promise.all([
			replay('grab/', ...args, 'one.png'),
			replay('grab/', ...args, '-', '--events', 'held.json'),
		]);
		expect(first).toMatchObject({ status: 0, stderr: '' });
		expect(first.stdout).toMatch(/^Grab\n[\s\S]*immersive-vr[\s\S]*1\.200 s of grab\.bin[\s\S]*one\.png {2}PNG/);
		const image = readFileSync(scratch.path('one.png'));
		expect(image.subarray(1, 4).toString()).toBe('PNG');
		expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([200, 120]);
		expect(second.bytes.equals(image)).toBe(true);
		expect(second.stderr).toContain('standard output  PNG');
		const types = JSON.parse(readFileSync(scratch.path('held.json'), 'utf8')).map(({ type }: { type: string }) => type);
		expect(types).toContain('selectstart');
		expect(types).not.toContain('selectend');
	});

	it('replays a reel with controllers as a headset would give it, and writes what the page saw', async () => {
		const still = (value: number): Curve => createCurve([0, value, 0.5, value]);
		const pose = {
			position: { x: still(0.2), y: still(1), z: still(0.4) },
			rotation: { x: still(0), y: still(0), z: still(0), w: still(1) },
		};
		const pressed = createCurve([0, 0, 0.25, 1], { kind: 'boolean' });
		const recording = createRecording({
			head: pose,
			controllers: {
				right: {
					tracked: createCurve([0, 1], { kind: 'boolean' }),
					grip: pose,
					aim: pose,
					buttons: [{ pressed, touched: pressed, value: still(0.5) }],
					profiles: ['generic-trigger'],
				},
			},
		});
		writeFileSync(scratch.path('pad.reel'), encodeReel(recording));
		const args = ['--device', 'quest-3', '--trace', 'seen.reel', '--json'];
		const { status, stdout, stderr } = await start('pad.reel', '--url', `${server.origin}/logs`, ...SMALL, ...args);
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		expect(JSON.parse(stdout)).toMatchObject({ frames: 46, events: { selectstart: 1 } });
		const trace = decodeReel(readFileSync(scratch.path('seen.reel')));
		expect(trace.info).toMatchObject({ device: 'quest-3' });
		expect(trace.controllers?.right?.buttons).toHaveLength(1);
		expect(trace.duration).toBeCloseTo(0.5, 2);
		expect(trace.tracks.map((track) => (track.kind === 'events' ? track.events.map(({ name }) => name) : []))).toEqual([
			['sessionstart immersive-vr', 'inputsourceschange +right', 'selectstart right'],
			['log: frame 10'],
			[],
		]);
	});

	it('makes a video in recorded time', async () => {
		const { status, stderr } = await replay('gray', '--at', '0.5', '--video', 'gray.webm', '--video-frame-rate', '20');
		expect(status).toBe(0);
		expect(stderr).toContain('10 of 10 frames');
		const bytes = readFileSync(scratch.path('gray.webm'));
		const track = await new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS }).getPrimaryVideoTrack();
		const stats = await track?.computePacketStats();
		expect(track).toMatchObject({ codec: 'vp9', displayWidth: 200, displayHeight: 120 });
		expect(stats?.packetCount).toBe(10);
		expect(await track?.computeDuration()).toBeCloseTo(0.5, 2);
		// Three XR frames per video frame; the first frame that the page draws is the second of the replay.
		const levels = await readLevels(track!, `${server.origin}/empty`);
		expect(levels).toHaveLength(10);
		const steps = levels.slice(1).map((level, i) => level - (levels[i] ?? 0));
		for (const step of steps.slice(1)) expect(Math.abs(step - 24)).toBeLessThanOrEqual(4);
	});

	it('sees the same frames with a video and without, at any rate, and writes through FIFOs and links, which stay', async () => {
		spawnSync('mkfifo', [scratch.path('events.fifo')]);
		symlinkSync('target.png', scratch.path('link.png'));
		const args = ['--frame-rate', '72', '--at', 'released', '--events'];
		const [plain, received, filmed] = await Promise.all([
			replay('gray', ...args, 'events.fifo', '--screenshot', 'link.png', '--force'),
			spawnProcess('cat', ['events.fifo'], scratch.folder),
			replay('gray', ...args, '-', '--video', 'rate.webm', '--video-frame-rate', '7'),
		]);
		expect(plain).toMatchObject({ status: 0, stderr: '' });
		const events = JSON.parse(received.stdout);
		expect(events[0]).toMatchObject({ type: 'sessionstart' });
		expect(events.length).toBeGreaterThan(3);
		expect(filmed.stdout).toBe(received.stdout);
		expect(lstatSync(scratch.path('events.fifo')).isFIFO()).toBe(true);
		expect(readlinkSync(scratch.path('link.png'))).toBe('target.png');
		expect(readFileSync(scratch.path('target.png')).subarray(1, 4).toString()).toBe('PNG');
	});

	it('reads other formats, opens files, clicks and is the device that the options name', async () => {
		const { bytes: json } = encodeJson(readRecording(readFileSync(GRAB)));
		writeFileSync(scratch.path('grab-again.json'), json);
		writeFileSync(scratch.path('button.html'), PAGES.button);
		const call = ['grab-again.json', '--url', 'button.html', '--enter', '#go', '--mode', 'immersive-ar'];
		const { status, stdout } = await start(...call, ...SMALL, '--json');
		expect(status).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ mode: 'immersive-ar', consoleErrors: ['not so good'] });
	});
});

describe.concurrent('an app in a frame', () => {
	it('is found, entered and replayed like one that is the page', async () => {
		const { status, stdout } = await replay('framed', '--at', '0.5', '--json');
		expect({ status, ...JSON.parse(stdout) }).toMatchObject({
			status: 0,
			title: 'Around',
			mode: 'immersive-vr',
			time: 0.5,
		});
	});
});

describe.concurrent('a page that fails', () => {
	it.each([
		['throws', /^handreel: the page threw at 0\.483 s: boom\\u001b\[31m$/],
		['ends', /^handreel: no session at 0\.\d+ s: .*ended it$/],
		['leaves', /^handreel: the page navigated to http:\/\/localhost:\d+\/gray; its session is gone$/],
	])('because it %s reports it in a line, and leaves the events until then', async (page, expected) => {
		const file = `${page}.json`;
		const outputs = ['--events', file, '--screenshot', 'no.png', '--force'];
		const { status, stdout, stderr } = await replay(page, '--json', ...outputs);
		expect(status).toBe(1);
		expect(stderr.trimEnd()).toMatch(expected);
		expect(stderr).toContain(escapeText(JSON.parse(stdout).error.message, 500));
		expect(JSON.parse(readFileSync(scratch.path(file), 'utf8'))[0]).toMatchObject({ type: 'sessionstart' });
		expect(existsSync(scratch.path('no.png'))).toBe(false);
	});

	it.each([
		['refused', ['--mode', 'immersive-ar'], /^handreel: the page requested immersive-vr and got NotSupportedError/],
		['missing', [], /^handreel: http:\S+\/missing: the server responded with status 404$/],
	])('to start a session (%s) explains why and writes nothing', async (page, args, expected) => {
		const { status, stdout, stderr } = await replay(page, '--events', `${page}.json`, ...args);
		expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
		expect(stderr.trimEnd()).toMatch(expected);
		expect(existsSync(scratch.path(`${page}.json`))).toBe(false);
	});

	// All at once: they only wait, and long enough for a busy machine to do everything else in time.
	it('to do anything is given up after the time that was allowed', async () => {
		const pages = ['never', 'button', 'stuck', 'hangs'];
		const outcomes = await Promise.all(
			pages.map((page) => {
				const call = ['replay', 'grab.bin', '--url', `${server.origin}/${page}`, '--events', `${page}.json`];
				const button = page === 'button' ? ['--enter', '#no'] : [];
				const args = [MAIN, ...call, ...button, ...SMALL, '--timeout', '10'];
				return spawnProcess(process.execPath, args, scratch.folder);
			}),
		);
		expect(outcomes.map(({ status }) => status)).toEqual([1, 1, 1, 1]);
		const [never, button, stuck, hangs] = outcomes.map(({ stderr }) => stderr.trimEnd().split('\n').at(-1));
		expect(never).toMatch(
			/requestSession within 10000 ms; no known enter button found; pass --enter SELECTOR; it threw: no start$/,
		);
		expect(button).toMatch(/^handreel: cannot click locator\('#no'\).*: Timeout \d+ms exceeded\.$/);
		expect(stuck).toMatch(/^handreel: http:\S+\/stuck: not loaded within 10 s; --timeout allows more time$/);
		expect(hangs).toBe('handreel: the page did not respond within 10000 ms: a callback may be hanging');
		expect(pages.map((page) => existsSync(scratch.path(`${page}.json`)))).toEqual([false, false, false, true]);
	});
});

describe('without a browser or a page', () => {
	it('explains what to install, or what is wrong with the one that was named', () => {
		const nowhere = { env: { PATH: '', HANDREEL_CHROMIUM: '', PLAYWRIGHT_BROWSERS_PATH: scratch.path('none') } };
		const missing = scratch.runWith(nowhere, 'replay', 'grab.bin', '--url', 'http://localhost:9');
		expect(missing.status).toBe(1);
		expect(missing.stderr).toMatch(/^handreel: Chromium, Chrome or Edge not found; install one.*HANDREEL_CHROMIUM\n$/);
		const named = scratch.runWith(
			{ env: { HANDREEL_CHROMIUM: '/no/such' } },
			'replay',
			'grab.bin',
			'--url',
			'http://x',
		);
		expect(named).toMatchObject({
			status: 1,
			stderr: 'handreel: /no/such: not an executable file; use the path of Chromium, Chrome or Edge\n',
		});
		const other = scratch.run(
			'replay',
			'grab.bin',
			'--url',
			'http://localhost:9',
			'--chromium',
			process.execPath,
			'--timeout',
			'5',
			'--json',
		);
		expect(other).toMatchObject({ status: 1 });
		expect(other.stderr).toContain('could not be started: ');
		expect(JSON.parse(other.stdout).error.message).toContain('could not be started');
	});

	it('reports that nobody answers', async () => {
		const other = await PageServer.start({});
		other.close();
		const { status, stderr } = withoutNotice(scratch.run('replay', 'grab.bin', '--url', other.origin));
		expect({ status, stderr }).toEqual({
			status: 1,
			stderr: `handreel: ${other.origin}/: could not be opened: net::ERR_CONNECTION_REFUSED\n`,
		});
	});
});

it.runIf(isPosix).each([
	['SIGINT', 130],
	['SIGTERM', 143],
] as const)('%s ends with %i and leaves no files', async (signal, code) => {
	const folder = scratch.path(signal);
	mkdirSync(folder);
	copyFileSync(GRAB, join(folder, 'grab.bin'));
	const outputs = ['--video', 'x.webm', '--events', 'x.json'];
	const args = ['replay', 'grab.bin', '--url', `${server.origin}/gray`, ...SMALL, ...outputs];
	const { child, ended } = startHandreel(folder, args);
	await new Promise((resolve) => child.stderr?.once('data', resolve));
	child.kill(signal);
	const { status, stderr } = await ended;
	expect(status).toBe(code);
	expect(stderr).toContain('handreel: interrupted');
	expect(readdirSync(folder)).toEqual(['grab.bin']);
});

describe('examples', () => {
	const help = scratch.run('replay', '--help').stdout;
	const readmes = ['README.md', 'packages/cli/README.md'].map((name) => readFileSync(join(root, name), 'utf8'));
	const examples = [...listExamples(help), ...readmes.flatMap(listReadmeExamples)];
	const own = [...new Set(examples.filter((example) => example.startsWith('handreel replay ')))];
	it.concurrent.each(own.map((example, i) => [example, i] as const))('%s', async (example, i) => {
		const folder = scratch.path(`example-${i}`);
		mkdirSync(join(folder, 'dist'), { recursive: true });
		// The same in a fifth of the time: what counts here is that the command works.
		const short = stretchRecording(readRecording(readFileSync(GRAB)), 0.2);
		writeFileSync(join(folder, 'grab.bin'), writeRecording(short));
		writeFileSync(join(folder, 'dist', 'index.html'), PAGES.gray);
		const script = `handreel() { "${process.execPath}" "${MAIN}" "$@"; }; jq() { cat; }; set -o pipefail; ${example}`;
		const call = script.replaceAll('http://localhost:5173', `${server.origin}/grab/`);
		const { status, stderr } = await startInTurn('bash', ['--norc', '-c', call], folder);
		expect(status, stderr).toBe(0);
		const results = [...example.matchAll(/--(?:screenshot|video|events|trace) (\S+)/g)].map(([, name]) => name);
		expect(readdirSync(folder).sort()).toEqual(['dist', 'grab.bin', ...results].sort());
	});
});
