import type { LoadedTake, WatchedTake } from '@handreel/capture/client';
import { createFrameSample, type FrameSample, SIDES } from '@handreel/core';
import { LiveFrames } from '@handreel/hands';

/** The largest journal that is shown while it grows: about ten minutes with two hands at 90 Hz. */
const MAX_BYTES: number = 128 * 1024 * 1024;

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
	#parts: Blob[] = [];
	#byteLength = 0;

	constructor({ id, name, device }: WatchedTake) {
		this.id = id;
		this.name = name;
		this.device = device;
	}

	/** The bytes of the journal that were loaded. */
	get byteLength(): number {
		return this.#byteLength;
	}

	/** Whether the journal is too long to be read again and again. The take is opened when it ends. */
	get isTooLong(): boolean {
		return this.#byteLength > MAX_BYTES;
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
	append({ bytes }: LoadedTake): void {
		this.#parts.push(bytes);
		this.#byteLength += bytes.size;
	}

	/** The journal so far. */
	toFile(): Blob {
		const whole = new Blob(this.#parts);
		this.#parts = [whole];
		return whole;
	}
}
