import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Recording, readRecording } from '@handreel/core';
import { root } from '../../../../scripts/workspace.mjs';

/** A readable fixture. */
export interface FixtureRecording {
	readonly name: string;
	readonly bytes: Uint8Array;
	readonly recording: Recording;
}

const FOLDERS = ['recorded', 'generated'].map((name) => join(root, 'fixtures', name));

/** `npm run check` leaves out larger files. The others have every layout, too. */
const MAX_SIZE = process.env['HANDREEL_QUICK'] ? 35_000 : Number.POSITIVE_INFINITY;

/** Every recorded and generated fixture but the one without bytes. */
export function listFixtures(): FixtureRecording[] {
	return FOLDERS.flatMap((folder) =>
		readdirSync(folder)
			.filter((name) => name.endsWith('.bin'))
			.sort()
			.map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }))
			.filter(({ bytes }) => bytes.length > 0 && bytes.length <= MAX_SIZE)
			.map(({ name, bytes }) => ({ name, bytes, recording: readRecording(bytes) })),
	);
}

/** The fixture of a name. */
export function findFixture(name: string): FixtureRecording {
	const folder = FOLDERS.find((path) => existsSync(join(path, name)));
	if (folder === undefined) throw new Error(`no fixture ${name}`);
	const bytes = new Uint8Array(readFileSync(join(folder, name)));
	return { name, bytes, recording: readRecording(bytes) };
}
