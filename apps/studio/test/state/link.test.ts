import { expect, test } from 'vitest';
import { encodePath, formatLink, type Link, parseLink } from '../../src/state/link.ts';
import { MAX_LINKED_BYTES } from '../../src/state/link-data.ts';
import { DEFAULT_VIEW } from '../../src/state/view-state.ts';

const link: Link = {
	open: ['recordings/0/a b#ü&=%.bin', 'samples/x.bin'],
	data: { name: 'grab ü.reel', bytes: Uint8Array.of(0, 251, 255, 62) },
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
		data: null,
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

test('a link with the largest recording stays below 8 kB', () => {
	const data = { name: 'x'.repeat(500), bytes: new Uint8Array(MAX_LINKED_BYTES).fill(255) };
	const text = formatLink({ ...link, data });
	expect(text.length).toBeLessThan(8192);
	expect(parseLink(text).data?.bytes).toEqual(data.bytes);
	const larger = { ...data, bytes: new Uint8Array(MAX_LINKED_BYTES + 3) };
	expect(parseLink(formatLink({ ...link, data: larger })).data).toBeNull();
});

test.each(['', ',', 'x', 'x,', 'x,a b', 'x,=', 'x,a', 'x,%00', 'x,é'])('“%s” does not hold a recording', (value) => {
	expect(parseLink(`data=${encodeURIComponent(value)}`).data).toBeNull();
});

test.each([
	['../../etc/passwd', '_.._etc_passwd.reel'],
	['a\u0000<img src=x>\n.exe', 'a__img src_x__.reel'],
	['C:\\x.bin', 'C__x.reel'],
	['..', 'recording.reel'],
	['a,b.reel', 'a_b.reel'],
])('the name “%s” of a recording in a link becomes %s', (name, clean) => {
	expect(parseLink(`data=${encodeURIComponent(name)},AAAA`).data?.name).toBe(clean);
});
