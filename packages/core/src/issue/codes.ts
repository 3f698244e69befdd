/**
 * Every issue code with its meaning. Codes are public and never renamed; `fixtures/broken/` holds a file for each one
 * that a file can cause.
 */
export const ISSUE_CODES = {
	'empty-file': 'The file has no bytes. MRTK 2.6 and later leave one behind when nothing was recorded.',
	'bad-magic': 'The file does not start with the magic number of an input animation.',
	'unsupported-version': 'The file states a version other than 1.0 and 1.1.',
	'bad-flag': 'A section flag of a 1.1 file is neither 0 nor 1.',
	truncated: 'The file ends inside something that it announced.',
	'bad-count': 'A number of keys or markers is negative, or does not fit what follows it.',
	'bad-string': 'A marker name has a malformed length or is not valid UTF-8.',
	'bad-marker-time': 'A marker time is not a number.',
	'trailing-bytes': 'Bytes are left over after everything that the layout holds.',
	'layout-mismatch': 'The file states another version than the layout that reading was told to use.',
	'missing-section': 'A section that the caller requires is not in the file.',
	'ambiguous-layout': 'The bytes fit full and simple keys alike; the more plausible reading was taken.',
	'section-lost': 'The layout to be written has no place for a section.',
	'tangents-lost': 'The layout to be written has no place for tangents, weights and weighted modes.',
	'markers-lost': 'The layout to be written has no marker list.',
	'characters-lost': 'A marker name holds a lone surrogate, which UTF-8 cannot express.',
	'not-a-journal': 'The bytes do not start with the magic number of a journal.',
	'journal-version': 'The journal states a version that is not known.',
	'journal-damaged': 'A part of a journal holds no intact record, or one that does not belong there.',
	'journal-cut': 'A journal ends inside a record, or without having been stopped.',
} as const;

/** The kind of a problem: a key of {@link ISSUE_CODES}. */
export type IssueCode = keyof typeof ISSUE_CODES;
