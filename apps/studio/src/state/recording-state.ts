import type { Issue } from '@handreel/core';
import type { KeptData, RemainingIssue, RepairedIssue } from '@handreel/core/diagnose';
import type { Comparison } from '@handreel/core/edit';
import type {
	CompareSettings,
	DeviationLane,
	OpenedRecording,
	OverlayRecording,
	Progress,
	RefusedRecording,
	SaveFormat,
} from '../worker/protocol.ts';
import type { WritableHandle } from './file-handles.ts';
import type { History } from './history.ts';

/** An open recording. */
export interface OpenDocument extends OpenedRecording {
	readonly id: number;
	/** The name, with a number if another open recording has the same name. */
	readonly label: string;
	/** Its path relative to the page; `null` for local files. */
	readonly address: string | null;
	/** Where it can be saved again without a question; `null` if it cannot. */
	readonly place: SavePlace | null;
	/** `null` until a worker has inspected the recording. */
	readonly issues: readonly Issue[] | null;
	/** The times of all keys; `null` until a worker has inspected the recording. */
	readonly keyTimes: Float32Array | null;
	/** Set for a repaired copy. */
	readonly repair: RepairReport | null;
	readonly history: History;
	/** Whether it is a take in progress, which grows and cannot be edited. */
	readonly isLive: boolean;
}

/** A file that the page may write. */
export interface SavePlace {
	readonly handle: WritableHandle;
	readonly format: SaveFormat;
}

/** The result of a repair. */
export interface RepairReport {
	/** The id of the original; `null` for a file that could not be opened. */
	readonly from: number | null;
	readonly repaired: readonly RepairedIssue[];
	readonly remaining: readonly RemainingIssue[];
	/** How much of the original was kept. */
	readonly kept: KeptData | null;
}

/** A file that is being opened or repaired, or a recording that is being edited. */
export interface Task extends Progress {
	readonly id: number;
	readonly kind: 'open' | 'repair' | 'edit';
	readonly name: string;
	/** Its path relative to the page; `null` for local files. */
	readonly address: string | null;
	readonly cancel: () => void;
}

/** A file that could not be opened. */
export interface RefusedFile extends RefusedRecording {
	readonly id: number;
}

/** A comparison of two open recordings by id. */
export interface ComparisonState {
	readonly a: number;
	readonly b: number;
	readonly settings: CompareSettings;
	/** `null` until the worker is done. */
	readonly result: Comparison | null;
	readonly lane: DeviationLane | null;
	/** The second recording with the settings applied; `null` if they change nothing. */
	readonly moved: OverlayRecording | null;
}

/** The name of a new document: the given name, or the name with the first free number. */
export function makeLabel(name: string, taken: readonly string[]): string {
	for (let i = 1; ; i++) {
		const label = i === 1 ? name : `${name} (${i})`;
		if (!taken.includes(label)) return label;
	}
}
