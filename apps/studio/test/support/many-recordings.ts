import { TableWriter } from '@handreel/convert/internal';
import { CATALOG_COLUMNS } from '../../../../packages/corpus/src/index.ts';

/** A catalog of recordings that do not exist: `take 0.bin` to `take N.bin`, each a second longer than the one before. */
export function makeCatalog(count: number): Buffer {
	const writer = new TableWriter(CATALOG_COLUMNS);
	const rows = Array.from({ length: count }, (_, i) => {
		const hand = Array.from({ length: 26 * 3 }, (_, j) => (j % 3 === 2 ? 0.5 : Math.sin(i + j) * 0.1));
		const cells: Readonly<Record<string, unknown>> = {
			path: `day ${i % 10}/take ${i}.bin`,
			status: 'readable',
			format: 'bin',
			errors: 0,
			warnings: i % 2,
			notes: 0,
			problems: i % 2 === 0 ? [] : ['frame-gap'],
			markers: [],
			duration: i,
			moment: i / 2,
			moment_left: hand,
			moment_right: [],
			left_tracking_share: i / count,
		};
		return CATALOG_COLUMNS.map(
			({ name, type }) => (cells[name] ?? (type === 'texts' || type === 'floats' ? [] : null)) as never,
		);
	});
	return Buffer.concat([...writer.addRows(rows), ...writer.end()]);
}
