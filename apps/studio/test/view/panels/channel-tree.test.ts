import { readFileSync } from 'node:fs';
import { iterateCurves, readRecording } from '@handreel/core';
import { expect, test } from 'vitest';
import { buildTree } from '../../../src/view/panels/channel-tree.ts';
import { fixturePath } from '../../support/fixture-path.ts';

const curves = listCurves('mrtk-2.8.3-full-5s');

function listCurves(name: string): { path: string; count: number }[] {
	const recording = readRecording(readFileSync(fixturePath(`recorded/${name}.bin`)));
	return [...iterateCurves(recording)].map(([path, { count }]) => ({ path, count }));
}

test('has every curve once', () => {
	const paths = buildTree(curves, '', false).flatMap((node) => node.paths);
	expect(paths).toEqual(curves.map(({ path }) => path));
	expect(new Set(paths).size).toBe(395);
});

test('omits curves without keys on request', () => {
	const withKeys = new Set(curves.filter(({ count }) => count > 0).map(({ path }) => path));
	expect(new Set(buildTree(curves, '', true).flatMap((node) => node.paths))).toEqual(withKeys);
});

test.each(['mrtk-2.8.3-full-5s', 'doc-1.1-28byte'])('counts keys of both sizes: %s', (name) => {
	const own = listCurves(name);
	const [hands] = buildTree(own, 'left tracked', true);
	expect(hands?.keys).toBe(own.find(({ path }) => path === 'hands.left.tracked')?.count);
	expect(hands?.keys).toBeGreaterThan(0);
});

test('finds curves whose path contains every word of the search', () => {
	const [hands, ...others] = buildTree(curves, 'RIGHT indextip pos', false);
	expect(others).toEqual([]);
	expect(hands?.paths).toEqual(['x', 'y', 'z'].map((axis) => `hands.right.joints.indexTip.position.${axis}`));
	expect(buildTree(curves, 'nothing like this', false)).toEqual([]);
});
