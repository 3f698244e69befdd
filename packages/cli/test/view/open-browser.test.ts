import { describe, expect, it } from 'vitest';
import { chooseOpener, hasDesktop } from '../../src/view/open-browser.ts';

const URL = 'http://127.0.0.1:8080/#open=recordings/0/a.bin&open=recordings/1/b.bin';

describe('the browser opens by default', () => {
	it.each<[string, NodeJS.Platform, NodeJS.ProcessEnv, boolean]>([
		['on macOS', 'darwin', {}, true],
		['on Windows', 'win32', {}, true],
		['on Linux with X11', 'linux', { DISPLAY: ':0' }, true],
		['on Linux with Wayland', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
		['not on Linux without a display', 'linux', {}, false],
		['not on FreeBSD without a display', 'freebsd', { DISPLAY: '' }, false],
		['not in CI', 'darwin', { CI: 'true' }, false],
		['with CI=false', 'darwin', { CI: 'false' }, true],
		['not over SSH', 'darwin', { SSH_CONNECTION: '10.0.0.1 50000 10.0.0.2 22' }, false],
		['not over SSH with a forwarded display', 'linux', { SSH_TTY: '/dev/pts/1', DISPLAY: 'localhost:10.0' }, false],
	])('%s', (_, platform, env, isOpened) => {
		expect(hasDesktop({ platform, env, isTerminal: true })).toBe(isOpened);
	});

	it('not in a pipe', () => {
		expect(hasDesktop({ platform: 'darwin', env: {}, isTerminal: false })).toBe(false);
	});
});

it('each platform has its own opener', () => {
	expect(chooseOpener('darwin', URL)).toEqual(['open', URL]);
	expect(chooseOpener('win32', URL)).toEqual(['cmd', '/c', 'start', '""', `"${URL}"`]);
	expect(chooseOpener('linux', URL)).toEqual(['xdg-open', URL]);
});
