import { XRWebGLBinding } from '../layers/xr-webgl-binding.ts';
import type { RuntimeModule } from '../page/page-options.ts';
import { getSessionState, XRFrame, type XRRigidTransform, XRSession, type XRSpace } from '../xr/module-kit.ts';
import type { XRModule } from '../xr/xr-module.ts';
import { XRAnchor, XRAnchorSet } from './anchors.ts';
import {
	createSource,
	createTransientSource,
	XRHitTestResult,
	XRHitTestSource,
	XRTransientInputHitTestResult,
	XRTransientInputHitTestSource,
} from './hit-test.ts';
import { createProbe, REFLECTION_FORMATS, readReflections, XRLightEstimate, XRLightProbe } from './light.ts';
import { getFrameRoom, getSessionRoom, SessionRoom } from './session-room.ts';
import { XRMesh, XRMeshSet, XRPlane, XRPlaneSet } from './tracked-things.ts';
import { XRRay } from './xr-ray.ts';

/** What frames get. */
const frameMembers = {
	get detectedPlanes(): unknown {
		return getFrameRoom(this as unknown as XRFrame).planes;
	},
	get detectedMeshes(): unknown {
		return getFrameRoom(this as unknown as XRFrame).meshes;
	},
	get trackedAnchors(): unknown {
		return getFrameRoom(this as unknown as XRFrame).anchors.set;
	},
	async createAnchor(pose: XRRigidTransform, space: XRSpace): Promise<XRAnchor> {
		const frame = this as unknown as XRFrame;
		return getSessionRoom(frame.session).createAnchor(frame, pose, space);
	},
	getHitTestResults(hitTestSource: unknown): unknown {
		const frame = this as unknown as XRFrame;
		return getFrameRoom(frame).listResults(frame, hitTestSource);
	},
	getHitTestResultsForTransientInput(hitTestSource: unknown): unknown {
		const frame = this as unknown as XRFrame;
		return getFrameRoom(frame).listTransientResults(frame, hitTestSource);
	},
	getLightEstimate(lightProbe: unknown): unknown {
		return getFrameRoom(this as unknown as XRFrame).readEstimate(lightProbe);
	},
};

/** What sessions get. */
const sessionMembers = {
	get persistentAnchors(): readonly string[] {
		return Object.freeze([...getSessionRoom(this as unknown as XRSession).anchors.handles]);
	},
	get preferredReflectionFormat(): string {
		getSessionState(this as unknown as XRSession);
		return REFLECTION_FORMATS[0]!;
	},
	async requestHitTestSource(options: unknown): Promise<XRHitTestSource> {
		return createSource(getSessionState(this as unknown as XRSession), options);
	},
	async requestHitTestSourceForTransientInput(options: unknown): Promise<XRTransientInputHitTestSource> {
		return createTransientSource(getSessionState(this as unknown as XRSession), options);
	},
	async restorePersistentAnchor(uuid: string): Promise<XRAnchor> {
		return getSessionRoom(this as unknown as XRSession).anchors.restore(uuid);
	},
	async deletePersistentAnchor(uuid: string): Promise<void> {
		getSessionRoom(this as unknown as XRSession).anchors.forget(uuid);
	},
	async initiateRoomCapture(): Promise<void> {
		getSessionRoom(this as unknown as XRSession).captureRoom();
	},
	async requestLightProbe(options: unknown = {}): Promise<XRLightProbe> {
		return createProbe(getSessionState(this as unknown as XRSession), options);
	},
};

/** What bindings of WebGL get. */
const bindingMembers = {
	getReflectionCubeMap(lightProbe: unknown): null {
		return readReflections(this as unknown as XRWebGLBinding, lightProbe);
	},
};

const definition: XRModule = {
	features: ['plane-detection', 'mesh-detection', 'hit-test', 'anchors', 'light-estimation'],
	interfaces: {
		XRAnchor,
		XRAnchorSet,
		XRHitTestResult,
		XRHitTestSource,
		XRLightEstimate,
		XRLightProbe,
		XRMesh,
		XRMeshSet,
		XRPlane,
		XRPlaneSet,
		XRRay,
		XRTransientInputHitTestResult,
		XRTransientInputHitTestSource,
	},
	define(_scope, replaced) {
		for (const [prototype, members] of [
			[XRFrame.prototype, frameMembers],
			[XRSession.prototype, sessionMembers],
			[XRWebGLBinding.prototype, bindingMembers],
		] as const) {
			for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(members)))
				replaced.define(prototype, name, { ...descriptor, enumerable: true });
		}
	},
	join: (state) => new SessionRoom(state),
};

/**
 * The room around the person: planes, meshes, hit tests, anchors and light, for the option `room`.
 *
 * @example
 * installReplay(recording, { room: roomModule });
 */
export const roomModule: RuntimeModule = definition;
