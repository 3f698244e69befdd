import { expect, test } from 'vitest';
import { encodePath, formatLink, type Link, parseLink } from '../../src/state/link.ts';
import { DEFAULT_VIEW } from '../../src/state/view-state.ts';

const link: Link = {
	open: ['recordings/0/a b#ü&=%.bin', 'samples/x.bin'],
	front: 1,
	time: 1.25,
	channels: ['head.position.x', 'distance(left.wrist, head)', 'hands.left.tracked', 'tracks.a&b (cm)=c.value'],
	showsSpeed: true,
	range: [0.5, 2],
	view: {
		...DEFAULT_VIEW,
		camera: 'head',
		handStyle: 'mesh',
		gaze: false,
		axes: true,
		azimuth: -12.5,
		follow: 'left.indexTip',
		trailLength: 2.5,
		onion: 3,
		onionStep: 0.2,
		split: true,
	},
	hasOwnScales: true,
	picked: ['left.indexTip', 'head'],
	overlay: { index: 0, offset: -0.5, isAligned: true },
};

test('parsing returns what was formatted', () => {
	const parsed = parseLink(`#${formatLink(link)}`);
	expect(parsed).toEqual({ ...link, view: { ...parsed.view } });
	expect({ ...DEFAULT_VIEW, ...parsed.view }).toEqual(link.view);
});

test('formatting is stable', () => {
	const once = formatLink(link);
	expect(formatLink({ ...parseLink(once), view: { ...DEFAULT_VIEW, ...parseLink(once).view } })).toBe(once);
});

test.each([
	'',
	'#',
	'#t=x&eye=1,2&range=2,1&camera=top&hands=paws&hide=everything',
	'#follow=javascript:x&pick=../x&overlay=-1&trail=long&onion=x&scales=none',
	'#%E0%A4%A&t=',
	'#eye=1,2,3,4,5,Infinity&range=1',
])('ignores invalid values in “%s”', (hash) => {
	expect(parseLink(hash)).toEqual({
		open: [],
		front: 0,
		time: null,
		channels: [],
		showsSpeed: false,
		range: null,
		view: {},
		hasOwnScales: false,
		picked: [],
		overlay: null,
	});
});

test.each(['../secret.bin', '/etc/passwd', '//evil.example/x', 'a/../../b', './x', 'a//b', ''])(
	'a link cannot open “%s”',
	(path) => {
		expect(parseLink(`#open=${encodeURIComponent(path)}`).open).toEqual([]);
	},
);

test.each(['https://evil.example/x', 'data:text/plain,x', 'javascript:x', '\\\\evil.example\\x'])(
	'“%s” in a link stays relative to the page',
	(path) => {
		for (const open of parseLink(`#open=${encodeURIComponent(path)}`).open) {
			expect(new URL(encodePath(open), 'http://127.0.0.1:1/studio/').href).toMatch(
				/^http:\/\/127\.0\.0\.1:1\/studio\//,
			);
		}
	},
);

test('values out of range are moved into it', () => {
	const { view } = parseLink('#trail=500&onion=99,0');
	expect(view).toEqual({ trailLength: 10, onion: 5, onionStep: 0.02 });
});
