import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Recording, readRecording } from '@handreel/core';
import { trimRecording } from '@handreel/core/edit';
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

/** Larger files move on for seconds as they begin. Smaller ones have the hands that come and go. */
const LONG_SIZE = 100_000;

/** The same with the first half second of large files, for formats with a row for each frame. `bytes` are those of the file. */
export function listShortFixtures(): FixtureRecording[] {
	return listFixtures().map(({ name, bytes, recording }) => ({
		name,
		bytes,
		recording: bytes.length < LONG_SIZE ? recording : trimRecording(recording, { end: 0.5 }),
	}));
}

/** The fixture of a name. */
export function findFixture(name: string): FixtureRecording {
	const folder = FOLDERS.find((path) => existsSync(join(path, name)));
	if (folder === undefined) throw new Error(`no fixture ${name}`);
	const bytes = new Uint8Array(readFileSync(join(folder, name)));
	return { name, bytes, recording: readRecording(bytes) };
}
