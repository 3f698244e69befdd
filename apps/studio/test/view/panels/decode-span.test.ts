import { readFileSync } from 'node:fs';
import {
	getKeyTime,
	getKeyValue,
	iterateCurves,
	listSpans,
	readOutline,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { addMarker } from '@handreel/core/edit';
import { formatFloat } from '@handreel/text';
import { expect, test } from 'vitest';
import { decodeSpan, getPageSize } from '../../../src/view/panels/decode-span.ts';
import { fixturePath } from '../../support/fixture-path.ts';

test.each(['mrtk-2.8.3-full-5s', 'mrtk-2.5.4-lost'])('decodes every key of %s as core reads it', (name) => {
	const file = readFileSync(fixturePath(`recorded/${name}.bin`));
	const outline = readOutline(file);
	const curves = new Map(iterateCurves(readRecording(file)));
	for (const { path, keyCount, keySize } of outline.curves) {
		const span = listSpans(outline).find((entry) => entry.path === path && entry.what === 'keys');
		if (span === undefined) continue;
		const bytes = new Uint8Array(file.subarray(span.byteOffset, span.byteOffset + span.byteLength));
		const rows = decodeSpan('keys', bytes, span.byteOffset, keySize);
		expect(rows.length).toBe(keyCount);
		const curve = curves.get(path)!;
		for (const i of [0, keyCount - 1]) {
			const expected = `time ${formatFloat(getKeyTime(curve, i))}, value ${formatFloat(getKeyValue(curve, i))}`;
			expect(rows[i]!.text.slice(0, expected.length)).toBe(expected);
			expect(rows[i]!.byteOffset).toBe(span.byteOffset + i * keySize);
			expect(rows[i]!.text.includes('slopes')).toBe(keySize === 28);
		}
	}
});

test('decodes header, curve headers and markers', () => {
	const recording = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
	const file = writeRecording(addMarker(recording, { time: 1.5, name: 'größer' }));
	const texts = listSpans(readOutline(file))
		.filter(({ what }) => what !== 'keys')
		.map(({ what, byteOffset, byteLength }) => {
			const bytes = file.slice(byteOffset, byteOffset + byteLength);
			return `${what}: ${decodeSpan(what, bytes, byteOffset, 0)[0]!.text}`;
		});
	expect(texts.slice(0, 3)).toEqual(['magic: magic number', 'version: version 1.1', 'flag: present']);
	expect(texts.find((text) => text.startsWith('curve header'))).toMatch(/before: [a-z-]+, after: [a-z-]+, \d+ keys/);
	expect(texts.slice(-2)).toEqual(['marker count: 1 markers', 'marker: time 1.5 s, name “größer”']);
});

test('unread bytes are shown as text, and pages do not divide keys', () => {
	const rows = decodeSpan('unread', new TextEncoder().encode('abc\u0001defgh!'), 100, 0);
	expect(rows.map(({ byteOffset, text }) => [byteOffset, text])).toEqual([
		[100, 'abc·defg'],
		[108, 'h!'],
	]);
	expect([0, 8, 28].map(getPageSize)).toEqual([512, 512, 504]);
});
