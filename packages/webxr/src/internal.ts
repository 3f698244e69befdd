/**
 * Not covered by semantic versioning: what `@handreel/playwright` needs, and users do not.
 *
 * @module
 */

export { readTrace } from './trace/read-trace.ts';
