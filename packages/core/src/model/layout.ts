/** The layout of a file. Version 1.0 always has full keys, so there are six; {@link LAYOUTS} lists them. */
export interface Layout {
	readonly version: '1.0' | '1.1';
	/** Float keys of 28 bytes (full) or 8 bytes (simple: time and value). */
	readonly keys: 'full' | 'simple';
	/** Whether a marker list follows the curves. */
	readonly markers: boolean;
}

/** The name of one of the six layouts. */
export type LayoutName = 'documented-1.0' | 'mrtk-1.0' | 'documented-1.1' | 'extended-1.1' | 'simple-1.1' | 'mrtk-1.1';

/** A layout with its name and origin. */
export interface LayoutInfo {
	readonly name: LayoutName;
	readonly layout: Layout;
	/** The MRTK releases that write it, or `null`. */
	readonly writtenBy: string | null;
	/** Where the layout comes from, as a short text. */
	readonly origin: string;
}

/** The six layouts (FORMAT.md, "Layouts"). */
export const LAYOUTS: readonly LayoutInfo[] = [
	{
		name: 'documented-1.0',
		layout: { version: '1.0', keys: 'full', markers: false },
		writtenBy: null,
		origin: 'the documented 1.0 format; MRTK cannot read it, since it expects a marker list',
	},
	{
		name: 'mrtk-1.0',
		layout: { version: '1.0', keys: 'full', markers: true },
		writtenBy: 'MRTK 2.0.0 – 2.5.4',
		origin: 'the documented 1.0 format with a marker list',
	},
	{
		name: 'documented-1.1',
		layout: { version: '1.1', keys: 'full', markers: false },
		writtenBy: null,
		origin: 'the documented 1.1 format; MRTK cannot read it, since it expects simple keys',
	},
	{
		name: 'extended-1.1',
		layout: { version: '1.1', keys: 'full', markers: true },
		writtenBy: null,
		origin: 'the documented 1.1 format with a marker list; MRTK cannot read it',
	},
	{
		name: 'simple-1.1',
		layout: { version: '1.1', keys: 'simple', markers: false },
		writtenBy: null,
		origin: 'an older edition of the documented 1.1 format; MRTK cannot read it, since it expects a marker list',
	},
	{
		name: 'mrtk-1.1',
		layout: { version: '1.1', keys: 'simple', markers: true },
		writtenBy: 'MRTK 2.6.0 – 2.8.3',
		origin: 'the 1.1 format as MRTK writes it: simple keys and a marker list',
	},
];

/** Returns name and origin of a layout. Throws `TypeError` for a layout that does not exist. */
export function describeLayout(layout: Layout | LayoutName): LayoutInfo {
	const info = LAYOUTS.find(
		typeof layout === 'string' ? (entry) => entry.name === layout : (entry) => isSameLayout(entry.layout, layout),
	);
	if (info === undefined) {
		const given = typeof layout === 'string' ? `'${layout}'` : JSON.stringify(layout);
		throw new TypeError(`layout: ${given} is not a layout (${LAYOUTS.map((entry) => entry.name).join(', ')})`);
	}
	return info;
}

/** Returns whether two layouts are the same. */
export function isSameLayout(a: Layout, b: Layout): boolean {
	return a.version === b.version && a.keys === b.keys && a.markers === b.markers;
}
