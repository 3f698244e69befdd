import { checkInternal, type INTERNAL } from './internal.ts';

/** The browser's interface, which pages cannot construct. */
const Base: typeof EventTarget = globalThis.PermissionStatus ?? EventTarget;

/** The permission of a page to use XR. No browser answers `permissions.query({ name: 'xr' })`, so pages never get it. */
export class XRPermissionStatus extends Base {
	#granted: readonly string[] = [];

	constructor(token: typeof INTERNAL) {
		checkInternal(token);
		super();
	}

	get granted(): readonly string[] {
		return this.#granted;
	}

	set granted(features: readonly string[]) {
		this.#granted = Object.freeze([...features]);
	}
}
