// The bytes of a journal (FORMAT.md, "Journals").

/** The version that is written. */
export const JOURNAL_VERSION = 2;
/** Version 1 has neither extras in frames nor details. */
export const JOURNAL_VERSIONS: readonly number[] = [1, JOURNAL_VERSION];
/** Words before the first record: magic (2), version, CRC-32 of these three. */
export const JOURNAL_HEADER_WORDS = 4;

/** The first word of a record: d7 'h' 'r' 'j'. */
export const SYNC_WORD = 0x6a72_68d7;
/** Words of a record before its content: sync, CRC-32 of all after it, bytes of content, number, take, kind. */
export const RECORD_HEADER_WORDS = 6;
/** Bytes of a record that its checksum does not cover: sync word and checksum. */
export const UNCHECKED_BYTES = 8;

/** Record kinds: the low byte of a record's sixth word. The next byte holds the section bits. */
export const RECORD_KINDS = { start: 1, frame: 2, marker: 3, stop: 4, discard: 5, details: 6, values: 7 } as const;

/** Section bits: head, hands, gaze, controllers; and whether the recording includes them even if they were never seen. */
export const SECTION_BITS = { head: 1, hands: 2, gaze: 4, isExplicit: 8, controllers: 16 } as const;
/** The position of the section bits in the sixth word. */
export const SECTION_SHIFT = 8;

/** Words of details before their JSON: its byte length. */
export const DETAILS_HEADER_WORDS = 1;
/** Words of values before the first of them: time (2). Each value is the index of its track in the details, then its floats. */
export const VALUES_HEADER_WORDS = 2;
/** Words of a marker before its name: time (2), byte length of the name. */
export const MARKER_HEADER_WORDS = 3;
