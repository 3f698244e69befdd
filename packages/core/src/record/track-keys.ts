import { createCurve } from '../model/curve.ts';
import type { PoseTrack, Track, ValueTrack } from '../model/recording.ts';
import { POSE_STRIDE } from '../sample/frame-sample.ts';

/** The kind of a track that frames can have values of. */
export type CapturedKind = 'pose' | 'scalar' | 'boolean';

/** A track to record, without its values. */
export interface CapturedTrack {
	readonly name: string;
	readonly kind: CapturedKind;
}

/** The value of a track at one time. */
export interface TrackValue extends CapturedTrack {
	/** A pose of seven floats in Unity's space, a number, or 0 or 1 for a state. */
	readonly value: ArrayLike<number> | number | boolean;
}

/** The number of floats of a value. */
export function sizeOfValue(kind: CapturedKind): number {
	return kind === 'pose' ? POSE_STRIDE : 1;
}

/** How many keys a track has before old ones are dropped. */
const ROOM = 64;

/** Keeps the values of tracks while a recorder keeps its frames. */
export class TrackKeys {
	readonly #tracks = new Map<string, TrackHistory>();

	/** The tracks so far, in the order of their first values. */
	get tracks(): readonly CapturedTrack[] {
		return [...this.#tracks.values()].map(({ name, kind }) => ({ name, kind }));
	}

	/** The number of tracks so far. */
	get count(): number {
		return this.#tracks.size;
	}

	/** The index of a track, which is new with its first value. Throws `TypeError` for a name of another kind. */
	indexOf({ name, kind }: CapturedTrack): number {
		const known = this.#tracks.get(name);
		if (known === undefined) {
			this.#tracks.set(name, new TrackHistory(name, kind, this.#tracks.size));
			return this.#tracks.size - 1;
		}
		if (known.kind !== kind) throw new TypeError(`tracks: '${name}' is a ${known.kind} track, not a ${kind} track`);
		return known.index;
	}

	/** Adds a value of `sizeOfValue` floats. Values that are not finite are left out. Times must not go back. */
	add(track: CapturedTrack, time: number, floats: ArrayLike<number>, at: number): void {
		this.indexOf(track);
		this.#tracks.get(track.name)!.add(time, floats, at);
	}

	/** Drops what is older than a time, now and then. */
	dropBefore(time: number): void {
		for (const track of this.#tracks.values()) track.dropBefore(time);
	}

	/** Drops all values. */
	clear(): void {
		for (const track of this.#tracks.values()) track.clear();
	}

	/** The tracks with values from `origin` on, at seconds since then. */
	toTracks(origin: number): Track[] {
		return [...this.#tracks.values()].flatMap((track) => track.toTrack(origin) ?? []);
	}
}

class TrackHistory {
	readonly name: string;
	readonly kind: CapturedKind;
	readonly index: number;
	readonly #size: number;
	#times: number[] = [];
	#values: number[] = [];

	constructor(name: string, kind: CapturedKind, index: number) {
		this.name = name;
		this.kind = kind;
		this.index = index;
		this.#size = sizeOfValue(kind);
	}

	add(time: number, floats: ArrayLike<number>, at: number): void {
		const size = this.#size;
		for (let i = 0; i < size; i++) if (!Number.isFinite(floats[at + i]!)) return;
		const last = this.#values.length - size;
		if (this.kind === 'boolean' && last >= 0 && this.#values[last] === floats[at]) return;
		// Neighboring rotations have the same sign, so that lines between them do not pass through zero.
		let dot = 0;
		if (this.kind === 'pose' && last >= 0) {
			for (let i = 3; i < size; i++) dot += this.#values[last + i]! * floats[at + i]!;
		}
		this.#times.push(time);
		for (let i = 0; i < size; i++) this.#values.push(dot < 0 && i >= 3 ? -floats[at + i]! : floats[at + i]!);
	}

	dropBefore(time: number): void {
		const half = this.#times.length >> 1;
		if (half < ROOM || !(this.#times[half]! < time)) return;
		this.#times = this.#times.slice(half);
		this.#values = this.#values.slice(half * this.#size);
	}

	clear(): void {
		this.#times = [];
		this.#values = [];
	}

	toTrack(origin: number): Track | null {
		const { name, kind } = this;
		let first = this.#times.findIndex((time) => time >= origin);
		if (first < 0) first = this.#times.length;
		// The state from before still holds.
		if (kind === 'boolean' && first > 0 && this.#times[first] !== origin) first--;
		const times = this.#times.slice(first).map((time) => Math.max(0, time - origin));
		if (times.length === 0) return null;
		const curveOf = (component: number): ReturnType<typeof createCurve> => {
			const keys = times.flatMap((time, i) => [time, this.#values[(first + i) * this.#size + component]!]);
			return createCurve(keys, { kind: kind === 'boolean' ? 'boolean' : 'float' });
		};
		if (kind !== 'pose') return { name, kind, value: curveOf(0) } satisfies ValueTrack;
		return {
			name,
			kind,
			position: { x: curveOf(0), y: curveOf(1), z: curveOf(2) },
			rotation: { x: curveOf(3), y: curveOf(4), z: curveOf(5), w: curveOf(6) },
		} satisfies PoseTrack;
	}
}
