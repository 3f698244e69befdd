import type { RuntimeModule } from '../page/page-options.ts';
import { getSessionState, INTERNAL, type SessionState, XRFrame } from '../xr/module-kit.ts';
import type { XRModule } from '../xr/xr-module.ts';
import { XRBody, XRBodySpace } from './xr-body.ts';

const FEATURE = 'body-tracking';
/** The body of each session that has asked for it. */
const bodies = new WeakMap<SessionState, XRBody>();

const definition: XRModule = {
	features: [FEATURE],
	interfaces: { XRBody, XRBodySpace },
	define(_scope, replaced) {
		const attribute = {
			get body(): XRBody | null {
				// Throws for objects of other classes.
				const session = Reflect.get(XRFrame.prototype, 'session', this);
				return bodies.get(getSessionState(session)) ?? null;
			},
		};
		replaced.define(XRFrame.prototype, 'body', {
			...Object.getOwnPropertyDescriptor(attribute, 'body'),
			enumerable: true,
		});
	},
	join(state) {
		if (state.features.has(FEATURE)) bodies.set(state, new XRBody(INTERNAL, state));
		return {};
	},
};

/**
 * The WebXR Body Tracking module, for the option `body`. Sessions with the feature `body-tracking` have the recorded body.
 *
 * @example
 * installReplay(recording, { body: bodyModule });
 */
export const bodyModule: RuntimeModule = definition;
