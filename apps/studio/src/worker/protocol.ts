import type { FormatName, WritableFormatName } from '@handreel/convert';
import type { ByteSpan, FrameTable, Issue, LayoutName, RecordingSummary } from '@handreel/core';
import type { KeptData, RemainingIssue, RepairedIssue } from '@handreel/core/diagnose';
import type { Comparison } from '@handreel/core/edit';
import type { Channel, RecordingMeasures } from '@handreel/core/measure';
import type { ThemeName } from '@handreel/plot';
import type { Edit } from './edits.ts';
import type { Histogram } from './histogram.ts';
import type { Catalog } from './read-catalog.ts';
import type { StoredRecording } from './stored-recording.ts';

/** A recording as the 3D view draws it. */
export interface BakedRecording {
	readonly summary: RecordingSummary;
	/** All poses over time, in the space of three.js. */
	readonly table: FrameTable;
	/** The places of the joints of a body, three floats each per row; NaN while it is not tracked. Absent without a body. */
	readonly body?: Float32Array | undefined;
	/** Rows of the table per second. */
	readonly tableFrameRate: number;
	/** The playable range in seconds. */
	readonly start: number;
	readonly end: number;
}

/** A recording that can be opened again, without the data that follows from its keys. */
export interface KeptRecording {
	readonly name: string;
	/** The format of the file that it was read from, or of the original of a repaired copy. */
	readonly format: FormatName;
	/** The layout of the .bin file that it was read from, also after edits; `null` for other formats. */
	readonly sourceLayout: LayoutName | null;
	/** The size of the file in bytes; `null` for a recording that was not read from a file. */
	readonly fileSize: number | null;
	readonly stored: StoredRecording;
	/** The file, if it is a .bin file. */
	readonly bin: Blob | null;
	/** Content of a file in another format that could not be read. */
	readonly readIssues: readonly Issue[];
}

/** An open recording. */
export interface OpenedRecording extends KeptRecording, BakedRecording {
	/** The layout of a .bin file that stores all of its sections and markers. */
	readonly layout: LayoutName;
	/** The size of that file, if the recording comes from a .bin file. */
	readonly binSize: number | null;
}

/** A file that could not be opened. */
export interface RefusedRecording {
	readonly name: string;
	readonly file: Blob;
	readonly issue: Issue;
	/** What a repair would keep; `null` when it would keep nothing. */
	readonly salvage: Salvage | null;
}

/** The readable part of a damaged file. */
export interface Salvage {
	/** Curves that have keys. */
	readonly curves: number;
	readonly keys: number;
	readonly markers: number;
	/** Seconds. */
	readonly duration: number;
	readonly kept: KeptData | null;
}

/** The results of a slower analysis that runs in the background. */
export interface Inspection {
	readonly issues: readonly Issue[];
	/** The times of all keys, sorted, without duplicates. */
	readonly keyTimes: Float32Array;
}

/** A recording, and its file if that is a .bin file. */
export interface InspectRequest {
	readonly bin: Blob | null;
	readonly stored: StoredRecording;
}

/** A .bin file and the meaning of each of its bytes. */
export interface ByteMap {
	readonly file: Blob;
	readonly spans: readonly ByteSpan[];
}

/** What to repair: a file, which may be damaged, or a recording. */
export type RepairSource = { readonly file: Blob } | { readonly stored: StoredRecording; readonly format: FormatName };

/** The result of a repair. */
export interface RepairedRecording {
	/** `null` when nothing is readable. */
	readonly copy: OpenedRecording | null;
	readonly repaired: readonly RepairedIssue[];
	readonly remaining: readonly RemainingIssue[];
	/** How much of the file was kept; `null` when nothing is readable. */
	readonly kept: KeptData | null;
}

/** The progress of a worker. */
export interface Progress {
	readonly phase: 'reading' | 'decoding' | 'baking';
	/** From 0 to 1. */
	readonly share: number;
}

/** A layout of a .bin file, or another format. */
export type SaveFormat = LayoutName | Exclude<WritableFormatName, 'bin'>;

/** What to save. */
export interface SaveRequest {
	readonly stored: StoredRecording;
	readonly format: SaveFormat;
	/** The name of the recording in files that may hold several. */
	readonly name: string;
}

/** A recording, or the part of it between two times in seconds, for a link or a page. */
export interface CarryRequest {
	readonly stored: StoredRecording;
	readonly part: { readonly start: number; readonly end: number } | null;
	readonly maxBytes: number;
	/** Longer recordings are not tried. */
	readonly maxSeconds: number;
}

/** A recording for a link. */
export interface CarriedRecording {
	/** A `.reel` file; `null` if it is too large. */
	readonly bytes: Uint8Array<ArrayBuffer> | null;
	/** Whether it is the same, and not only close. */
	readonly isExact: boolean;
	/** The size in bytes, also if it is too large; `null` if it was not tried. */
	readonly size: number | null;
}

/** An encoded file. */
export interface SavedFile {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Without the dot. */
	readonly extension: string;
	readonly type: string;
	/** Data that the format cannot store. */
	readonly issues: readonly Issue[];
}

