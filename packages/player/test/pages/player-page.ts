// Runs in the page: the element, as any page would use it.
import '@handreel/player';
import { createFrameSample, createSampler, readRecording } from '@handreel/core';
import type { HandreelPlayer } from '@handreel/player';

const SOURCE = '/files/fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const SHORT_SOURCE = '/files/fixtures/reels/mrtk-2.8.3-n100.reel';

const main = document.body.appendChild(document.createElement('main'));

function waitFor(target: EventTarget, type: string): Promise<Event> {
	return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

async function add(
	attributes: Readonly<Record<string, string>>,
	style = 'width: 480px; height: 300px',
): Promise<HandreelPlayer> {
	const player = document.createElement('handreel-player') as HandreelPlayer;
	player.style.cssText = style;
	for (const [name, value] of Object.entries(attributes)) player.setAttribute(name, value);
	const loaded = Promise.race([waitFor(player, 'loadedmetadata'), waitFor(player, 'error')]);
	main.append(player);
	await loaded;
	return player;
}

function nextFrames(count: number): Promise<void> {
	return new Promise((resolve) => {
		const step = (left: number): void => {
			if (left === 0) resolve();
			else requestAnimationFrame(() => step(left - 1));
		};
		step(count);
	});
}

const kit = {
	/** Shows a time, for a screenshot. */
	async show(): Promise<void> {
		const player = await add({ src: SOURCE, controls: '', id: 'shown', label: 'A grab', head: '' });
		player.currentTime = 2.2;
		await nextFrames(3);
	},
	async play(): Promise<{ times: number[]; events: string[]; paused: boolean[]; duration: number }> {
		const player = await add({ src: SOURCE, speed: '4', controls: '' });
		const events: string[] = [];
		for (const type of ['play', 'pause', 'ended', 'timeupdate', 'pinch']) {
			player.addEventListener(type, () => events.at(-1) === type || events.push(type));
		}
		const times = [player.currentTime];
		const paused = [player.paused];
		player.play();
		paused.push(player.paused);
		await nextFrames(5);
		times.push(player.currentTime);
		player.pause();
		await nextFrames(2);
		times.push(player.currentTime);
		paused.push(player.paused);
		player.play();
		await waitFor(player, 'ended');
		paused.push(player.paused);
		const { duration } = player;
		player.remove();
		return { times, events, paused, duration };
	},
	/** Live frames, one per drawn frame, with a pinch. */
	async showLive(): Promise<{ text: string; paused: boolean[]; duration: number; isStill: boolean; error: string }> {
		const player = await add({ live: '', 'hand-style': 'joints', controls: '' });
		const recording = readRecording(await (await fetch(SOURCE)).arrayBuffer());
		const frame = createSampler(recording).sampleFrame(2.2, createFrameSample());
		let isPushing = true;
		const push = (now: number): void => {
			if (!isPushing) return;
			frame.time = now / 1000;
			player.push(frame);
			requestAnimationFrame(push);
		};
		requestAnimationFrame(push);
		await waitFor(player, 'pinch');
		const paused = [player.paused];
		player.pause();
		paused.push(player.paused);
		const time = player.currentTime;
		await nextFrames(3);
		const isStill = player.currentTime === time;
		player.play();
		await waitFor(player, 'timeupdate');
		isPushing = false;
		const text = player.shadowRoot?.querySelector('output')?.value ?? '';
		const { duration } = player;
		player.removeAttribute('live');
		let error = '';
		try {
			player.push(frame);
		} catch (thrown) {
			error = String(thrown);
		}
		player.remove();
		return { text, paused, duration, isStill, error };
	},
	/** Recordings of other formats, broken files, and attributes that change. */
	async load(src: string): Promise<{ error: string | null; duration: number }> {
		const player = await add({ src, 'hand-style': 'joints' });
		const result = { error: player.error?.message ?? null, duration: player.duration };
		player.remove();
		return result;
	},
	/** Elements that come and go give back their WebGL contexts: browsers have about 16. */
	async repeat(count: number): Promise<number> {
		let shown = 0;
		for (let i = 0; i < count; i++) {
			// Small, because only the contexts count.
			const player = await add({ src: SHORT_SOURCE, 'hand-style': 'joints' }, 'width: 48px; height: 30px');
			await nextFrames(1);
			if (player.error === null) shown++;
			player.remove();
		}
		return shown;
	},
	/** An element below the viewport loads nothing. */
	async isLazy(): Promise<boolean[]> {
		const spacer = document.createElement('div');
		spacer.style.height = '3000px';
		const player = document.createElement('handreel-player') as HandreelPlayer;
		player.setAttribute('src', SOURCE);
		main.append(spacer, player);
		await nextFrames(10);
		const before = player.recording === null;
		const loaded = waitFor(player, 'loadedmetadata');
		player.scrollIntoView();
		await loaded;
		const after = player.recording !== null;
		player.remove();
		spacer.remove();
		return [before, after];
	},
};
export type PlayerKit = typeof kit;
Object.assign(globalThis, { kit });
