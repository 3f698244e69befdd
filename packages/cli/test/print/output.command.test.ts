import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, isLinux, MAIN } from '../support/run-handreel.ts';

const scratch = createScratch({
	'a.bin': 'mrtk-2.8.3-n020',
	'dir/one.bin': 'mrtk-2.8.3-n020',
	'dir/sub/two.bin': 'mrtk-2.8.3-n020',
});
afterAll(() => scratch.remove());
const { run, shell } = scratch;

describe('a terminal and a pipe', () => {
	// Nothing of the environment of the tests reaches it: CI, TMUX and others decide on colors as NO_COLOR does.
	const inTerminal = (command: string, env = ''): string =>
		shell(`script -qec "stty cols 60; env -i TERM=xterm ${env} '${process.execPath}' '${MAIN}' ${command}" /dev/null`)
			.stdout;

	it.runIf(isLinux)('shows a bar that fits the terminal, and colors', () => {
		const text = inTerminal('mirror dir terminal-out');
		expect(text).toContain('\u001b[2K');
		expect(text).toContain('2 of 2 dir/sub/two.bin');
		expect(inTerminal('info a.bin')).toContain('\u001b[1m');
	});

	it.runIf(isLinux).each(['NO_COLOR=1', 'TERM=dumb'])('writes no colors with %s', (env) => {
		expect(inTerminal('info a.bin', env)).not.toContain('\u001b[1m');
	});

	it('writes plain lines into a pipe', () => {
		const { stderr } = run('mirror', 'dir', 'pipe-out');
		expect(stderr).not.toContain('\u001b');
		expect(stderr).toContain('2 of 2 files\n');
	});
});
