import type { Dataset, DatasetResult } from '../common/dataset.ts';
import type { AllOptions } from '../common/format.ts';
import type { NamedRecording } from '../common/named-recording.ts';
import { lerobotDataset } from '../lerobot/dataset.ts';
import { parquetDataset } from '../parquet/dataset.ts';

const LIST = [parquetDataset, lerobotDataset] as const satisfies readonly Dataset[];

/** One of {@link DATASETS}. */
export type KnownDataset = (typeof LIST)[number] extends infer D
	? D extends Dataset
		? Omit<Dataset, 'name' | 'options'> & Pick<D, 'name' | 'options'>
		: never
	: never;

/** Every data set format. */
export const DATASETS: readonly KnownDataset[] = LIST;

/** The name of a data set format. */
export type DatasetName = KnownDataset['name'];

/** How {@link encodeDataset} writes. Each format uses its own options and ignores the others. */
export type DatasetOptions = AllOptions<KnownDataset['options']>;

/**
 * Writes recordings as a data set. The code of the format is loaded on first use.
 *
 * Rejects with `TypeError` for an unknown format, names that are missing or occur twice and unknown parts, and with
 * `RangeError` for options out of range.
 *
 * @example
 * const { files } = await encodeDataset([{ name: 'session-1', recording }], 'lerobot', { frameRate: 30 });
 */
export async function encodeDataset(
	recordings: readonly NamedRecording[],
	format: DatasetName,
	options: DatasetOptions = {},
): Promise<DatasetResult> {
	const found = DATASETS.find(({ name }) => name === format);
	if (found === undefined)
		throw new TypeError(`format: '${format}' is not one of ${DATASETS.map(({ name }) => name).join(', ')}`);
	return (await found.loadEncoder())(recordings, options);
}
