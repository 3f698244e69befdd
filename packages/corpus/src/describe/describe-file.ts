import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { decodeRecording, detectFormat, type ReadableFormatName, recoverRecording } from '@handreel/convert';
import type { TableCell, TableRow } from '@handreel/convert/table';
import {
	countKeys,
	describeLayout,
	type Issue,
	isRecordingError,
	keepJsonFields,
	type Recording,
	type RecordingInfo,
} from '@handreel/core';
import { diagnoseRecording } from '@handreel/core/diagnose';
import { measureRecording, type RecordingMeasures } from '@handreel/core/measure';
import { CATALOG_COLUMNS, type IndexedFile } from '../schema/columns.ts';
import { cleanNumber, FIGURES, readFigure } from '../schema/figures.ts';
import { explainError } from './explain-error.ts';
import { findMoment } from './find-moment.ts';
import { listEvents } from './list-events.ts';
import { borrowStable } from './read-stable.ts';

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
			return { path, signature, file: describeContent(path, hash, bytes.length, await inspectBytes(bytes)) };
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

function describeContent(path: string, hash: string | null, bytes: number | null, content: Content): IndexedFile {
	const { status, error, format, issues, recording } = content;
	const known = { path, hash, bytes, status, error, format, ...countIssues(issues, error), markers: [] };
	if (recording === null) return { path, row: toRow(known, null), events: [] };
	try {
		const { duration, head, hands, gaze, controllers, info, markers, layout } = recording;
		const measures = measureRecording(recording);
		const events = listEvents(path, recording);
		const moment = findMoment(recording, events);
		const cells: Cells = {
			...known,
			layout: describeLayout(layout).name,
			duration: cleanNumber(duration),
			keys: countKeys(recording),
			has_head: head !== null,
			has_hands: hands !== null,
			has_gaze: gaze !== null,
			has_controllers: controllers !== null,
			markers: markers.map(({ name }) => name),
			...describeInfo(info),
			moment: moment && cleanNumber(moment.time),
			moment_left: moment?.joints.left ?? [],
			moment_right: moment?.joints.right ?? [],
		};
		return { path, row: toRow(cells, measures), events };
	} catch (failure) {
		// Recordings of more than 39 hours cannot be measured.
		return { path, row: toRow({ ...known, error: error ?? explainError(failure) }, null), events: [] };
	}
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

const FIGURES_BY_NAME = /* @__PURE__ */ new Map(FIGURES.map((figure) => [figure.name, figure]));

function toRow(cells: Cells, measures: RecordingMeasures | null): TableRow {
	return CATALOG_COLUMNS.map(({ name, type }): TableCell => {
		const figure = FIGURES_BY_NAME.get(name);
		if (figure !== undefined) return measures && readFigure(measures, figure);
		return cells[name] ?? (type === 'texts' || type === 'floats' ? [] : null);
	});
}
