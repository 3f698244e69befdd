import type { Panels } from './panels.svelte.ts';

/** A step of the tour: what it explains, and where that is on the page. */
export interface TourStep {
	readonly title: string;
	readonly text: string;
	/** A selector of the part of the page; `null` if there is none. */
	readonly target: string | null;
	/** Brings the part onto the page. */
	readonly prepare?: (panels: Panels) => void;
}

/** What the tour needs of the page. */
interface TouredPage {
	readonly active: object | null;
	readonly panels: Panels;
	dialog: string | null;
	showsLibrary: boolean;
	openAddress(address: string): Promise<object | null>;
}

/** The recording that the tour opens. */
const SAMPLE = 'samples/hand-over.reel';
const STORAGE_KEY = 'handreel-tour';

/** The steps of the tour. */
export const TOUR: readonly TourStep[] = [
	{
		title: 'Look around',
		text: 'Drag to orbit, use the wheel to zoom, and click a joint to measure it. C switches to the view of the person.',
		target: 'main.center',
	},
	{
		title: 'Play',
		text: 'Space plays and pauses, the arrow keys step by a frame. Drag over the timeline to go anywhere.',
		target: 'section.dock',
	},
	{
		title: 'Plot',
		text: 'Channels lists every curve. Check one to plot it, or search for an expression such as speed(right.wrist).',
		target: 'aside.left',
		prepare: (panels) => panels.showLeft('channels'),
	},
	{
		title: 'Find problems',
		text: 'Every file is checked. Problems shows where something is wrong, and repairs a copy.',
		target: 'aside.right',
		prepare: (panels) => panels.showRight('problems'),
	},
	{
		title: 'Edit',
		text: 'Trim, mirror, smooth, optimize and more. Every edit can be undone.',
		target: 'aside.right',
		prepare: (panels) => panels.showRight('edit'),
	},
	{
		title: 'Save and share',
		text: 'S saves in another format, Shift E exports videos and pictures, U copies a link. ? lists all keys.',
		target: 'header',
	},
];

/** The tour: offered until it was started or declined. */
export class Tour {
	/** Whether the start page offers it. */
	isOffered: boolean = $state(!wasSeen());
	/** The step on the page; −1 without a tour. */
	index: number = $state(-1);
	readonly step: TourStep | null = $derived(TOUR[this.index] ?? null);
	readonly #page: TouredPage;

	constructor(page: TouredPage) {
		this.#page = page;
	}

	/** Opens a sample and shows the first step. */
	async start(): Promise<void> {
		this.decline();
		if (this.#page.active === null && (await this.#page.openAddress(SAMPLE)) === null) return;
		this.#page.dialog = null;
		this.#page.showsLibrary = false;
		this.show(0);
	}

	/** Shows a step; after the last, the tour ends. */
	show(index: number): void {
		this.index = index < TOUR.length ? index : -1;
		this.step?.prepare?.(this.#page.panels);
	}

	/** Ends the tour. */
	skip(): void {
		this.index = -1;
	}

	/** Never offers the tour again. */
	decline(): void {
		this.isOffered = false;
		try {
			localStorage.setItem(STORAGE_KEY, 'seen');
		} catch {
			// Without storage, the offer comes again at the next visit.
		}
	}
}

function wasSeen(): boolean {
	try {
		return localStorage.getItem(STORAGE_KEY) !== null;
	} catch {
		return false;
	}
}
