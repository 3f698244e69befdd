import type { IssueCode } from '../issue/codes.ts';
import type { Issue } from '../issue/error.ts';
import type { Subject } from './subject.ts';

/** What a rule found. */
export interface Finding {
	/** The place in the model: of a curve, a vector, a pose, a hand, or `''` for the whole recording. */
	readonly path: string;
	/** What was found, without the place. */
	readonly text: string;
	/** Where it starts, in seconds. */
	readonly time?: number;
	/** The first key concerned, for the place in the file: a curve and the index of a key as the file counts them. */
	readonly at?: { readonly path: string; readonly key: number };
	/** Where it differs from the rule's. */
	readonly severity?: Issue['severity'];
}

/** One kind of problem that a recording can have. */
export interface Rule {
	readonly code: IssueCode;
	/**
	 * `error`: something is lost. `warning`: something plays wrongly. `info`: unusual, but a recorder may have meant it.
	 */
	readonly severity: Issue['severity'];
	/** Looks at what is missing, so it says nothing about a file of which a part could not be read. */
	readonly needsWhole?: true;
	/** Why what is left of it after repairing stays, as a sentence. */
	readonly remains: string;
	/** Reports at most one finding for each place. */
	readonly check: (subject: Subject, report: (finding: Finding) => void) => void;
}
