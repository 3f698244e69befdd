import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Recording, readRecording } from '@handreel/core';
import { root } from '../../../../scripts/workspace.mjs';

/** Reads a recording of `fixtures/recorded`. */
export function readFixture(name: string): Recording {
	return readRecording(readFileSync(join(root, 'fixtures', 'recorded', name)));
}
