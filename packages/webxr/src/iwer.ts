/**
 * Replays XR input recordings into IWER, an emulator of headsets, for pages that need controllers, planes or hit tests.
 *
 * @module
 */

export { type IwerReplay, installIwerReplay } from './iwer/install-iwer-replay.ts';
export { IWER_VERSION, type IwerDevice, type IwerModule } from './iwer/iwer-module.ts';
export type { IwerReplayOptions } from './iwer/iwer-options.ts';
