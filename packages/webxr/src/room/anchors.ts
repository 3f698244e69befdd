import type { RoomAnchor } from '@handreel/core';
import { findRoomState } from '@handreel/core/internal';
import type { Device, DeviceAnchor } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';
import { checkInternal, checkState, checkSupport, INTERNAL, type SessionState, XRSpace } from '../xr/module-kit.ts';
import { createEmpty, defineSetLike, type SetLike, type SetLikeClass } from './set-like.ts';
import { findRoom } from './tracked-things.ts';

/** An anchor of a session. */
interface AnchorState {
	readonly anchors: SessionAnchors;
	readonly place: DeviceAnchor;
	readonly space: XRSpace;
	isDeleted: boolean;
	/** By which the page restores it. */
	handle: string | null;
}

let readAnchor: (anchor: XRAnchor) => AnchorState;

/** A place that a page keeps. */
export class XRAnchor {
	readonly #state: AnchorState;

	constructor(token: typeof INTERNAL, state: AnchorState) {
		checkInternal(token);
		this.#state = state;
	}

	get anchorSpace(): XRSpace {
		checkState(!this.#state.isDeleted, 'the anchor was deleted');
		return this.#state.space;
	}

	async requestPersistentHandle(): Promise<string> {
		const state = this.#state;
		checkState(!state.isDeleted, 'the anchor was deleted');
		state.handle ??= state.anchors.keep(state.place);
		return state.handle;
	}

	delete(): void {
		this.#state.isDeleted = true;
	}

	static {
		readAnchor = (anchor) => anchor.#state;
	}
}

export const XRAnchorSet: SetLikeClass<XRAnchor> = defineSetLike();

const sessions: WeakMap<SessionState, SessionAnchors> = new WeakMap();
/** What pages keep with a device from session to session. */
const kept: WeakMap<Device, Map<string, DeviceAnchor>> = new WeakMap();

/** Creates an anchor at a place in the space of the device. Throws as `createAnchor` rejects. */
export async function createAnchor(session: SessionState, pose: Pose): Promise<XRAnchor> {
	checkState(!session.isEnded, 'the session has ended');
	checkSupport(session.features.has('anchors'), "the feature 'anchors' was not granted");
	const { createAnchor: create } = session.device;
	const place = create === undefined ? { pose, isGone: false } : await create.call(session.device, pose);
	if (place === null) throw new DOMException('the device cannot create the anchor', 'InvalidStateError');
	return sessions.get(session)!.add(place);
}

/** The anchors of a session. */
export class SessionAnchors {
	set: SetLike<XRAnchor> = createEmpty(XRAnchorSet);
	readonly #session: SessionState;
	#all: readonly XRAnchor[] = [];

	constructor(session: SessionState) {
		this.#session = session;
		sessions.set(session, this);
	}

	add(place: DeviceAnchor, handle: string | null = null): XRAnchor {
		const space = new XRSpace(INTERNAL, this.#session, {
			locate: () => (state.isDeleted || place.isGone ? null : place.pose),
		});
		const state: AnchorState = { anchors: this, place, space, isDeleted: false, handle };
		const anchor = new XRAnchor(INTERNAL, state);
		this.#all = [...this.#all, anchor];
		return anchor;
	}

	/** Starts a frame: new anchors appear, those that were deleted or are gone for good leave. */
	update(): void {
		this.#all = this.#all.filter((anchor) => !readAnchor(anchor).isDeleted && !readAnchor(anchor).place.isGone);
		const before = [...this.set];
		if (this.#all.length !== before.length || this.#all.some((anchor, i) => anchor !== before[i]))
			this.set = new XRAnchorSet(INTERNAL, this.#all);
	}

	/** Keeps an anchor beyond the session, and returns its handle. */
	keep(place: DeviceAnchor): string {
		const all = this.#kept;
		const known = this.handles;
		let number = 1;
		const name = (): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
		while (known.includes(name())) number++;
		all.set(name(), place);
		return name();
	}

	/** The handles that the page can restore: those of the recording that are there, and its own. */
	get handles(): readonly string[] {
		const { device } = this.#session;
		const recorded = this.#recorded.filter((anchor) => findRoomState(anchor, device.roomTime ?? 0) !== null);
		return [...recorded.map(({ name }) => name), ...this.#kept.keys()];
	}

	restore(handle: string): XRAnchor {
		checkState(!this.#session.isEnded, 'the session has ended');
		checkState(this.handles.includes(handle), `there is no persistent anchor ${handle}`);
		const restored = this.#all.find((anchor) => readAnchor(anchor).handle === handle && !readAnchor(anchor).isDeleted);
		if (restored !== undefined) return restored;
		const place = this.#kept.get(handle) ?? this.#follow(handle);
		return this.add(place, handle);
	}

	forget(handle: string): void {
		checkState(this.handles.includes(handle), `there is no persistent anchor ${handle}`);
		this.#kept.delete(handle);
		this.#forgotten.add(handle);
		for (const anchor of this.#all) if (readAnchor(anchor).handle === handle) anchor.delete();
	}

	readonly #forgotten: Set<string> = new Set();

	get #kept(): Map<string, DeviceAnchor> {
		const { device } = this.#session;
		const map = kept.get(device) ?? new Map<string, DeviceAnchor>();
		kept.set(device, map);
		return map;
	}

	get #recorded(): readonly RoomAnchor[] {
		const anchors = findRoom(this.#session.device)?.anchors ?? [];
		return anchors.filter(({ name }) => !this.#forgotten.has(name));
	}

	// An anchor of the recording moves and gets lost as it did then.
	#follow(handle: string): DeviceAnchor {
		const { device } = this.#session;
		const find = (): RoomAnchor | undefined => this.#recorded.find(({ name }) => name === handle);
		const time = (): number => device.roomTime ?? 0;
		return {
			get pose() {
				const anchor = find();
				return (anchor && findRoomState(anchor, time())?.pose) ?? null;
			},
			get isGone() {
				const anchor = find();
				return anchor === undefined || (anchor.end !== null && time() >= anchor.end);
			},
		};
	}
}
