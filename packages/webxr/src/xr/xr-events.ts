import type { Eye } from '../device/device.ts';
import { defineAttributes } from './internal.ts';
import type { XRFrame } from './xr-frame.ts';
import type { XRInputSource } from './xr-input-source.ts';
import type { XRRigidTransform } from './xr-rigid-transform.ts';
import type { XRSession } from './xr-session.ts';
import type { XRReferenceSpace } from './xr-space.ts';

/** A class of events whose members come from the object that their constructor gets. */
export type EventClass<Members extends object> = new (type: string, init: EventInit & Members) => Event & Members;

/** An event of a session. */
export const XRSessionEvent: EventClass<{ readonly session: XRSession }> = defineEvent(['session']);

/** An event of an input source. */
export const XRInputSourceEvent: EventClass<{ readonly frame: XRFrame; readonly inputSource: XRInputSource }> =
	defineEvent(['frame', 'inputSource']);

/** Input sources were added or removed. */
export const XRInputSourcesChangeEvent: EventClass<{
	readonly session: XRSession;
	readonly added: readonly XRInputSource[];
	readonly removed: readonly XRInputSource[];
}> = defineEvent(['session', 'added', 'removed']);

/** The origin of a reference space has jumped. */
export const XRReferenceSpaceEvent: EventClass<{
	readonly referenceSpace: XRReferenceSpace;
	readonly transform?: XRRigidTransform | null;
}> = defineEvent(['referenceSpace'], ['transform']);

/** The part of a view that the wearer can see has changed. */
export const XRVisibilityMaskChangeEvent: EventClass<{
	readonly session: XRSession;
	readonly eye: Eye;
	/** The index of the view. */
	readonly index: number;
	/** Pairs of x and y at a distance of 1 m. */
	readonly vertices: Float32Array;
	/** Triangles. */
	readonly indices: Uint32Array;
}> = defineEvent(['session', 'eye', 'index', 'vertices', 'indices']);

/** Defines a class of events. Optional members are `null` if they are missing. */
export function defineEvent<Members extends object>(
	required: readonly (keyof Members & string)[],
	optional: readonly (keyof Members & string)[] = [],
): EventClass<Members> {
	const names = [...required, ...optional];
	class XREvent extends Event {
		readonly #members: Members;

		constructor(type: string, init: EventInit & Members) {
			super(type, init);
			const entries = names.map((name) => {
				const value = init[name];
				if (value === undefined && required.includes(name)) throw new TypeError(`${name} is missing`);
				return [name, Array.isArray(value) ? Object.freeze([...value]) : (value ?? null)];
			});
			this.#members = Object.fromEntries(entries);
		}

		static {
			const prototype = XREvent.prototype as XREvent & Members;
			defineAttributes(prototype, (event) => (event as XREvent).#members, names);
		}
	}
	return XREvent as unknown as EventClass<Members>;
}
