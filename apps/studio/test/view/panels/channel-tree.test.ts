import { readFileSync } from 'node:fs';
import { readOutline } from '@handreel/core';
import { expect, test } from 'vitest';
import { buildTree } from '../../../src/view/panels/channel-tree.ts';
import { fixturePath } from '../../support/fixture-path.ts';

const { curves } = readOutline(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));

test('has every curve once', () => {
	const paths = buildTree(curves, '', false).flatMap((node) => node.paths);
	expect(paths).toEqual(curves.map(({ path }) => path));
	expect(new Set(paths).size).toBe(395);
});

test('omits curves without keys on request', () => {
	const withKeys = new Set(curves.filter(({ keyCount }) => keyCount > 0).map(({ path }) => path));
	expect(new Set(buildTree(curves, '', true).flatMap((node) => node.paths))).toEqual(withKeys);
});

test.each(['mrtk-2.8.3-full-5s', 'doc-1.1-28byte'])('counts keys of both sizes: %s', (name) => {
	const outline = readOutline(readFileSync(fixturePath(`recorded/${name}.bin`)));
	const [hands] = buildTree(outline.curves, 'left tracked', true);
	expect(hands?.keys).toBe(outline.curves.find(({ path }) => path === 'hands.left.tracked')?.keyCount);
	expect(hands?.keys).toBeGreaterThan(0);
});

test('finds curves whose path contains every word of the search', () => {
	const [hands, ...others] = buildTree(curves, 'RIGHT indextip pos', false);
	expect(others).toEqual([]);
	expect(hands?.paths).toEqual(['x', 'y', 'z'].map((axis) => `hands.right.joints.indexTip.position.${axis}`));
	expect(buildTree(curves, 'nothing like this', false)).toEqual([]);
});
