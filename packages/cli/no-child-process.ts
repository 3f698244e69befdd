// Stands in for node:child_process in the built command. Commander loads that module for sub-commands that are programs
// of their own, of which there are none here; loading it would take longer than everything that `info` does.

/** Never called: there are no sub-commands that are programs of their own. */
export function spawn(): never {
	throw new Error('sub-commands are not programs of their own');
}
