import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMATS } from '@handreel/convert';
import { decodeJson } from '@handreel/convert/json';
import { ISSUE_CODES } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';
import { listColumns } from '../src/frames/columns.ts';

const read = (path: string): string => readFileSync(join(root, 'packages/convert', path), 'utf8');

describe('the documents', () => {
	it('show code that works when pasted', () => {
		const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
		const folder = mkdtempSync(join(tmpdir(), 'handreel-convert-'));
		try {
			for (const name of ['node_modules', 'fixtures']) symlinkSync(join(root, name), join(folder, name), 'junction');
			writeFileSync(join(folder, 'example.mjs'), code);
			runExample(folder);
			const original = readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-full-5s.bin'));
			expect(readFileSync(join(folder, 'copy.bin')).equals(original)).toBe(true);
			expect(readFileSync(join(folder, 'session.glb')).toString('latin1', 0, 4)).toBe('glTF');
			expect(readFileSync(join(folder, 'session.csv'), 'utf8')).toMatch(/^time_s,space,marker,head_px_m,/);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

	it.each([
		['parquet', 'session.parquet'],
		['lerobot', 'hands/meta/info.json'],
		['mcap', 'session.mcap'],
	])('show code on the page %s that writes %s', (page, file) => {
		const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(read(`docs/${page}.md`)) ?? [];
		const folder = mkdtempSync(join(tmpdir(), 'handreel-convert-'));
		try {
			for (const name of ['node_modules', 'fixtures']) symlinkSync(join(root, name), join(folder, name), 'junction');
			writeFileSync(join(folder, 'example.mjs'), code);
			runExample(folder);
			expect(readFileSync(join(folder, file)).length).toBeGreaterThan(100);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

	it('show JSON that can be read', () => {
		const examples = [...read('docs/json.md').matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json);
		const [plain, extended] = examples.map((json) => decodeJson(json).recording);
		expect(plain?.markers).toEqual([{ time: 1.5, name: 'start' }]);
		expect(extended?.tracks.map(({ name }) => name)).toEqual(['block', 'heart rate', 'seated', 'console', 'gesture']);
	});

	it('name columns and codes that exist', () => {
		const columns = new Set(listColumns().map(({ name }) => name));
		const named = [...read('docs/csv.md').matchAll(/`((?:head|left|right|gaze)_\w+)`/g)].map(([, name]) => name ?? '');
		expect(named.length).toBeGreaterThan(10);
		for (const name of named) expect([...columns], name).toContain(name);
		const codes = new Set(Object.keys(ISSUE_CODES).concat(FORMATS.flatMap(({ issues }) => Object.keys(issues))));
		const kinds = new Set([...codes].map((code) => code.split('-').at(-1)!));
		const pattern = new RegExp(`\`([a-z]+-(?:${[...kinds].join('|')}))\``, 'g');
		for (const page of readdirSync(join(root, 'packages/convert/docs'))) {
			for (const [, code = ''] of read(`docs/${page}`).matchAll(pattern)) expect([...codes], page).toContain(code);
		}
	});
});

function runExample(folder: string): void {
	const { stderr, status } = spawnSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
	expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
}
