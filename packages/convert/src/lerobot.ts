/**
 * Converts recordings to LeRobot v3.0 data sets.
 *
 * @example
 * const { files, issues } = encodeLeRobot([{ name: 'pick-up', recording }]);
 *
 * @module
 */

export { type DatasetFile, encodeLeRobot, type LeRobotResult } from './lerobot/encode-lerobot.ts';
export { LEROBOT_DEFAULTS, type LeRobotOptions } from './lerobot/options.ts';
