/** The panels on the left. */
export type LeftPanel = 'recording' | 'channels' | 'bytes';
/** The panels on the right. */
export type RightPanel = 'problems' | 'statistics' | 'compare' | 'edit';

/** Sizes in CSS pixels, and the key that they are stored at. */
const SIZES = { left: [200, 272, 520], right: [240, 304, 560], plot: [90, 170, 480], sheet: [84, 200, 600] } as const;
const STORAGE_KEY = 'handreel-panels';

/** An area whose size can be changed. */
export type ResizableArea = keyof typeof SIZES;

/** How wide the page is: phones have no room for a panel beside the 3D view, narrow windows have room for one. */
export type PageWidth = 'phone' | 'narrow' | 'wide';

/** Which panels are open, and how large. */
export class Panels {
	left: LeftPanel = $state('recording');
	isLeftOpen: boolean = $state(true);
	right: RightPanel | null = $state(null);
	/** The selected byte of the byte map, or `null`. */
	byteOffset: number | null = $state(null);
	/** How often another panel has asked for a byte. */
	byteRequests: number = $state(0);
	/** The edit whose settings are open, by its name. */
	editTool: string | null = $state(null);
	/** Whether the dope sheet takes the place of the plot. */
	isSheetOpen: boolean = $state(false);
	width: PageWidth = $state('wide');
	sizes: Readonly<Record<ResizableArea, number>> = $state.raw(readSizes());
	/** Whether the left panel is shown: where one panel fits, the right panel takes its place. */
	readonly showsLeft: boolean = $derived(this.isLeftOpen && (this.width === 'wide' || this.right === null));
	/** The recording on screen. */
	#shown: { readonly id: number; readonly hasProblems: boolean | null } | null = null;
	/** The recording that Problems opened for without being asked; `null` if a user opened it. */
	#offeredId: number | null = null;
	/** The recordings whose Problems a user closed. */
	readonly #closedIds = new Set<number>();

	setWidth(width: PageWidth): void {
		if (width === this.width) return;
		this.width = width;
		if (width === 'phone') this.right = null;
		this.isLeftOpen = width !== 'phone';
		this.#offerProblems();
	}

	showLeft(panel: LeftPanel): void {
		this.left = panel;
		this.isLeftOpen = true;
		if (this.width !== 'wide') this.#setRight(null);
	}

	/** Shows a byte of the file in the byte map. */
	showByte(offset: number): void {
		this.byteOffset = offset;
		this.byteRequests++;
		this.showLeft('bytes');
	}

	/** Opens the left panel, or closes it if it is visible. */
	toggleLeft(): void {
		if (this.showsLeft) this.isLeftOpen = false;
		else this.showLeft(this.left);
	}

	showRight(panel: RightPanel): void {
		this.#setRight(panel);
	}

	toggleRight(panel: RightPanel): void {
		this.#setRight(this.right === panel ? null : panel);
	}

	/**
	 * Opens Problems for the recording on screen if it has any, unless a user closed it for this recording or another panel
	 * is open. Closes it again when another recording is shown. `null` while the recording is inspected.
	 */
	offerProblems(id: number, hasProblems: boolean | null): void {
		this.#shown = { id, hasProblems };
		this.#offerProblems();
	}

	#offerProblems(): void {
		if (this.#shown === null) return;
		const { id, hasProblems } = this.#shown;
		const isWanted = this.#closedIds.has(id) ? false : hasProblems;
		const isOffered = this.right === 'problems' && this.#offeredId !== null;
		// On a phone it would cover the recording.
		if (isWanted === true && (isOffered || (this.right === null && this.width !== 'phone'))) {
			this.right = 'problems';
			this.#offeredId = id;
		} else if (isWanted === false && isOffered && this.#offeredId !== id) this.right = null;
	}

	// A choice of the user.
	#setRight(panel: RightPanel | null): void {
		if (this.right === 'problems' && panel !== 'problems' && this.#shown !== null) this.#closedIds.add(this.#shown.id);
		this.#offeredId = null;
		this.right = panel;
	}

	/** Opens or closes the dope sheet, which a panel must not cover. */
	toggleSheet(): void {
		this.isSheetOpen = !this.isSheetOpen;
		this.uncover();
	}

	/** Closes panels that cover the page, so that a problem or a deviation can be seen. */
	uncover(): void {
		if (this.width !== 'phone') return;
		this.right = null;
		this.isLeftOpen = false;
	}

	/** Limits of an area: smallest and largest size. */
	getLimits(area: ResizableArea): readonly [min: number, max: number] {
		const [min, , max] = SIZES[area];
		return [min, max];
	}

	resize(area: ResizableArea, size: number): void {
		const [min, max] = this.getLimits(area);
		this.sizes = { ...this.sizes, [area]: Math.round(Math.min(Math.max(size, min), max)) };
		try {
			localStorage.setItem(STORAGE_KEY, JSON.stringify(this.sizes));
		} catch {
			// Private windows may refuse to store anything.
		}
	}

	/** Sets an area to its usual size. */
	reset(area: ResizableArea): void {
		this.resize(area, SIZES[area][1]);
	}
}

function readSizes(): Record<ResizableArea, number> {
	let stored: Partial<Record<ResizableArea, unknown>> = {};
	try {
		stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
	} catch {
		// Without storage, and for damaged entries, the usual sizes apply.
	}
	const read = (area: ResizableArea): number => {
		const [min, usual, max] = SIZES[area];
		const size = stored[area];
		return typeof size === 'number' && size >= min && size <= max ? size : usual;
	};
	return { left: read('left'), right: read('right'), plot: read('plot'), sheet: read('sheet') };
}
