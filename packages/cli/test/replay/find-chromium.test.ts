import { describe, expect, it } from 'vitest';
import { findChromium } from '../../src/replay/find-chromium.ts';

function find(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, ...programs: string[]): string | null {
	return findChromium({ platform, env, isProgram: (path) => programs.includes(path) });
}

describe('finding a browser', () => {
	it('takes the one that is named before all others', () => {
		expect(find('linux', { HANDREEL_CHROMIUM: '/my/chrome', PATH: '/usr/bin' }, '/usr/bin/chromium')).toBe(
			'/my/chrome',
		);
	});

	it('takes the first on the PATH', () => {
		const env = { PATH: '/home/me/bin:/usr/bin' };
		expect(find('linux', env, '/usr/bin/chromium', '/home/me/bin/google-chrome')).toBe('/home/me/bin/google-chrome');
		expect(find('linux', env, '/opt/chromium')).toBeNull();
		expect(find('linux', env, '/usr/bin/chrome-headless-shell')).toBe('/usr/bin/chrome-headless-shell');
		expect(find('linux', {})).toBeNull();
	});

	it('knows where macOS has its apps', () => {
		const edge = '/Users/me/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
		const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
		expect(find('darwin', { HOME: '/Users/me' }, edge)).toBe(edge);
		expect(find('darwin', { HOME: '/Users/me', PATH: '/usr/bin' }, edge, chrome)).toBe(chrome);
	});

	it('knows where Windows has its programs, however their variables are spelled', () => {
		const chrome = 'C:\\Users\\me\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe';
		const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
		const env = { 'ProgramFiles(x86)': 'C:\\Program Files (x86)', LocalAppData: 'C:\\Users\\me\\AppData\\Local' };
		expect(find('win32', env, chrome)).toBe(chrome);
		expect(find('win32', env, edge, chrome)).toBe(edge);
		expect(find('win32', { Path: 'D:\\a;D:\\b' }, 'D:\\b\\chromium.exe')).toBe('D:\\b\\chromium.exe');
	});
});
