import { expect, test } from 'vitest';
import { explainError } from '../../src/state/explain-error.ts';
import { formatLink, parseLink } from '../../src/state/link.ts';
import { makeLabel } from '../../src/state/recording-state.ts';
import { DEFAULT_VIEW, fitPoints, isInView, isSameCamera, turnView } from '../../src/state/view-state.ts';

test('fitted points are in view, and points elsewhere are not', () => {
	const near = Float32Array.from([0, 1.4, -0.3, 0.2, 1.5, -0.4, -0.2, 1.3, -0.2]);
	const far = near.map((value, i) => (i % 3 === 0 ? value + 20 : value));
	const behind = near.map((value, i) => (i % 3 === 2 ? value + 30 : value));
	for (const aspect of [0.5, 1]) {
		for (const points of [near, far, behind]) {
			const view = fitPoints(DEFAULT_VIEW, points, aspect);
			expect(isInView(view, points, aspect)).toBe(true);
			for (const other of [near, far, behind]) if (other !== points) expect(isInView(view, other, aspect)).toBe(false);
		}
	}
	expect(isInView(DEFAULT_VIEW, new Float32Array(), 1)).toBe(true);
});

test('a camera is the same after a link, and another one after a small turn', () => {
	const view = { ...DEFAULT_VIEW, azimuth: -142.123_456, distance: 1.234_567, target: [0.111_11, 1.5, -0.3] as const };
	const link = parseLink(formatLink({ ...parseLink(''), view }));
	const linked = { ...DEFAULT_VIEW, ...link.view };
	expect(linked.distance).not.toBe(view.distance);
	expect(isSameCamera(linked, view)).toBe(true);
	expect(isSameCamera(turnView(view, 0.1, 0), view)).toBe(false);
	expect(isSameCamera(turnView(view, 0, 0, 1.01), view)).toBe(false);
	expect(isSameCamera({ ...view, target: [0.12, 1.5, -0.3] }, view)).toBe(false);
});

test('equal names get numbers', () => {
	expect(makeLabel('a.bin', [])).toBe('a.bin');
	expect(makeLabel('a.bin', ['a.bin', 'a.bin (2)'])).toBe('a.bin (3)');
});

test('a missing server is explained, other errors keep their words', () => {
	const missing = new TypeError('Failed to fetch dynamically imported module: http://x/y.js');
	expect(explainError(missing)).toContain('the server of the studio does not answer');
	expect(explainError(new Error('port is in use'))).toBe('port is in use');
	expect(explainError('text')).toBe('text');
});
