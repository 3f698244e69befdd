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
	const player = document.createElement('handreel-player');
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

/** Whether the canvas of an element has anything in it. */
function hasPicture(player: HandreelPlayer): boolean {
	const canvas = player.shadowRoot!.querySelector('canvas')!;
	const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!;
	copy.drawImage(canvas, 0, 0);
	const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
	return data.some((value, i) => i % 4 === 3 && value > 0);
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
	/** More elements than a browser has WebGL contexts, all in the page at once. Returns how many show a picture at the end. */
	async crowd(count: number): Promise<number[]> {
		const players: HandreelPlayer[] = [];
		for (let i = 0; i < count; i++) {
			const player = await add(
				{ src: SHORT_SOURCE, 'hand-style': 'joints', loading: 'eager' },
				'width: 64px; height: 40px',
			);
			players.push(player);
		}
		const countShown = async (time: number): Promise<number> => {
			for (const player of players) player.currentTime = time;
			await nextFrames(3);
			return players.filter((player) => hasPicture(player)).length;
		};
		const shown = [await countShown(0.3), await countShown(0.5)];
		for (const player of players) player.remove();
		return shown;
	},
	/** The browser takes the graphics away and returns them. */
	async lose(): Promise<{ kept: boolean; isDrawnAgain: boolean }> {
		const { getContext } = HTMLCanvasElement.prototype;
		const contexts: WebGL2RenderingContext[] = [];
		HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: [string]) {
			const context = getContext.apply(this, given);
			if (given[0] === 'webgl2') contexts.push(context as WebGL2RenderingContext);
			return context;
		} as never;
		const player = await add({ src: SOURCE, 'hand-style': 'joints' });
		HTMLCanvasElement.prototype.getContext = getContext;
		player.currentTime = 2.2;
		await nextFrames(3);
		const { canvas } = contexts[0]!;
		const extension = contexts[0]!.getExtension('WEBGL_lose_context')!;
		const lost = waitFor(canvas as HTMLCanvasElement, 'webglcontextlost');
		extension.loseContext();
		await lost;
		player.currentTime = 2.3;
		await nextFrames(3);
		const kept = hasPicture(player);
		const shown = player.shadowRoot!.querySelector('canvas')!;
		shown.getContext('2d')!.clearRect(0, 0, shown.width, shown.height);
		const restored = waitFor(canvas as HTMLCanvasElement, 'webglcontextrestored');
		extension.restoreContext();
		await restored;
		await nextFrames(3);
		const isDrawnAgain = hasPicture(player);
		player.remove();
		return { kept, isDrawnAgain };
	},
	/** An element that moves to another place of the page. */
	async move(): Promise<number[]> {
		const player = await add({ src: SOURCE, 'hand-style': 'joints' });
		player.currentTime = 2.2;
		const loaded = waitFor(player, 'loadedmetadata');
		document.body.prepend(player);
		const times = [player.currentTime];
		await loaded;
		times.push(player.currentTime);
		const reloaded = waitFor(player, 'loadedmetadata');
		player.setAttribute('src', SHORT_SOURCE);
		await reloaded;
		times.push(player.currentTime);
		player.remove();
		return times;
	},
	/** An element below the viewport loads nothing. */
	async isLazy(): Promise<boolean[]> {
		const spacer = document.createElement('div');
		spacer.style.height = '3000px';
		const player = document.createElement('handreel-player');
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
