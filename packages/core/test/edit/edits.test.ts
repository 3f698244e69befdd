import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EDITS, findEdit, smoothRecording, stretchRecording } from '../../src/edit.ts';
import { readRecording, writeRecording } from '../../src/index.ts';
import { fitsOption } from '../../src/internal.ts';

const recording = readRecording(readFileSync('fixtures/recorded/mrtk-2.8.3-brief-hand.bin'));
/** Options for edits that cannot do without. */
const NEEDED: Readonly<Record<string, object>> = {
	trim: { end: 0.5 },
	shift: { by: 1 },
	stretch: { factor: 2 },
	retime: { points: ['0=0', '0.5=1'] },
	resample: { frameRate: 30 },
	move: { turn: 90 },
	strip: { parts: ['gaze'] },
};

describe.each(EDITS.map((edit) => [edit.name, edit] as const))('the edit %s', (name, edit) => {
	it('returns a recording that can be written', () => {
		const { recording: edited } = edit.apply(recording, { ...NEEDED[name] });
		expect(writeRecording(edited).length).toBeGreaterThan(0);
	});

	it('has defaults that its options take, and is found by its name', () => {
		for (const option of Object.values(edit.options))
			if ('default' in option) expect(fitsOption(option, option.default)).toBe(true);
		expect(findEdit(name)).toBe(edit);
	});

	it.runIf(name in NEEDED)('refuses to do nothing', () => {
		expect(() => edit.apply(recording, {})).toThrow(TypeError);
	});
});

it('edits do what the functions do', () => {
	const bytes = (edited: typeof recording): Uint8Array => writeRecording(edited);
	const smooth = findEdit('smooth').apply(recording, { minCutoff: 0.5 }).recording;
	expect(bytes(smooth)).toEqual(bytes(smoothRecording(recording, { minCutoff: 0.5 })));
	const slow = findEdit('stretch').apply(recording, { factor: 2 }).recording;
	expect(bytes(slow)).toEqual(bytes(stretchRecording(recording, 2)));
	expect(() => findEdit('fly')).toThrow("edit: 'fly' is not one of trim, shift,");
});
