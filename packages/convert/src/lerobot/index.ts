/**
 * Converts recordings to LeRobot v3.0 data sets.
 *
 * @example
 * const { files, issues } = encodeLeRobot([{ name: 'pick-up', recording }]);
 *
 * @module
 */

export { lerobotDataset } from './dataset.ts';
export { encodeLeRobot } from './encode-lerobot.ts';
export type { LeRobotOptions } from './options.ts';
