import type { ReplayDriver } from '@handreel/webxr';
import type { XRFrame as Frame } from '../../src/xr/xr-frame.ts';
import type { XRRigidTransform as Transform } from '../../src/xr/xr-rigid-transform.ts';
import type { XRSession as Session } from '../../src/xr/xr-session.ts';
import type { XRReferenceSpace as Space } from '../../src/xr/xr-space.ts';
import type { XRSystem as System } from '../../src/xr/xr-system.ts';
import type { XRWebGLLayer as Layer } from '../../src/xr/xr-webgl-layer.ts';

declare global {
	const handreel: {
		readonly driver: ReplayDriver;
		readonly VirtualDevice: typeof import('@handreel/webxr').VirtualDevice;
	};
	const kit: import('./page-kit.ts').PageKit;
	const XRRigidTransform: typeof Transform;
	const XRWebGLLayer: typeof Layer;
	type XRFrame = Frame;
	type XRSession = Session;
	type XRReferenceSpace = Space;
	interface Navigator {
		readonly xr: System;
	}
}
