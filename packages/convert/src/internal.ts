/**
 * Not covered by semantic versioning: Parquet tables with columns of your choice, for catalogs, and ZIP archives. Recordings have
 * their own entry points, such as `@handreel/convert/parquet`.
 *
 * @example
 * const writer = new TableWriter([{ name: 'path', type: 'text' }, { name: 'duration', type: 'double' }]);
 * const pieces = [...writer.addRows([['a.bin', 1.5]]), ...writer.end()];
 * const durations = new TableReader(bytes).readColumn('duration', 0); // [1.5]
 *
 * @module
 */

export { TableReader } from './columnar/read-table.ts';
export {
	type TableCell,
	type TableColumn,
	type TableRow,
	type TableType,
	TableWriter,
} from './columnar/table-writer.ts';
export { writeZip, type ZipEntry } from './npz/zip.ts';
