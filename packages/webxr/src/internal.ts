/**
 * Not covered by semantic versioning: what `@handreel/playwright` needs, and users do not.
 *
 * @module
 */

export { MODULE_OPTIONS } from './page/page-options.ts';
export { readTrace } from './trace/read-trace.ts';
