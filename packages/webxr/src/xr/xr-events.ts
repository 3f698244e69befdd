import type { Eye } from '../device/device.ts';
import { defineAttributes } from './internal.ts';
import type { XRFrame } from './xr-frame.ts';
import type { XRInputSource } from './xr-input-source.ts';
import type { XRRigidTransform } from './xr-rigid-transform.ts';
import type { XRSession } from './xr-session.ts';
import type { XRReferenceSpace } from './xr-space.ts';

interface VisibilityMaskInit {
	readonly session: XRSession;
	readonly eye: Eye;
	readonly index: number;
	readonly vertices: Float32Array;
	readonly indices: Uint32Array;
}

const MASK_MEMBERS = ['session', 'eye', 'index', 'vertices', 'indices'] as const;

/** An event of a session. */
export class XRSessionEvent extends Event {
	readonly #session: XRSession;

	constructor(type: string, init: EventInit & { session: XRSession }) {
		super(type, init);
		this.#session = readMember(init, 'session');
	}

	get session(): XRSession {
		return this.#session;
	}
}

/** An event of an input source. */
export class XRInputSourceEvent extends Event {
	readonly #frame: XRFrame;
	readonly #inputSource: XRInputSource;

	constructor(type: string, init: EventInit & { frame: XRFrame; inputSource: XRInputSource }) {
		super(type, init);
		this.#frame = readMember(init, 'frame');
		this.#inputSource = readMember(init, 'inputSource');
	}

	get frame(): XRFrame {
		return this.#frame;
	}

	get inputSource(): XRInputSource {
		return this.#inputSource;
	}
}

/** Input sources were added or removed. */
export class XRInputSourcesChangeEvent extends Event {
	readonly #session: XRSession;
	readonly #added: readonly XRInputSource[];
	readonly #removed: readonly XRInputSource[];

	constructor(
		type: string,
		init: EventInit & { session: XRSession; added: readonly XRInputSource[]; removed: readonly XRInputSource[] },
	) {
		super(type, init);
		this.#session = readMember(init, 'session');
		this.#added = Object.freeze([...readMember(init, 'added')]);
		this.#removed = Object.freeze([...readMember(init, 'removed')]);
	}

	get session(): XRSession {
		return this.#session;
	}

	get added(): readonly XRInputSource[] {
		return this.#added;
	}

	get removed(): readonly XRInputSource[] {
		return this.#removed;
	}
}

/** The origin of a reference space has jumped. */
export class XRReferenceSpaceEvent extends Event {
	readonly #referenceSpace: XRReferenceSpace;
	readonly #transform: XRRigidTransform | null;

	constructor(
		type: string,
		init: EventInit & { referenceSpace: XRReferenceSpace; transform?: XRRigidTransform | null },
	) {
		super(type, init);
		this.#referenceSpace = readMember(init, 'referenceSpace');
		this.#transform = init.transform ?? null;
	}

	get referenceSpace(): XRReferenceSpace {
		return this.#referenceSpace;
	}

	get transform(): XRRigidTransform | null {
		return this.#transform;
	}
}

/** The part of a view that the wearer can see has changed. */
export class XRVisibilityMaskChangeEvent extends Event {
	declare readonly session: XRSession;
	declare readonly eye: Eye;
	/** The index of the view. */
	declare readonly index: number;
	/** Pairs of x and y at a distance of 1 m. */
	declare readonly vertices: Float32Array;
	/** Triangles. */
	declare readonly indices: Uint32Array;
	readonly #init: VisibilityMaskInit;

	constructor(type: string, init: EventInit & VisibilityMaskInit) {
		super(type, init);
		for (const name of MASK_MEMBERS) readMember(init, name);
		this.#init = init;
	}

	static {
		defineAttributes(XRVisibilityMaskChangeEvent.prototype, (event) => event.#init, MASK_MEMBERS);
	}
}

function readMember<T, Name extends keyof T & string>(init: T, name: Name): T[Name] {
	if (init[name] === undefined) throw new TypeError(`${name} is missing`);
	return init[name];
}
