/**
 * Finds problems in files and recordings, and repairs damaged ones.
 *
 * @example
 * import { diagnoseBytes, repairBytes } from '@handreel/core/diagnose';
 * const { issues } = diagnoseBytes(bytes);
 * const { recording, repaired, remaining } = repairBytes(bytes);
 *
 * @module
 */

export { type CheckInfo, listChecks } from './diagnose/checks.ts';
export { type Diagnosis, diagnoseBytes, diagnoseRecording } from './diagnose/diagnose-recording.ts';
export type { KeptData } from './diagnose/measure-kept.ts';
export {
	type RemainingIssue,
	type Repair,
	type RepairedIssue,
	type RepairOptions,
	repairBytes,
	repairRecording,
} from './diagnose/repair.ts';