/** How two recordings are compared. */
export interface CompareSettings {
	/** Seconds by which the second recording starts later. */
	readonly offset: number;
	/** Whether the second recording is moved so that both heads start at the same place and face the same way. */
	readonly isAligned: boolean;
}

/** The deviation of two recordings over the time that they share. */
export interface ComparedRecordings {
	readonly result: Comparison;
	readonly lane: DeviationLane;
	/** The second recording with the settings applied; `null` if they change nothing. */
	readonly moved: OverlayRecording | null;
}

/** A recording that is drawn over another. */
export interface OverlayRecording extends BakedRecording {
	readonly stored: StoredRecording;
}

/** The largest deviation at times of the comparison. */
export interface DeviationLane {
	readonly times: Float64Array;
	/** Meters, over all positions. */
	readonly position: Float32Array;
	/** Degrees, over all rotations and directions. */
	readonly rotation: Float32Array;
}

/** The result of an edit. */
export interface EditedRecording {
	/** `null` if nothing changed. */
	readonly opened: OpenedRecording | null;
	/** A remark about the result, or an empty string. */
	readonly remark: string;
}

/** A recording, and an edit whose effect is measured. */
export interface PreviewRequest {
	readonly kept: Pick<KeptRecording, 'stored' | 'format' | 'sourceLayout'>;
	readonly edit: Edit;
}

/** What an edit would change. */
export interface EditPreview {
	/** The edited recording. */
	readonly result: OverlayRecording;
	/** Sizes of the files before and after, for edits that make files smaller; `null` for others. */
	readonly bytes: readonly [before: number, after: number] | null;
	/** The format of these files. */
	readonly format: 'bin' | 'reel';
	/** Seconds. */
	readonly duration: readonly [before: number, after: number];
	readonly keys: readonly [before: number, after: number];
	/** The largest deviation of positions in meters. */
	readonly position: number;
	/** The largest deviation of rotations in degrees. */
	readonly rotation: number;
	readonly remark: string;
}

/** A plot of what `handreel plot` shows without options. */
export interface PlotRequest {
	readonly name: string;
	readonly stored: StoredRecording;
	readonly problems: readonly Issue[];
	/** Seconds. */
	readonly start: number;
	readonly end: number;
	/** Pixels. */
	readonly width: number;
	readonly theme: ThemeName;
}

/** Texts that match channels: expressions, patterns, functions alone, points or tracks. */
export interface ChannelRequest {
	readonly stored: StoredRecording;
	readonly texts: readonly string[];
}

/** Groups of curves whose key times are listed. */
export interface RowTimesRequest {
	readonly stored: StoredRecording;
	readonly rows: readonly (readonly string[])[];
}

/** The channels that texts match. */
export interface MadeChannels {
	readonly channels: Channel[];
	/** Curves of the recording. */
	readonly paths: string[];
	/** Texts that are not understood, or that the recording has no data for. */
	readonly failures: { readonly text: string; readonly message: string }[];
}

/** The figures of a recording. */
export interface Statistics {
	readonly measures: RecordingMeasures;
	readonly histograms: readonly Histogram[];
}

/** The calls that a worker answers. */
export interface WorkerCalls {
	open(request: { name: string; blob: Blob }): Promise<OpenedRecording | RefusedRecording>;
	show(request: KeptRecording): Promise<OpenedRecording>;
	inspect(request: InspectRequest): Promise<Inspection>;
	map(request: InspectRequest): Promise<ByteMap>;
	channels(request: ChannelRequest): Promise<MadeChannels>;
	rowTimes(request: RowTimesRequest): Promise<Float32Array[]>;
	measure(request: { stored: StoredRecording }): Promise<Statistics>;
	save(request: SaveRequest): Promise<SavedFile>;
	carry(request: CarryRequest): Promise<CarriedRecording>;
	compare(request: CompareRequest): Promise<ComparedRecordings>;
	edit(request: { kept: KeptRecording; edit: Edit }): Promise<EditedRecording>;
	preview(request: PreviewRequest): Promise<EditPreview>;
	split(request: { kept: KeptRecording; times: readonly number[] }): Promise<OpenedRecording[]>;
	repair(request: { name: string; source: RepairSource }): Promise<RepairedRecording>;
	/** Returns `null` for a file that is not a catalog. */
	catalog(request: { blob: Blob }): Promise<Catalog | null>;
	/** Returns a column of the catalog per name. */
	figures(request: { blob: Blob; names: readonly string[] }): Promise<Float64Array[]>;
	/** Returns an SVG document. */
	plot(request: PlotRequest): Promise<string>;
}

/** Two recordings, and how to compare them. */
export interface CompareRequest {
	readonly a: StoredRecording;
	readonly b: StoredRecording;
	readonly settings: CompareSettings;
}

/** A message to a worker. A worker has one request at a time. */
export interface WorkerRequest {
	readonly name: keyof WorkerCalls;
	readonly request: unknown;
}

/** A message from a worker: progress, a result or an error. */
export type WorkerMessage = { readonly progress: Progress } | { readonly result: unknown } | { readonly error: string };

/** True for a file that could not be opened. */
export function isRefused(result: OpenedRecording | RefusedRecording): result is RefusedRecording {
	return 'issue' in result;
}
