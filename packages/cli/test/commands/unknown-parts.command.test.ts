// Reels of later versions, whose parts this version does not know.
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({});
afterAll(() => scratch.remove());
const { run } = scratch;
const ROOM = join(root, 'fixtures/reels/vectors/later-chunks.reel');
const LEFT_OUT = ['section anchors', 'metadata anchors', 'chunk mAPS'];

describe('unknown parts of a reel', () => {
	it('survive where no key changes', () => {
		run('convert', ROOM, 'same.reel');
		expect(run('info', 'same.reel').stdout.match(/is unknown/g)).toHaveLength(4);
	});

	it('are reported where they are dropped', () => {
		for (const args of [
			['trim', ROOM, 'trimmed.reel', '--end', '1'],
			['concat', ROOM, ROOM, 'joined.reel'],
		]) {
			const { stderr } = run(...args);
			for (const part of LEFT_OUT) expect(stderr).toContain(`${part} is unknown to this version and was dropped`);
		}
		expect(run('info', 'trimmed.reel').stdout.match(/is unknown/g)).toHaveLength(1);
		expect(run('anonymize', ROOM, 'shared.reel').stderr).toContain(
			'chunk icon is unknown to this version and was dropped',
		);
		expect(run('info', 'shared.reel').stdout).not.toContain('is unknown');
	});
});
