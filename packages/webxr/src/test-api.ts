/**
 * The WebXR Test API: `navigator.xr.test` connects and moves simulated devices.
 *
 * @module
 */

export type { FakeXRDevice } from './test-api/fake-device.ts';
export type {
	FakeXRAnchorCreationParameters,
	FakeXRBoundsPoint,
	FakeXRButtonStateInit,
	FakeXRButtonType,
	FakeXRDeviceInit,
	FakeXRFieldOfViewInit,
	FakeXRInputSourceInit,
	FakeXRJointStateInit,
	FakeXRLightEstimateInit,
	FakeXRPlaneInit,
	FakeXRRegionInit,
	FakeXRRigidTransformInit,
	FakeXRTriangleInit,
	FakeXRViewInit,
	FakeXRWorldInit,
} from './test-api/fake-init.ts';
export type { FakeXRInputController } from './test-api/fake-input-controller.ts';
export type { FakeXRAnchorController, FakeXRAnchorCreationCallback } from './test-api/fake-room.ts';
export { type InstalledTestApi, installTestApi, TEST_API_DEFAULTS } from './test-api/install-test-api.ts';
export type { XRTest } from './test-api/xr-test.ts';
