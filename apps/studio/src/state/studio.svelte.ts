import type { Issue } from '@handreel/core';
import { isRefused, type OpenedRecording, type RepairedRecording, type SaveFormat } from '../worker/protocol.ts';
import { WorkerPool } from '../worker/worker-pool.ts';
import { encodePath, formatLink, type Link, parseLink } from './link.ts';
import { listPlaces } from './measure-scene.ts';
import { Playback, type PlottedCurve } from './playback.svelte.ts';
import { readCurve } from './read-curve.ts';
import type { ComparisonState, OpenDocument, RefusedFile } from './recording-state.ts';
import { TaskList } from './task-list.svelte.ts';
import { DEFAULT_VIEW, fitPoints, type SideOfView, type ViewState } from './view-state.ts';

/** Everything that the page shows. One of these per page; views read it and call its methods. */
export class Studio extends Playback {
	documents: readonly OpenDocument[] = $state.raw([]);
	activeId: number | null = $state(null);
	readonly tasks: TaskList = new TaskList((text) => this.say(text));
	refused: readonly RefusedFile[] = $state.raw([]);
	/** A sentence for everybody: shown for a while, and read out. */
	notice: string = $state('');

	view: ViewState = $state.raw(DEFAULT_VIEW);
	/** Paths of the curves that are plotted. */
	channels: readonly string[] = $state.raw([]);
	/** Plots how fast values change instead of the values. */
	speed: boolean = $state(false);
	override plotted: readonly PlottedCurve[] = $state.raw([]);

	/** The problem that was looked at last; −1 for none. */
	issueIndex: number = $state(-1);
	comparison: ComparisonState | null = $state.raw(null);
	leftPanel: 'recording' | 'channels' | 'bytes' = $state('recording');
	rightPanel: 'problems' | 'compare' | null = $state('problems');
	/** Whether there is room for one panel only: the right one, while it is open. */
	isNarrow: boolean = $state(false);
	dialog: 'help' | 'save' | null = $state(null);

	override readonly active: OpenDocument | null = $derived(
		this.documents.find(({ id }) => id === this.activeId) ?? null,
	);
	readonly other: OpenDocument | null = $derived(
		this.comparison === null ? null : (this.documents.find(({ id }) => id === this.comparison?.b) ?? null),
	);
	readonly #workers: WorkerPool = new WorkerPool();
	/** Stops what is found out about a recording when that is closed. */
	readonly #inspections: Map<number, AbortController> = new Map();
	#comparing: AbortController = new AbortController();
	/** Whether a recording waits for the size of the picture to be fitted into it. */
	#isFitting = false;
	#aspect = 0;
	#nextId = 1;
	#noticeTimer = 0;

	// Opening and closing

	/** Opens files one after the other; the last one comes to the front. */
	async openFiles(files: readonly File[]): Promise<void> {
		for (const file of files) await this.#open(file.name, null, async () => file);
	}

