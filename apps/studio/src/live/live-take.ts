import type { LoadedTake, WatchedTake } from '@handreel/capture/client';
import { createFrameSample, type FrameSample, SIDES } from '@handreel/core';
import { LiveFrames } from '@handreel/hands';
import { LiveJournal } from './live-journal.ts';

/** A take while it is recorded: its newest frame, and its journal as far as it was loaded. */
export class LiveTake implements WatchedTake {
	readonly id: string;
	readonly name: string;
	readonly device: string;
	/** The recording that shows the take; `null` before the first part of the journal was read, or if it was closed. */
	documentId: number | null = null;
	/** Whether the person closed the recording: it is not opened again. */
	isDismissed = false;
	readonly #frames = new LiveFrames({ delay: 0 });
	/** What {@link listTracked} looks at. */
	readonly #frame: FrameSample = createFrameSample();
	readonly #journal = new LiveJournal();

	constructor({ id, name, device }: WatchedTake) {
		this.id = id;
		this.name = name;
		this.device = device;
	}

	/** The bytes of the journal that were loaded. */
	get byteLength(): number {
		return this.#journal.byteLength;
	}

	/** In the older part of a long take, curves and timeline show one of this many frames. 1: they show all. */
	get every(): number {
		return this.#journal.every;
	}

	/** The number of frames that arrived live. */
	get frameCount(): number {
		return this.#frames.count;
	}

	push(frame: FrameSample): void {
		this.#frames.push(frame);
	}

	/** Fills `out` with the newest frame, in the space of three.js, and returns it. */
	sampleNewest(out: FrameSample): FrameSample {
		return this.#frames.sample(this.#frames.newestTime, out, 'webxr');
	}

	/** What the newest frame shows, such as `left hand`. */
	listTracked(): string[] {
		if (this.frameCount === 0) return [];
		const { hands, controllers } = this.sampleNewest(this.#frame);
		return SIDES.flatMap((side) => [
			...(hands[side].tracked ? [`${side} hand`] : []),
			...(controllers[side].present && controllers[side].tracked ? [`${side} controller`] : []),
		]);
	}

	/** Appends a part of the journal. */
	append({ bytes }: LoadedTake): Promise<void> {
		return this.#journal.append(bytes);
	}

	/** The journal so far; fewer of its older frames if it is long. */
	toFile(): Blob {
		return this.#journal.toFile();
	}
}
