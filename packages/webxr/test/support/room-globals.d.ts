// What rooms add to frames and sessions.
import type { XRAnchor as Anchor } from '../../src/room/anchors.ts';
import type { XRHitTestResult, XRHitTestSource, XRTransientInputHitTestResult } from '../../src/room/hit-test.ts';
import type { XRLightEstimate, XRLightProbe } from '../../src/room/light.ts';
import type { XRMesh, XRPlane } from '../../src/room/tracked-things.ts';
import type { XRFrame as Frame } from '../../src/xr/xr-frame.ts';
import type { XRRigidTransform } from '../../src/xr/xr-rigid-transform.ts';
import type { XRSpace as Space } from '../../src/xr/xr-space.ts';

declare module '../../src/xr/xr-frame.ts' {
	interface XRFrame {
		readonly detectedPlanes: ReadonlySet<XRPlane>;
		readonly detectedMeshes: ReadonlySet<XRMesh>;
		readonly trackedAnchors: ReadonlySet<Anchor>;
		createAnchor(pose: XRRigidTransform, space: Space): Promise<Anchor>;
		getHitTestResults(source: XRHitTestSource): XRHitTestResult[];
		getHitTestResultsForTransientInput(source: XRHitTestSource): XRTransientInputHitTestResult[];
		getLightEstimate(probe: XRLightProbe): XRLightEstimate | null;
	}
}

declare module '../../src/xr/xr-session.ts' {
	interface XRSession {
		readonly persistentAnchors: readonly string[];
		requestHitTestSource(options: object): Promise<XRHitTestSource>;
		requestHitTestSourceForTransientInput(options: object): Promise<XRHitTestSource>;
		restorePersistentAnchor(handle: string): Promise<Anchor>;
		deletePersistentAnchor(handle: string): Promise<void>;
		requestLightProbe(): Promise<XRLightProbe>;
	}
}

declare global {
	type XRSpace = Space;
	type XRAnchor = Anchor;
	const XRFrame: typeof Frame;
}
