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
	'rotation-w-lost':
		'W of a rotation has one key where X, Y and Z have several. MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2 do this.',
	'tail-lost': 'Keys end before the last frame that there was. Every MRTK release that writes version 1.1 does this.',
	'non-finite-value': 'A key has a time, value, tangent or weight that is not finite where it has to be.',
	'unsorted-keys': 'Keys are not in the order of their times.',
	'duplicate-key': 'Two keys of a curve have the same time.',
	'rotation-flip': 'Neighbouring keys of a rotation have opposite signs, so that a straight line passes through zero.',
	'rotation-not-unit': 'A rotation is not of unit length.',
	'gaze-not-unit': 'A gaze direction is not of unit length.',
	'tracked-without-joints': 'A hand is tracked, but its joints have no keys yet.',
	'joints-without-tracking': 'Joints have keys while their hand is not tracked.',
	'bone-length-jump': 'A bone changes its length from one key to the next.',
	teleport: 'A head or a joint moves faster than anybody can.',
	'frozen-frames': 'Frames repeat the one before, bit by bit.',
	'ragged-group': 'The axes of a vector have keys at different times.',
	'negative-start': 'Keys have times below 0. MRTK 2.0.0–2.5.4 do this when their buffer is full.',
	'section-lost': 'The layout to be written has no place for a section.',
	'tangents-lost': 'The layout to be written has no place for tangents, weights and weighted modes.',
	'markers-lost': 'The layout to be written has no marker list.',
	'characters-lost': 'A marker name holds a lone surrogate, which UTF-8 cannot express.',
	'not-a-journal': 'The bytes do not start with the magic number of a journal.',
	'journal-version': 'The journal states a version that is not known.',
	'journal-damaged': 'A part of a journal holds no intact record, or one that does not belong there.',
	'journal-cut': 'A journal ends inside a record, or without having been stopped.',
	'bad-json': 'A JSON text is malformed, or is not a recording.',
	'bad-csv': 'A CSV text is malformed, or is not a table of frames.',
	'bad-gltf': 'A GLB file is malformed, or was not written by handreel.',
	'unknown-column': 'A column of a CSV text is not known and was left out.',
	'payload-lost': 'A NaN has bits that text cannot express.',
	'values-lost': 'Values have no place in what is written, or come back changed.',
	'keys-lost': 'Keys were replaced by samples, merged or left out.',
	'wrap-lost': 'A curve goes on beyond its keys in a way that has no place in what is written.',
	'mesh-lost': 'A hand mesh was left out, because the hand lacks joints that move it.',
} as const;

/** The kind of a problem: a key of {@link ISSUE_CODES}. */
export type IssueCode = keyof typeof ISSUE_CODES;
