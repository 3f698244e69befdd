import { type Curve, getKeyWeightedMode } from '@handreel/core';
import type { AsciiWriter } from '../common/ascii-writer.ts';

/** Adds a float32 number as JSON: a number, or a string where JSON has none. */
export function writeNumber(writer: AsciiWriter, value: number): void {
	if (Number.isFinite(value) && !Object.is(value, -0)) writer.addFloat(value);
	else writer.addText(Object.is(value, -0) ? '"-0"' : `"${value}"`);
}

/** Writes a curve as JSON on one line, and hands out the text whenever enough has come together. */
export function* writeCurve(writer: AsciiWriter, curve: Curve): Generator<string> {
	const { floats, start, count, stride, preWrap, postWrap } = curve;
	writer.addText(`{ "preWrap": ${preWrap}, "postWrap": ${postWrap}, "keys": [`);
	for (let key = 0; key < count; key++) {
		const at = start + key * stride;
		writer.addText(key === 0 ? '[' : ', [');
		writeNumber(writer, floats[at]!);
		writer.addText(', ');
		writeNumber(writer, floats[at + 1]!);
		if (stride === 7) {
			for (let field = 2; field < 6; field++) {
				writer.addText(', ');
				writeNumber(writer, floats[at + field]!);
			}
			writer.addText(`, ${getKeyWeightedMode(curve, key)}`);
		}
		writer.addText(']');
		if (writer.isFull) yield writer.take();
	}
	writer.addText('] }');
}
