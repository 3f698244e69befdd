import type { ByteSpan, Outline } from '@handreel/core';
import { formatCount } from '@handreel/text';
import { escapeText } from './escape-text.ts';
import type { Style } from './style.ts';
import { formatTable } from './table.ts';

/** The lines that `handreel info --bytes` adds: the content of every byte range. */
export function printSpans(outline: Outline, spans: readonly ByteSpan[], style: Style): string[] {
	const curves = new Map(outline.curves.map((curve) => [curve.path, curve]));
	const detail = (span: ByteSpan): string => {
		const curve = curves.get(span.path);
		if (span.what === 'version') return outline.layout.version;
		if (span.what === 'flag') return outline.sections[span.path as keyof Outline['sections']] ? 'present' : 'absent';
		if (span.what === 'curve header' && curve) return `wrap modes ${curve.preWrap}, ${curve.postWrap}`;
		if (span.what === 'keys' && curve) return `${formatCount(curve.keyCount)} × ${curve.keySize} bytes`;
		if (span.what === 'marker count') return formatCount(outline.markers.length);
		if (span.what === 'marker') return escapeText(outline.markers[Number(span.path.slice(8, -1))]?.name ?? '', 40);
		return '';
	};
	const rows = spans.map((span) => [
		String(span.byteOffset),
		String(span.byteOffset + span.byteLength),
		String(span.byteLength),
		span.what,
		span.path,
		detail(span),
	]);
	const table = formatTable(
		[
			{ heading: 'From', align: 'right' },
			{ heading: 'To', align: 'right' },
			{ heading: 'Bytes', align: 'right' },
			{ heading: 'What', align: 'left' },
			{ heading: 'Where', align: 'left' },
			{ heading: 'Detail', align: 'left' },
		],
		rows,
		(cell, row) => (row === -1 ? style.dim(cell) : cell),
	);
	return ['', ...table.map((line) => `  ${line}`)];
}
