// Replaces node:child_process in the built command. Commander loads that module for subcommands that are separate
// programs, which handreel does not have. Loading it would take longer than all of `handreel info`.

/** Never called: no subcommand is a separate program. */
export function spawn(): never {
	throw new Error('subcommands are not separate programs');
}
