/** A texture or renderbuffer that a page draws to. */
interface Surface {
	/** The first frame in which the page drew to it. */
	readonly firstFrame: number;
	/** The last frame in which drawing was not skipped. */
	lastFrame: number;
	/** Whether the page reads its pixels, or those of a surface that was drawn with it. */
	isRead: boolean;
	/** Whether drawing to it was skipped, or used a surface where it was. */
	isStale: boolean;
	/** The surfaces that it was drawn with. */
	readonly sources: Set<Surface>;
}

/**
 * Decides which drawing a page can notice by reading pixels back. A surface is drawn in the first frame in which the page
 * draws to it: most pages that read a surface do so in that frame or before the next one. After that, it is drawn only if it
 * was read, or if a surface that was read was drawn with it.
 */
export class Surfaces {
	/** The number of the current frame. */
	frame = 0;
	/** Whether to skip what is not read. */
	skips = false;
	readonly #known: WeakMap<object, Surface> = new WeakMap();

	/**
	 * Notes that the page draws to some objects with the content of others. Returns whether to draw. Objects that were never
	 * drawn to, such as textures with an image, are not sources.
	 */
	draw(targets: Iterable<object>, sources: Iterable<object>): boolean {
		const surfaces = Array.from(targets, (target) => this.#findOrAdd(target));
		const known = this.#list(sources).filter((source) => !surfaces.includes(source));
		for (const surface of surfaces) {
			for (const source of known) surface.sources.add(source);
			if (surface.isRead) for (const source of known) markRead(source);
		}
		const isDrawn = !this.skips || surfaces.some(({ firstFrame, isRead }) => isRead || firstFrame === this.frame);
		for (const surface of surfaces) {
			// Pages begin a frame by clearing a surface, or by drawing all of it.
			if (isDrawn && surface.lastFrame !== this.frame) surface.isStale = false;
			if (isDrawn) surface.lastFrame = this.frame;
			if (!isDrawn || known.some(({ isStale }) => isStale)) surface.isStale = true;
		}
		return isDrawn;
	}

	/** Whether the last drawing to an object was skipped. */
	isStale(target: object): boolean {
		return this.#known.get(target)?.isStale ?? false;
	}

	/**
	 * Notes that the page reads pixels of some objects. They are drawn from now on. Returns whether the pixels are right:
	 * those of an object that is read for the first time may lack drawing that was skipped.
	 */
	read(targets: Iterable<object>): boolean {
		const surfaces = this.#list(targets);
		const isRight = surfaces.every(({ isRead, isStale }) => isRead || !isStale);
		surfaces.forEach(markRead);
		return isRight;
	}

	#list(objects: Iterable<object>): Surface[] {
		return Array.from(objects, (object) => this.#known.get(object)).filter((surface) => surface !== undefined);
	}

	#findOrAdd(object: object): Surface {
		const known = this.#known.get(object);
		if (known !== undefined) return known;
		const { frame } = this;
		const added: Surface = { firstFrame: frame, lastFrame: frame, isRead: false, isStale: false, sources: new Set() };
		this.#known.set(object, added);
		return added;
	}
}

function markRead(surface: Surface): void {
	if (surface.isRead) return;
	surface.isRead = true;
	surface.sources.forEach(markRead);
}
