// What modules share with the runtime. The script of modules takes it from `handreel.kit`, because classes and the state
// behind them must exist once.
export { SESSION_PICTURES } from '../page/context-bindings.ts';
export { isCompatible } from './compatible-contexts.ts';
export {
	checkArgument,
	checkInternal,
	checkState,
	checkSupport,
	defineAttributes,
	defineHandlers,
	defineInterface,
	INTERNAL,
	type Interface,
} from './internal.ts';
export { getSessionState, type SessionState, type ViewPlan } from './session-state.ts';
export { defineEvent, type EventClass } from './xr-events.ts';
export { checkFrame, XRFrame } from './xr-frame.ts';
export type { XRInputSource } from './xr-input-source.ts';
export { listLayers, XRRenderState, type XRRenderStateInit } from './xr-render-state.ts';
export { createTransform, getTransformPose, XRRigidTransform } from './xr-rigid-transform.ts';
export { XRSession } from './xr-session.ts';
export { getSpaceState, movePose, XRSpace } from './xr-space.ts';
export { getViewOrigin, type XRPose, type XRView, XRViewport } from './xr-views.ts';
export { getLayerState, XRLayer, XRWebGLLayer } from './xr-webgl-layer.ts';
