import type { Issue, Recording } from '@handreel/core';

/** A recording of a file that holds several. */
export interface NamedRecording {
	readonly name: string;
	readonly recording: Recording;
}

type Named = Pick<NamedRecording, 'name'>;

/** Throws `TypeError` unless every recording has a unique name. */
export function checkNames(recordings: readonly Named[]): void {
	const names = new Set<string>();
	for (const { name } of recordings) {
		if (typeof name !== 'string' || name === '') throw new TypeError('name: expected a name for each recording');
		if (names.has(name)) throw new TypeError(`name: two recordings have the name '${name}'`);
		names.add(name);
	}
}

/** Joins the issues of recordings. The messages name the recording if there are several. */
export function nameIssues(issues: readonly (readonly Issue[])[], recordings: readonly Named[]): Issue[] {
	if (recordings.length === 1) return issues.flat();
	return issues.flatMap((list, i) =>
		list.map((issue) => ({ ...issue, message: `${recordings[i]?.name}: ${issue.message}` })),
	);
}
