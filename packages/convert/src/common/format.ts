import type { Issue, LimitOptions, Option, OptionTable, OptionValue, Recording } from '@handreel/core';
import type { Head } from './head.ts';

/**
 * The kinds of data in a recording, in the order of tables. `rays` are pointing rays and pinch strength, `keys` the times
 * and values of keys, `tangents` tangents, weights and steps, `wraps` wrap modes.
 */
export const DATA_KINDS = [
	'head',
	'hands',
	'gaze',
	'rays',
	'radii',
	'controllers',
	'markers',
	'tracks',
	'info',
	'room',
	'keys',
	'tangents',
	'wraps',
] as const;

/** A kind of data in a recording. */
export type DataKind = (typeof DATA_KINDS)[number];

/** How much of each kind of data a format loses. It keeps the kinds that are absent. */
export type FormatLosses = { readonly [K in DataKind]?: 'some' | 'all' };

/** What all formats share: files, and data sets of many recordings. */
export interface FormatFacts {
	readonly name: string;
	/** The name in prose, as on a button. */
	readonly title: string;
	readonly description: string;
	/** Data that is lost, for a recording that has everything, written with default options. */
	readonly losses: FormatLosses;
	/** The options for writing. */
	readonly options: OptionTable;
}

/**
 * The description of a file format: everything but its code, which is loaded on demand. The front door, flags and help of
 * the command, the studio's dialogs and tables in documents come from it.
 */
export interface Format extends FormatFacts {
	/** With the dot, in lower case. The first one is the usual one. The longest extension that fits a name decides. */
	readonly extensions: readonly string[];
	/** Whether other files often have the same extensions, so that the content decides whether one is a recording. */
	readonly sharesExtensions?: true;
	readonly mediaType: string;
	/** Which files can be read: `own` means those that handreel wrote. */
	readonly reads: 'all' | 'own' | 'no';
	readonly writes: boolean;
	/** The options for reading. */
	readonly readOptions: OptionTable;
	/** The codes of issues that only this format reports, with their meanings. */
	readonly issues: Readonly<Record<string, string>>;
	/** Whether a file may be of this format, judged by its first bytes. */
	readonly matches: (head: Head) => boolean;
	/** For formats of other things, too: whether a file that matches may hold a recording. Default: it does. */
	readonly holdsRecording?: (head: Head) => boolean;
	readonly loadDecoder?: () => Promise<Decoder>;
	readonly loadEncoder?: () => Promise<Encoder>;
	/** Whether files keep the unknown parts of a recording, because they hold a reel. */
	readonly keepsUnknown?: true;
	/** For formats of which damaged files keep something. */
	readonly loadRecovery?: () => Promise<Recovery>;
}

/** A {@link Format} with the types of its names and options. Returns the given object. */
export function defineFormat<const F extends Format>(format: F): F {
	return format;
}

/** Reads a file of a format. Throws `RecordingError` for damaged files. */
// biome-ignore lint/suspicious/noExplicitAny: each format has its options.
export type Decoder<O = any> = (bytes: Uint8Array, options: O) => ReadResult;
/** Writes a recording in a format. */
// biome-ignore lint/suspicious/noExplicitAny: each format has its options.
export type Encoder<O = any> = (recording: Recording, options: O) => FormatChunks;
/** Reads what is intact of a damaged file. */
export type Recovery = (bytes: Uint8Array, options: LimitOptions) => Recovered | Promise<Recovered>;

/** A recording that was read from another format. */
export interface ReadResult {
	readonly recording: Recording;
	/** Questionable or unreadable content, as warnings. */
	readonly issues: readonly Issue[];
}

/** A recording as the bytes of a file. */
export interface EncodeResult {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** The layout of the file, for formats that have several. */
	readonly layout?: string | undefined;
	/** Data that the file does not hold, as warnings. */
	readonly issues: readonly Issue[];
}

/** A recording as the bytes of a file, in pieces. */
export interface EncodeChunks extends Omit<EncodeResult, 'bytes'> {
	/** Text of many rows, columns and messages come in pieces that are made on demand; other formats are one piece. */
	readonly chunks: Iterable<Uint8Array<ArrayBuffer>>;
}

/** What the encoder of a {@link Format} returns: {@link EncodeChunks} whose pieces may be text. */
export interface FormatChunks extends Omit<EncodeResult, 'bytes'> {
	readonly chunks: Iterable<Uint8Array<ArrayBuffer> | string>;
}

/** What is left of a file that may be damaged. */
export interface Recovered {
	/** The intact data, as it was read; `null` if nothing is intact. */
	readonly recording: Recording | null;
	/** Whether nothing is missing. */
	readonly isComplete: boolean;
	/**
	 * Damage as errors, and everything that reading the rest reports. For a damaged .bin file, the issues that core's
	 * `diagnoseBytes` lists. Damage to a journal is a warning if frames are left: journals are made to survive crashes.
	 */
	readonly issues: readonly Issue[];
	/**
	 * The intact blocks of a reel, or the complete frames of a Unity XR Hands capture or a journal; `null` for other formats,
	 * and if the file cannot be read at all.
	 */
	readonly pieces: { readonly kind: 'block' | 'frame'; readonly count: number } | null;
	/** The spans whose pieces are lost, in seconds. Infinite where they start or end is unknown. */
	readonly gaps: ReadonlyArray<{ readonly start: number; readonly end: number }>;
}

/** The options of several tables together. */
export type AllOptions<T extends OptionTable> = {
	readonly [N in T extends unknown ? keyof T : never]?:
		| (T extends Readonly<Record<N, infer O extends Option>> ? OptionValue<O> : never)
		| undefined;
};

/** The table of a format without options. */
export const NO_OPTIONS = {} as const;
