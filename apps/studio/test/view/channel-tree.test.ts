import { readFileSync } from 'node:fs';
import { listSpans, readOutline } from '@handreel/core';
import { expect, test } from 'vitest';
import { buildTree } from '../../src/view/panels/channel-tree.ts';
import { fixturePath } from '../studio-page.ts';

const spans = listSpans(readOutline(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin'))));

test('the tree holds every curve once', () => {
	const paths = buildTree(spans, '', false).flatMap((node) => node.paths);
	expect(paths).toEqual(spans.filter(({ what }) => what === 'curve header').map(({ path }) => path));
	expect(new Set(paths).size).toBe(395);
});

test('curves without keys can be left out', () => {
	const withKeys = new Set(spans.filter(({ what }) => what === 'keys').map(({ path }) => path));
	expect(new Set(buildTree(spans, '', true).flatMap((node) => node.paths))).toEqual(withKeys);
});

test('a search finds curves whose path has all of its words', () => {
	const [hands, ...others] = buildTree(spans, 'RIGHT indextip pos', false);
	expect(others).toEqual([]);
	expect(hands?.paths).toEqual(['x', 'y', 'z'].map((axis) => `hands.right.joints.indexTip.position.${axis}`));
	expect(buildTree(spans, 'nothing like this', false)).toEqual([]);
});
