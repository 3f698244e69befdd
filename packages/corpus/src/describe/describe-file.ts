import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRecording, detectFormat, type ReadableFormatName, recoverRecording } from '@handreel/convert';
import type { TableCell, TableRow } from '@handreel/convert/internal';
import { describeLayout, type Issue, isRecordingError, type Recording, type RecordingInfo } from '@handreel/core';
import { diagnoseRecording } from '@handreel/core/diagnose';
import { checkMarkers, countKeys, keepJsonFields } from '@handreel/core/internal';
import { measureRecording, type RecordingMeasures, readFigure } from '@handreel/core/measure';
import { borrowStable } from '@handreel/node/internal';
import { CATALOG_COLUMNS, type IndexedFile } from '../schema/columns.ts';
import { cleanNumber, FIGURE_COLUMNS } from '../schema/figures.ts';
import { explainError } from './explain-error.ts';
import { findMoment } from './find-moment.ts';
import { listEvents } from './list-events.ts';

/** A file to describe. Plain data, so that it can be sent to a thread. */
export interface DescribeJob {
	/** The folder. */
	readonly root: string;
	/** The path relative to the folder, with `/` as separator. */
	readonly path: string;
	/** The hash of the content that is described already. */
	readonly knownHash?: string;
	/** Why the file cannot be read, if that is known before. */
	readonly reason?: string;
}

/** The result of a {@link DescribeJob}. */
export interface DescribedFile {
	readonly path: string;
	/** Changes whenever the file changes; `null` if the file could not be read. */
	readonly signature: string | null;
	/** `null` if the content has the known hash. */
	readonly file: IndexedFile | null;
}

/** Describes a file for the data set: its row in the catalog, and its events. Does not throw: the row holds the error. */
export async function describeFile({ root, path, knownHash, reason }: DescribeJob): Promise<DescribedFile> {
	try {
		if (reason !== undefined) throw new Error(reason);
		return await borrowStable(join(root, path), async ({ bytes, signature }) => {
			const hash = createHash('sha256').update(bytes).digest('hex');
			if (hash === knownHash) return { path, signature, file: null };
			const content = await inspectBytes(bytes);
			const isLink = lstatSync(join(root, path)).isSymbolicLink();
			return { path, signature, file: describeContent(path, hash, bytes.length, isLink ? hideText(content) : content) };
		});
	} catch (error) {
		return { path, signature: null, file: describeContent(path, null, null, failWith(error)) };
	}
}

interface Content {
	readonly status: 'readable' | 'damaged' | 'unreadable';
	readonly error: string | null;
	readonly format: ReadableFormatName | null;
	readonly issues: readonly Issue[];
	readonly recording: Recording | null;
}

async function inspectBytes(bytes: Uint8Array): Promise<Content> {
	// MRTK leaves empty files.
	const format = bytes.length === 0 ? 'bin' : await detectFormat(bytes);
	try {
		const { recording, issues } = await decodeRecording(bytes, { format, keep: true });
		return { status: 'readable', error: null, format, issues: [...issues, ...diagnoseRecording(recording)], recording };
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return { ...failWith(error), ...(await salvageBytes(bytes, format)), format };
	}
}

// A stranger's link may lead to any file of the user. What is not a recording is not quoted, because errors are passed on with the catalog.
function hideText(content: Content): Content {
	if (content.recording !== null) return content;
	const [code = 'unknown'] = content.issues.map((issue) => issue.code);
	return { ...content, error: `a link to a file that is not a recording (${code})` };
}

async function salvageBytes(bytes: Uint8Array, format: ReadableFormatName | null): Promise<Partial<Content>> {
	const { recording, issues } = await recoverRecording(bytes, { format, keep: true });
	if (recording === null) return { issues };
	// The issues of a .bin file contain its problems.
	const problems = format === 'bin' ? [] : diagnoseRecording(recording);
	return { issues: [...issues, ...problems], recording, status: 'damaged' };
}

function failWith(error: unknown): Content {
	const issues = isRecordingError(error) ? [error.issue] : [];
	return { status: 'unreadable', error: explainError(error), format: null, issues, recording: null };
}

/** The row and the events of a file. Exported for tests. */
export function describeContent(
	path: string,
	hash: string | null,
	bytes: number | null,
	{ status, error, format, issues, recording }: Content,
): IndexedFile {
	const describe = (reason: string | null): Cells => {
		return { path, hash, bytes, status, error: reason, format, ...countIssues(issues, reason), markers: [] };
	};
	if (recording === null) return { path, row: toRow(describe(error), null), events: [] };
	try {
		// A reel can hold times that no table can.
		checkMarkers(recording.markers);
		const measures = measureRecording(recording);
		const events = listEvents(path, recording);
		const moment = findMoment(recording, events);
		const cells: Cells = {
			...describe(error),
			...describeRecording(recording),
			moment: moment && cleanNumber(moment.time),
			moment_left: moment?.joints.left ?? [],
			moment_right: moment?.joints.right ?? [],
		};
		return { path, row: toRow(cells, measures), events };
	} catch (failure) {
		// Recordings that are far too long for their keys cannot be measured.
		const reasons = [error, explainError(failure)].filter((reason) => reason !== null);
		return { path, row: toRow(describe(reasons.join('; ')), null), events: [] };
	}
}

function describeRecording(recording: Recording): Cells {
	const { duration, head, hands, gaze, controllers, info, markers, layout } = recording;
	return {
		layout: layout && describeLayout(layout).name,
		duration: cleanNumber(duration),
		keys: countKeys(recording),
		has_head: head !== null,
		has_hands: hands !== null,
		has_gaze: gaze !== null,
		has_controllers: controllers !== null,
		markers: markers.map(({ name }) => name),
		...describeInfo(info),
	};
}

type Cells = Readonly<Record<string, TableCell>>;

function countIssues(issues: readonly Issue[], error: string | null): Cells {
	const count = (wanted: Issue['severity']): number => issues.filter(({ severity }) => severity === wanted).length;
	return {
		errors: Math.max(count('error'), error === null ? 0 : 1),
		warnings: count('warning'),
		notes: count('info'),
		problems: [...new Set(issues.map(({ code }) => code))].sort(),
	};
}

function describeInfo(info: RecordingInfo): Cells {
	const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
	const kept = keepJsonFields(info);
	return {
		device: text(info.device),
		application: text(info.application),
		date: text(info.date),
		subject: text(info.subject),
		info: Object.keys(kept).length === 0 ? null : JSON.stringify(kept),
	};
}

const FIGURE_PATHS = /* @__PURE__ */ new Map(FIGURE_COLUMNS.map(({ name, path }) => [name, path]));

function toRow(cells: Cells, measures: RecordingMeasures | null): TableRow {
	return CATALOG_COLUMNS.map(({ name, type }): TableCell => {
		const path = FIGURE_PATHS.get(name);
		if (path !== undefined) return measures && readFigure(measures, path);
		return cells[name] ?? (type === 'texts' || type === 'floats' ? [] : null);
	});
}
