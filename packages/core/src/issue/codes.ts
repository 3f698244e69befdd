/**
 * The codes of issues with their meanings, apart from those of checks, which `listChecks` of `@handreel/core/diagnose` explains,
 * and those of file formats, which describe them. Codes are public and never renamed. Every code that a file can cause has a file
 * in `fixtures/broken/`.
 */
export const ISSUE_CODES = {
	'empty-file': 'The file is empty. MRTK 2.6 and later write an empty file if nothing was recorded.',
	'bad-magic': 'The file does not start with the magic number of an input animation.',
	'unsupported-version': 'The version of the file is neither 1.0 nor 1.1.',
	'bad-flag': 'A section flag of a 1.1 file is neither 0 nor 1.',
	truncated: 'The file ends before its data is complete.',
	'bad-count': 'A number of keys or markers is negative or does not fit the data.',
	'bad-string': 'A marker name has an invalid length or is not valid UTF-8.',
	'bad-marker-time': 'A marker time is NaN.',
	'trailing-bytes': 'There are extra bytes after the end of the data.',
	'layout-mismatch': 'The file has a different version than the requested layout.',
	'missing-section': 'The file does not contain a required section.',
	'ambiguous-layout': 'The file fits both full and simple keys; the more plausible layout was used.',
	'section-lost': 'The target layout does not support a section.',
	'tangents-lost': 'The target layout does not support tangents, weights, and weighted modes.',
	'markers-lost': 'The target layout does not support markers.',
	'characters-lost': 'A marker name contains a lone surrogate, which UTF-8 does not support.',
	'time-precision-lost': 'An edit makes different times equal, or moves keys noticeably, by rounding to float32.',
	'times-moved': 'Times that float32 would change were moved to start at 0; info.startTime holds the start.',
	'not-a-journal': 'The file does not start with the magic number of a journal.',
	'journal-version': 'The version of the journal is not supported.',
	'journal-damaged': 'A part of the journal contains no intact record, or a record that is out of order.',
	'journal-cut': 'The journal ends inside a record or without a stop record.',
	'journal-followed': 'Another journal follows the recovered journal.',
	'not-a-reel': 'The file does not start with the magic number of a reel.',
	'reel-version': 'The version of the reel is not supported.',
	'reel-damaged': 'A part of the reel has a wrong checksum or content that does not fit.',
	'reel-cut': 'The reel ends before it is complete.',
	'reel-unknown':
		'A part of the reel is unknown to this version. Edits of keys drop it unless it is marked as independent of them.',
	'payload-lost': 'The bits of a NaN cannot be written as text.',
	'values-lost': 'The target format cannot store some values, or changes them.',
	'keys-lost': 'Keys were resampled, merged, or removed.',
	'wrap-lost': 'The target format does not support the wrap mode of a curve.',
	'too-large': 'Reading the file needs more memory, work, or nesting than its size justifies.',
} as const;

/** The kind of a problem: a key of {@link ISSUE_CODES}, or the code of a check or of a file format. */
export type IssueCode = keyof typeof ISSUE_CODES | (string & {});
