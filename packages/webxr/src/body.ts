/**
 * WebXR Body Tracking: the recorded body for the option `body`.
 *
 * @module
 */

export { bodyModule } from './body/body-module.ts';
