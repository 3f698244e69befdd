import { expect, test } from 'vitest';
import { nameKey } from '../../src/state/commands.ts';

const NONE = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

test.each([
	['t', {}, 't'],
	['T', {}, 't'],
	['N', { shiftKey: true }, 'Shift+N'],
	['n', { shiftKey: true }, 'Shift+N'],
	['?', { shiftKey: true }, '?'],
	['ArrowLeft', { shiftKey: true }, 'Shift+ArrowLeft'],
	['[', { altKey: true, ctrlKey: true }, '['],
	['[', { altKey: true }, '['],
	['s', { ctrlKey: true }, 'Ctrl+S'],
	['p', { ctrlKey: true }, ''],
	['-', { ctrlKey: true }, ''],
	['d', { altKey: true }, ''],
	['1', { altKey: true }, ''],
	['[', { metaKey: true }, ''],
	['Home', { altKey: true }, ''],
])('%s with %o means “%s”', (key, held, name) => {
	expect(nameKey({ ...NONE, key, ...held })).toBe(name);
});
