import type { Issue } from '../issue/error.ts';
import type { Recording } from '../model/recording.ts';
import { type OptionsOf, type OptionTable, readOptions, type SettingsOf } from '../option/option.ts';

/** Options of any table, as a command or a form passes them. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** What an edit did. */
export interface EditOutcome {
	/** A sentence or a line of a list each, for people. */
	readonly notes?: readonly string[] | undefined;
	/** The same as data. */
	readonly report?: Readonly<Record<string, unknown>> | undefined;
}

/** What an edit returns. */
export interface EditResult extends EditOutcome {
	/** The given object if nothing changed. */
	readonly recording: Recording;
	/** Data that the edit changed beyond what it is for, as warnings. */
	readonly issues?: readonly Issue[] | undefined;
}

/** The description of an edit. The edit commands, the forms of the studio and the documents come from it. */
export interface Edit<T extends OptionTable = OptionTable> {
	/** As in a command: `fill`. */
	readonly name: string;
	/** As on a button: `Fill gaps`. */
	readonly title: string;
	/** What the edit does, as a sentence in the imperative. */
	readonly text: string;
	/** More that users should know, as sentences. */
	readonly details?: string | undefined;
	readonly options: T;
	/** Options of which at least one must be given. */
	readonly needsSome?: readonly (keyof T & string)[] | undefined;
	/** Options of the command in examples. */
	readonly examples: readonly string[];
	/** Whether the result is meant to play like the recording, so that comparing both makes sense. */
	readonly staysClose?: true | undefined;
	/** Whether times keep their meaning, so that `limitChanges` can keep the changes in some parts or between two times. */
	readonly keepsTimes?: true | undefined;
	/** Throws `RangeError` for options that contradict each other. */
	readonly check?: ((options: OptionValues) => void) | undefined;
	/** Applies the edit. Throws `RangeError` and `TypeError` for options that do not fit, and what the edit throws. */
	readonly apply: (recording: Recording, options: OptionValues) => EditResult;
	/** What changed between the recording and its result, which may have been written and read since. */
	readonly describe?: ((before: Recording, after: Recording) => EditOutcome) | undefined;
}

/** Reports the parts of a file that this version does not know, and that an edit dropped because keys changed. */
export function listDroppedParts({ unknown: before = [] }: Recording, { unknown: after = [] }: Recording): Issue[] {
	return before
		.filter((part) => !after.includes(part))
		.map(({ name }) => ({
			code: 'reel-unknown',
			severity: 'warning',
			message: `${name} is unknown to this version and was dropped`,
			path: '',
			byteOffset: null,
			time: null,
		}));
}

/** An {@link Edit} whose options are checked, with defaults filled in. */
export function defineEdit<T extends OptionTable>(
	edit: Omit<Edit<T>, 'apply' | 'check'> & {
		readonly check?: (settings: SettingsOf<T>) => void;
		readonly apply: (recording: Recording, settings: SettingsOf<T>) => EditResult;
	},
): Edit {
	const { options, needsSome, check, apply } = edit;
	const read = (given: OptionValues): SettingsOf<T> => {
		const settings = readOptions(options, given as OptionsOf<T>);
		check?.(settings);
		return settings;
	};
	return {
		...(edit as unknown as Edit),
		check: (given) => void read(given),
		apply: (recording, given) => {
			const isGiven = (name: string): boolean => given[name] !== undefined && given[name] !== false;
			if (needsSome !== undefined && !needsSome.some(isGiven))
				throw new TypeError(`options: at least one of ${needsSome.join(', ')} is required`);
			const result = apply(recording, read(given));
			const dropped = listDroppedParts(recording, result.recording);
			return dropped.length === 0 ? result : { ...result, issues: [...(result.issues ?? []), ...dropped] };
		},
	};
}
