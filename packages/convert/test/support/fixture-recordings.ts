import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Recording, readRecording } from '@handreel/core';
import { root } from '../../../../scripts/workspace.mjs';

/** A readable fixture. */
export interface FixtureRecording {
	readonly name: string;
	readonly bytes: Uint8Array;
	readonly recording: Recording;
}

/** Every recorded and generated fixture but the one without bytes. */
export function listFixtures(): FixtureRecording[] {
	return ['recorded', 'generated'].flatMap((folder) =>
		readdirSync(join(root, 'fixtures', folder))
			.filter((name) => name.endsWith('.bin'))
			.sort()
			.map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(root, 'fixtures', folder, name))) }))
			.filter(({ bytes }) => bytes.length > 0)
			.map(({ name, bytes }) => ({ name, bytes, recording: readRecording(bytes) })),
	);
}

/** The fixture of a name. */
export function findFixture(name: string): FixtureRecording {
	const found = listFixtures().find((fixture) => fixture.name === name);
	if (found === undefined) throw new Error(`no fixture ${name}`);
	return found;
}
