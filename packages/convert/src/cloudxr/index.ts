/**
 * Reads recordings of the WebXR client of Isaac Teleop: hands and controllers.
 *
 * @example const { recording: teleoperated } = decodeCloudxr(await file.text());
 *
 * @module
 */

export { decodeCloudxr } from './decode-cloudxr.ts';
export { cloudxrFormat } from './format.ts';
