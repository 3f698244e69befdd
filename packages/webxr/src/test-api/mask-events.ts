import { XRVisibilityMaskChangeEvent } from '../xr/xr-events.ts';
import type { XRSession } from '../xr/xr-session.ts';
import type { FakeXRViewInit } from './fake-init.ts';

/** Notifies a session which parts of its views are visible. */
export function fireMasks(session: XRSession, views: readonly FakeXRViewInit[]): void {
	views.forEach(({ eye, visibilityMask }, index) => {
		if (visibilityMask === undefined) return;
		const vertices = Float32Array.from(visibilityMask.vertices);
		const indices = Uint32Array.from(visibilityMask.indices);
		const init = { session, eye, index, vertices, indices };
		session.dispatchEvent(new XRVisibilityMaskChangeEvent('visibilitymaskchange', init));
	});
}
