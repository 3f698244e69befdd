import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRecording, FORMATS, isRecordingFile, type WritableFormatName } from '@handreel/convert';
import { readRecording } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';

const recording = readRecording(readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-n100.bin')));
const isTaken = (name: string, content: string | Uint8Array): boolean =>
	isRecordingFile(name, () => (typeof content === 'string' ? new TextEncoder().encode(content) : content));

describe('isRecordingFile', () => {
	it('takes a recording in each format that is read, and leaves the other formats', async () => {
		for (const { name, extensions, reads, writes } of FORMATS) {
			const start = name === 'visionpro' ? '{"headMatrix":[1,0,' : '';
			const content = writes ? (await encodeRecording(recording, name as WritableFormatName)).bytes : start;
			for (const extension of extensions) {
				expect(isTaken(`a${extension}`, content), name).toBe(reads !== 'no');
				expect(isTaken(`A${extension.toUpperCase()}`, content), name).toBe(reads !== 'no');
			}
		}
	});

	it('leaves files with the extensions of recordings and other content', () => {
		expect(isTaken('package.json', '{ "name": "x", "version": "1.0.0" }')).toBe(false);
		expect(isTaken('sub/empty.json', '')).toBe(false);
		expect(isTaken('results.csv', 'participant,time,score\n1,2,3\n')).toBe(false);
		expect(isTaken('cup.gltf', '{ "asset": { "version": "2.0", "generator": "other" }, "nodes": [] }')).toBe(false);
		expect(isTaken('cup.glb', 'glTF\u0002\0\0\0{"asset":{"version":"2.0"}}')).toBe(false);
		for (const name of ['notes.txt', 'bin', 'a.bin.txt', 'a.npz']) expect(isTaken(name, '')).toBe(false);
	});

	it('asks for the content only if the name is not enough, and takes what cannot be read', () => {
		const refuse = (): never => {
			throw new Error('read');
		};
		for (const name of ['a.bin', 'a.reel', 'a.handsbin', 'a.iwer.json', 'a.txt']) isRecordingFile(name, refuse);
		expect(() => isRecordingFile('a.json', refuse)).toThrow('read');
		expect(isRecordingFile('a.json', () => null)).toBe(true);
	});
});
