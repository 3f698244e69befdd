import { listKeyTimes } from '@handreel/core/internal';
import type { RowTimesRequest } from './protocol.ts';
import { loadStored } from './stored-recording.ts';

/** The times of all keys of each group of curves: sorted, without duplicates. Reads these curves only. */
export async function listRowTimes({ stored, rows }: RowTimesRequest): Promise<Float32Array[]> {
	const wanted = new Set(rows.flat());
	const curves = stored.curves.filter(({ path }) => wanted.has(path));
	const { loaded } = await loadStored({ ...stored, curves });
	const byPath = new Map([...loaded].map(([curve, { path }]) => [path, curve]));
	return rows.map((paths) => listKeyTimes(paths.flatMap((path) => byPath.get(path) ?? [])));
}