	/** Opens what lies at a path beside the page, or brings it to the front. */
	async openAddress(address: string): Promise<void> {
		const opened = this.documents.find((entry) => entry.address === address);
		if (opened !== undefined) this.activate(opened.id);
		else if (!this.tasks.list.some((task) => task.address === address)) {
			await this.#open(address.split('/').at(-1) ?? address, address, async (signal) => {
				const response = await fetch(encodePath(address), { signal });
				if (!response.ok)
					throw new Error(response.status === 404 ? 'there is no such file' : `the answer was ${response.status}`);
				return response.blob();
			});
		}
	}

	async #open(name: string, address: string | null, load: (signal: AbortSignal) => Promise<Blob>): Promise<void> {
		const result = await this.tasks.run({ kind: 'open', name, address }, async (options) =>
			this.#workers.call('open', { name, blob: await load(options.signal) }, options),
		);
		if (result === null) return;
		if (isRefused(result)) this.refused = [...this.refused, { ...result, id: this.#nextId++ }];
		else this.#show(result, address);
	}

	#show(opened: OpenedRecording, address: string | null, repair: OpenDocument['repair'] = null): OpenDocument {
		const document: OpenDocument = { ...opened, id: this.#nextId++, address, issues: null, keyTimes: null, repair };
		this.documents = [...this.documents, document];
		this.activate(document.id);
		void this.#inspect(document);
		return document;
	}

	// Nobody waits for it: the recording can be seen and played meanwhile.
	async #inspect({ id, file, losses }: OpenDocument): Promise<void> {
		const stop = new AbortController();
		this.#inspections.set(id, stop);
		const options = { signal: stop.signal, isBackground: true };
		const inspection = await this.#workers.call('inspect', { file }, options).catch(() => null);
		if (inspection === null) return;
		const { issues, keyTimes } = inspection;
		this.documents = this.documents.map((entry) =>
			entry.id === id ? { ...entry, issues: [...losses, ...issues], keyTimes } : entry,
		);
	}

	/** Brings a recording to the front. */
	activate(id: number): void {
		const document = this.documents.find((entry) => entry.id === id);
		if (document === undefined || id === this.activeId) return;
		const isFirst = this.activeId === null;
		this.activeId = id;
		this.issueIndex = -1;
		// Those of another recording, until this one's are read, would be wrong.
		this.plotted = [];
		if (this.comparison !== null && this.comparison.a !== id) this.stopComparing();
		this.showAll();
		this.seek(this.time);
		this.clearLoop();
		this.#isFitting ||= isFirst;
		if (this.#isFitting) this.#fit();
		void this.#loadCurves();
	}

	/** Brings the next or the previous recording to the front. */
	activateNext(step: number): void {
		const index = this.documents.findIndex(({ id }) => id === this.activeId);
		const next = this.documents.at((index + step) % this.documents.length);
		if (next !== undefined) this.activate(next.id);
	}

	close(id: number): void {
		const index = this.documents.findIndex((entry) => entry.id === id);
		if (index < 0) return;
		this.documents = this.documents.filter((entry) => entry.id !== id);
		this.#inspections.get(id)?.abort();
		this.#inspections.delete(id);
		if (this.comparison !== null && (this.comparison.a === id || this.comparison.b === id)) this.stopComparing();
		if (id !== this.activeId) return;
		this.activeId = null;
		this.playing = false;
		const next = this.documents[Math.min(index, this.documents.length - 1)];
		if (next !== undefined) this.activate(next.id);
	}

	dismiss(id: number): void {
		this.refused = this.refused.filter((entry) => entry.id !== id);
	}

	dismissAll(): void {
		this.refused = [];
	}

	/** Shows one of the left panels. */
	showLeft(panel: Studio['leftPanel']): void {
		this.leftPanel = panel;
		if (this.isNarrow) this.rightPanel = null;
	}

	// Picture

	/** Takes note of the width of the picture over its height. What was opened before that is fitted into it. */
	setAspect(aspect: number): void {
		this.#aspect = aspect;
		if (this.#isFitting) this.#fit();
	}

	change(view: Partial<ViewState>): void {
		this.view = { ...this.view, ...view };
	}

	/** Looks from a side; who looked through the head leaves it. */
	lookFrom({ azimuth, elevation }: SideOfView): void {
		this.#leaveHead();
		this.change({ azimuth, elevation });
	}

	/** Looks at the middle of the recording from far enough away. */
	fitView(): void {
		this.#leaveHead();
		this.#fit();
	}

	#leaveHead(): void {
		if (this.view.camera === 'head') this.change({ camera: 'orbit' });
	}

	#fit(): void {
		if (this.active === null || this.#aspect === 0) return;
		this.#isFitting = false;
		this.change(fitPoints(this.view, listPlaces(this.active), this.#aspect));
	}

	// Curves

	toggleChannels(paths: readonly string[]): void {
		const isOn = paths.every((path) => this.channels.includes(path));
		this.channels = isOn
			? this.channels.filter((path) => !paths.includes(path))
			: [...this.channels, ...paths.filter((path) => !this.channels.includes(path))];
		void this.#loadCurves();
	}

	setChannels(paths: readonly string[]): void {
		this.channels = paths;
		void this.#loadCurves();
	}

	async #loadCurves(): Promise<void> {
		const { active, channels, plotted } = this;
		if (active === null) return;
		const outlines = channels.flatMap((path) => active.curves.find((curve) => curve.path === path) ?? []);
		const curves = await Promise.all(
			outlines.map(
				async (outline): Promise<PlottedCurve> =>
					plotted.find(({ path }) => path === outline.path) ?? {
						path: outline.path,
						curve: await readCurve(active.file, outline),
					},
			),
		);
		// Others may have been picked meanwhile.
		if (active.id === this.activeId && channels === this.channels) this.plotted = curves;
	}

	// Problems

	/** Jumps to a problem and shows the curves it is about. */
	goToIssue(issue: Issue): void {
		this.playing = false;
		if (issue.time !== null && issue.time !== undefined) this.seek(issue.time);
		const path = issue.path.replace(/\[\d+\].*$/, '');
		const own = (this.active?.curves ?? []).filter((curve) => curve.path === path || curve.path.startsWith(`${path}.`));
		if (own.length > 0 && own.length <= 8) this.setChannels(own.map((curve) => curve.path));
	}

	/** Repairs the recording into a copy, brings that to the front and draws the original over it. */
	async repair(): Promise<void> {
		const { active } = this;
		if (active === null || this.tasks.isRepairing) return;
		this.rightPanel = 'problems';
		const copy = await this.#repair(active);
		if (copy === null) return;
		// Rotations are what MRTK loses, and bones alone do not show them.
		this.change({ axes: true });
		await this.compareWith(active.id);
	}

	/** Opens what could be saved of a file that could not be opened. */
	async salvage(id: number): Promise<void> {
		const file = this.refused.find((entry) => entry.id === id);
		if (file === undefined || this.tasks.isRepairing) return;
		this.rightPanel = 'problems';
		if ((await this.#repair(file)) !== null) this.dismiss(id);
	}

	async #repair({ id, name, file }: OpenDocument | RefusedFile): Promise<OpenDocument | null> {
		const result: RepairedRecording | null = await this.tasks.run({ kind: 'repair', name, address: null }, (options) =>
			this.#workers.call('repair', { name, file }, options),
		);
		if (result === null) return null;
		const { copy, repaired, remaining } = result;
		if (copy !== null) return this.#show(copy, null, { from: id, repaired, remaining });
		this.say(`${name} could not be repaired: ${remaining[0]?.reason ?? 'nothing is left'}`);
		return null;
	}

	/** Draws another recording over this one and measures how far they are apart. */
	async compareWith(id: number): Promise<void> {
		const { active } = this;
		const other = this.documents.find((entry) => entry.id === id);
		this.stopComparing();
		if (active === null || other === undefined) return;
		const pending: ComparisonState = { a: active.id, b: id, result: null, lane: null };
		this.comparison = pending;
		this.#comparing = new AbortController();
		const { signal } = this.#comparing;
		try {
			const compared = await this.#workers.call('compare', { a: active.file, b: other.file }, { signal });
			this.comparison = { ...pending, ...compared };
		} catch (error) {
			if (signal.aborted) return;
			this.comparison = null;
			this.say(`They could not be compared: ${error instanceof Error ? error.message : error}`);
		}
	}

	stopComparing(): void {
		this.#comparing.abort();
		this.comparison = null;
	}

	/** Jumps to where a channel is farthest off, and plots it. */
	goToDeviation(path: string, time: number): void {
		this.playing = false;
		this.seek(time);
		const axes = path.endsWith('.rotation') ? ['x', 'y', 'z', 'w'] : ['x', 'y', 'z'];
		this.setChannels(axes.map((axis) => `${path}.${axis}`));
	}

	// Files

	async save(format: SaveFormat): Promise<readonly Issue[]> {
		const { active } = this;
		if (active === null) return [];
		const { bytes, extension, type, losses } = await this.#workers.call('save', {
			file: active.file,
			format,
			base: document.baseURI,
		});
		this.download(new Blob([bytes], { type }), extension);
		return losses;
	}

	/** Hands a file to the browser's downloads, named after the recording. */
	download(blob: Blob, extension: string): void {
		const link = document.createElement('a');
		link.href = URL.createObjectURL(blob);
		link.download = `${(this.active?.name ?? 'recording').replace(/\.[a-z0-9]+$/i, '')}.${extension}`;
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
		this.say(`Saved ${link.download}`);
	}

	say(text: string): void {
		this.notice = text;
		clearTimeout(this.#noticeTimer);
		this.#noticeTimer = setTimeout(() => {
			this.notice = '';
		}, 6000) as unknown as number;
	}

	// Links

	/** Where we are, as the part of an address after `#`. */
	get link(): string {
		const { active } = this;
		if (active === null) return '';
		const linked = this.documents.filter(
			(entry): entry is OpenDocument & { address: string } => entry.address !== null,
		);
		const isWhole = this.range[0] <= active.start && this.range[1] >= active.end;
		return formatLink({
			open: linked.map(({ address }) => address),
			front: linked.findIndex(({ id }) => id === active.id),
			time: this.time,
			channels: this.channels,
			speed: this.speed,
			range: isWhole ? null : this.range,
			view: this.view,
		});
	}

	/** Opens what a link names and goes where it points. */
	async follow(hash: string): Promise<void> {
		const link = parseLink(hash);
		for (const address of link.open) await this.openAddress(address);
		const front = this.documents.find(({ address }) => address !== null && address === link.open[link.front]);
		if (front !== undefined) this.activate(front.id);
		this.#restore(link);
	}

	#restore(link: Link): void {
		// A link that says where the camera is says everything about the view; one that was typed may say a time alone.
		const isWhole = link.view.target !== undefined;
		this.change(isWhole ? { ...DEFAULT_VIEW, ...link.view } : link.view);
		if (isWhole) this.#isFitting = false;
		this.speed = link.speed;
		if (isWhole || link.channels.length > 0) this.setChannels(link.channels);
		if (link.range !== null) this.setRange(...link.range);
		if (link.time !== null) this.seek(link.time);
	}
}
