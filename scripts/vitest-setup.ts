import { build } from './workspace.mjs';

/** The command line and the package checks are tested as built, so build what changed first. */
export function setup(): void {
	build();
}
