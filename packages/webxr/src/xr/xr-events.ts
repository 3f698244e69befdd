import type { XRFrame } from './xr-frame.ts';
import type { XRInputSource } from './xr-input-source.ts';
import type { XRRigidTransform } from './xr-rigid-transform.ts';
import type { XRSession } from './xr-session.ts';
import type { XRReferenceSpace } from './xr-space.ts';

/** Something about a session. */
export class XRSessionEvent extends Event {
	readonly session: XRSession;

	constructor(type: string, init: EventInit & { session: XRSession }) {
		super(type, init);
		this.session = init.session;
	}
}

/** An input source did something. */
export class XRInputSourceEvent extends Event {
	readonly frame: XRFrame;
	readonly inputSource: XRInputSource;

	constructor(type: string, init: EventInit & { frame: XRFrame; inputSource: XRInputSource }) {
		super(type, init);
		this.frame = init.frame;
		this.inputSource = init.inputSource;
	}
}

/** Input sources came or went. */
export class XRInputSourcesChangeEvent extends Event {
	readonly session: XRSession;
	readonly added: readonly XRInputSource[];
	readonly removed: readonly XRInputSource[];

	constructor(
		type: string,
		init: EventInit & { session: XRSession; added: readonly XRInputSource[]; removed: readonly XRInputSource[] },
	) {
		super(type, init);
		this.session = init.session;
		this.added = Object.freeze([...init.added]);
		this.removed = Object.freeze([...init.removed]);
	}
}

/** The origin of a reference space jumped. */
export class XRReferenceSpaceEvent extends Event {
	readonly referenceSpace: XRReferenceSpace;
	readonly transform: XRRigidTransform | null;

	constructor(
		type: string,
		init: EventInit & { referenceSpace: XRReferenceSpace; transform?: XRRigidTransform | null },
	) {
		super(type, init);
		this.referenceSpace = init.referenceSpace;
		this.transform = init.transform ?? null;
	}
}
