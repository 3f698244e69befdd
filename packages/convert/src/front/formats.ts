import type { OptionTable } from '@handreel/core';
import { aframeFormat } from '../aframe/format.ts';
import { animFormat } from '../anim/format.ts';
import { binFormat } from '../bin/format.ts';
import { bsorFormat } from '../bsor/format.ts';
import { bvhFormat } from '../bvh/format.ts';
import { cloudxrFormat } from '../cloudxr/format.ts';
import type { AllOptions, Format } from '../common/format.ts';
import { csvFormat } from '../csv/format.ts';
import { glbFormat, gltfFormat } from '../gltf/format.ts';
import { handsbinFormat } from '../handsbin/format.ts';
import { iwerFormat } from '../iwer/format.ts';
import { journalFormat } from '../journal/format.ts';
import { jsonFormat } from '../json/format.ts';
import { mcapFormat } from '../mcap/format.ts';
import { mediapipeFormat } from '../mediapipe/format.ts';
import { npzFormat } from '../npz/format.ts';
import { parquetFormat } from '../parquet/format.ts';
import { reelFormat } from '../reel/format.ts';
import { semFormat } from '../sem/format.ts';
import { visionproFormat } from '../visionpro/format.ts';

const LIST = [
	binFormat,
	reelFormat,
	jsonFormat,
	csvFormat,
	glbFormat,
	gltfFormat,
	handsbinFormat,
	mediapipeFormat,
	cloudxrFormat,
	iwerFormat,
	bvhFormat,
	animFormat,
	parquetFormat,
	npzFormat,
	mcapFormat,
	aframeFormat,
	bsorFormat,
	visionproFormat,
	semFormat,
	journalFormat,
] as const satisfies readonly Format[];

/** One of {@link FORMATS}. */
export type KnownFormat = (typeof LIST)[number] extends infer F
	? F extends Format
		? Omit<Format, 'name' | 'reads' | 'writes' | 'options' | 'readOptions'> &
				Pick<F, 'name' | 'reads' | 'writes' | 'options' | 'readOptions'>
		: never
	: never;

/** Every format that recordings are read from or written to. The first that matches a file reads it. */
export const FORMATS: readonly KnownFormat[] = LIST;

/** The name of a file format. */
export type FormatName = KnownFormat['name'];

/** The name of a format that {@link decodeRecording} reads. */
export type ReadableFormatName<F extends Format = KnownFormat> = F extends { reads: 'no' } ? never : F['name'];

/** The name of a format that {@link encodeRecording} writes. */
export type WritableFormatName<F extends Format = KnownFormat> = F extends { writes: false } ? never : F['name'];

/** The options of formats for writing. */
export type WriteOptions<F extends Format = KnownFormat> = AllOptions<F['options']>;

/** The options of formats for reading. */
export type ReadOptions<F extends Format = KnownFormat> = AllOptions<F['readOptions']>;

/** The name of a layout of a format that has several. */
export type FileLayoutName = NonNullable<WriteOptions['layout']>;

/** What takes formats other than {@link FORMATS}. */
export interface FormatsOption<F extends Format> {
	/** Default: {@link FORMATS}. */
	readonly formats?: readonly F[] | undefined;
}

/** Returns the format of the extension of a file name, or `null`. The longest extension decides. */
export function findFormatOfName(name: string): KnownFormat | null {
	const lower = name.toLowerCase();
	let found: KnownFormat | null = null;
	let longest = 0;
	for (const format of FORMATS) {
		for (const extension of format.extensions) {
			if (extension.length <= longest || !lower.endsWith(extension)) continue;
			found = format;
			longest = extension.length;
		}
	}
	return found;
}

/** The format with a name, or `null`. */
export function findFormat<F extends Format = KnownFormat>(
	name: string,
	formats: readonly F[] = FORMATS as readonly Format[] as readonly F[],
): F | null {
	return formats.find((format) => format.name === name) ?? null;
}

/** The names of the layouts of a format; none if it has only one. */
export function listLayouts({ options }: Format): readonly FileLayoutName[] {
	const { layout } = options as OptionTable;
	return layout?.type === 'choice' ? (layout.choices as readonly FileLayoutName[]) : [];
}
