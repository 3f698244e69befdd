/** A file that a command writes, where it was called. */
export interface ResultFile {
	readonly path: string;
	readonly bytes: Uint8Array;
	readonly mediaType: string;
}

/** What a command of a session reports. */
export interface SessionResult {
	/** A short text for people and models. Lines that hold texts of the page start with a mark of ours. */
	readonly text: string;
	/** The same for programs. */
	readonly data: Readonly<Record<string, unknown>>;
	readonly file?: ResultFile;
}

/** Values of the arguments of a command, checked against its description. */
export type SessionArguments = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
