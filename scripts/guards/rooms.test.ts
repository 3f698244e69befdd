import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../workspace.mjs';
import { readSources, type SourceFile } from './sources.ts';

/** How a package is divided. docs/ROOMS.md describes it. */
interface Plan {
	/** Folders of `src`, or single files, from left to right. A file imports from its own room and from rooms further left. */
	readonly rooms: readonly string[];
	/** Files at the top of `src`: entry points, which import from any room and are imported by none. */
	readonly doors: readonly string[];
	/** Files at the top of `src` that are in no room: only cycles between files are refused. */
	readonly isFlat?: true;
	/** Rooms side by side: they must not import each other, in either direction. */
	readonly strangers?: readonly string[];
	/** Rooms in which types may refer to each other in circles. */
	readonly circularTypes?: readonly string[];
	/** Other packages that may be imported, as the first part of the specifier. Default: any. */
	readonly packages?: readonly string[];
}

/** The folders of convert with a format or a data set: each is an entry point. */
const FORMAT_ROOMS: readonly string[] = readdirSync(join(root, 'packages/convert/src')).filter((name) =>
	existsSync(join(root, 'packages/convert/src', name, 'index.ts')),
);

const PLANS: Readonly<Record<string, Plan>> = {
	'packages/core': {
		rooms: [
			'issue',
			'option',
			'bytes',
			'math',
			'model',
			'gltf',
			'curves',
			'codec',
			'sample',
			'sample/simd',
			'measure',
			'measure/channel',
			'keys',
			'edit',
			'compare',
			'optimize',
			'reel',
			'record',
			'perform',
			'play',
			'diagnose/restore-w',
			'diagnose/axes',
			'diagnose/salvage',
			'diagnose/checks',
			'diagnose',
		],
		doors: [
			'index.ts',
			'edit.ts',
			'measure.ts',
			'record.ts',
			'perform.ts',
			'play.ts',
			'diagnose.ts',
			'reel.ts',
			'simd.ts',
			'internal.ts',
		],
		packages: [],
	},
	'packages/convert': {
		rooms: ['common', 'columnar', 'frames', ...FORMAT_ROOMS, 'front'],
		doors: ['index.ts', 'internal.ts', ...FORMAT_ROOMS.map((room) => `${room}/index.ts`)],
		// Formats do not know each other.
		strangers: FORMAT_ROOMS,
		packages: ['@handreel/core', '@handreel/landmarks'],
	},
	'packages/landmarks': { rooms: [], doors: ['index.ts'], isFlat: true, packages: ['@handreel/core'] },
	'packages/corpus': {
		rooms: ['schema', 'describe', 'dataset', 'update', 'query'],
		doors: ['index.ts', 'internal.ts'],
	},
	'packages/node': { rooms: [], doors: ['index.ts', 'internal.ts'], isFlat: true },
	'packages/create-handreel': { rooms: [], doors: ['main.ts'], isFlat: true },
	'packages/hands': {
		// The addresses of the hand models are relative to `src` and `dist` alike.
		rooms: ['hand-files.ts', 'live', 'playback', 'model', 'draw', 'retarget'],
		doors: ['index.ts'],
		packages: ['@handreel/core'],
	},
	'packages/three': {
		rooms: ['figure', 'hands', 'clip', 'source', 'react', 'aframe'],
		doors: ['index.ts', 'react.ts', 'aframe.ts', 'aframe-script.ts'],
		// Clips and hand sources need nothing that is drawn.
		strangers: ['hands', 'clip', 'source'],
	},
	'packages/babylon': { rooms: ['figure', 'hands'], doors: ['index.ts'] },
	'packages/player': { rooms: ['scene', 'element'], doors: ['index.ts'] },
	'packages/webxr': {
		rooms: ['page', 'device', 'xr', 'layers', 'body', 'room', 'trace', 'replay', 'test-api', 'iwer', 'record'],
		doors: [
			'index.ts',
			'iwer.ts',
			'body.ts',
			'layers.ts',
			'room.ts',
			'test-api.ts',
			'inject.ts',
			'inject-iwer.ts',
			'inject-modules.ts',
			'inject-test-api.ts',
			'record.ts',
			'internal.ts',
		],
		// Playing and recording have nothing in common.
		strangers: ['replay', 'record'],
		// The interfaces of WebXR name each other: a session has input sources, an event has a session.
		circularTypes: ['xr'],
	},
	'packages/capture': {
		rooms: ['protocol', 'store', 'proxy', 'server', 'client', 'page'],
		doors: ['index.ts', 'client.ts', 'page.ts', 'record.ts'],
		// The browser and the computer share the protocol only.
		strangers: ['server', 'client'],
	},
	'packages/playwright': {
		rooms: ['hand-meshes', 'probe', 'scene', 'perform', 'replay', 'describe', 'fixture'],
		doors: ['index.ts', 'page.ts', 'scene.ts', 'scene-probe.ts'],
		circularTypes: ['scene'],
	},
	'packages/cli': {
		rooms: [
			'print',
			'files',
			'formats',
			'batch',
			'replay',
			'tracker',
			'video',
			'describe',
			'view',
			'capture',
			'plot',
			'queue',
			'script',
			'act',
			'session',
			'mcp',
			'commands',
		],
		doors: ['main.ts', 'worker.ts'],
	},
	'packages/queue': {
		rooms: ['address', 'batch', 'engine', 'control'],
		doors: ['index.ts'],
		// The command brings the work; the queue knows nothing about recordings.
		packages: [
			'@handreel/node',
			'bullmq',
			'ioredis',
			...['crypto', 'events', 'fs', 'module', 'os', 'path', 'timers'].map((name) => `node:${name}`),
		],
	},
	'packages/plot': { rooms: ['scale', 'choose', 'svg', 'text'], doors: ['index.ts'], packages: ['@handreel/core'] },
	'packages/samples': {
		rooms: ['play'],
		// The list is written by a script.
		doors: ['index.ts', 'scripts.ts', 'samples.ts'],
		packages: ['@handreel/core'],
	},
	'packages/immersive': { rooms: [], doors: ['index.ts'], isFlat: true, packages: ['three'] },
	'packages/text': { rooms: [], doors: ['index.ts'], isFlat: true, packages: ['@handreel/core'] },
	'apps/studio': {
		rooms: ['share', 'worker', 'state', 'view', 'library', 'live', 'headset'],
		doors: ['main.ts', 'app.svelte', 'content-security-policy.ts', 'service-worker.ts'],
	},
};

const folders = ['packages', 'apps'].flatMap((group) =>
	readdirSync(join(root, group)).map((name) => `${group}/${name}`),
);

it('every package has a plan', () => {
	expect(folders.filter((folder) => existsSync(join(root, folder, 'src'))).sort()).toEqual(Object.keys(PLANS).sort());
});

describe.each(Object.entries(PLANS))('%s', (folder, plan) => {
	const files = readSources(folder);
	const paths = new Set(files.map(({ path }) => path));
	const isDoor = (path: string): boolean => plan.doors.includes(path);

	it('has files in rooms and doors at the top', () => {
		const misplaced = files.filter(({ path }) => !isDoor(path) && findRoom(plan, path) === null);
		expect(misplaced.map(({ path }) => path).filter((path) => !plan.isFlat || path.includes('/'))).toEqual([]);
		expect(
			files.filter(({ path }) => /\/index\.ts$/.test(path) && !isDoor(path)).map(({ path }) => path),
			'inner barrels',
		).toEqual([]);
	});

	it('imports files that exist', () => {
		const missing = listEdges(files).filter(({ to }) => /\.(ts|svelte)$/.test(to) && !paths.has(to));
		expect(missing.map(formatEdge)).toEqual([]);
	});

	it('imports only within a room and leftwards', () => {
		const wrong = listEdges(files).filter(({ from, to }) => {
			if (isDoor(from) || !paths.has(to)) return false;
			if (isDoor(to)) return !plan.isFlat;
			const [source, target] = [findRoom(plan, from), findRoom(plan, to)];
			if (source === null || target === null || source === target) return false;
			const areStrangers = plan.strangers?.includes(source) && plan.strangers.includes(target);
			return areStrangers || plan.rooms.indexOf(target) > plan.rooms.indexOf(source);
		});
		expect(wrong.map(formatEdge)).toEqual([]);
	});

	it('has no import cycles', () => {
		const edges = listEdges(files).filter(({ from, isType }) => {
			const room = findRoom(plan, from);
			return !(isType && room !== null && plan.circularTypes?.includes(room));
		});
		expect(findCycle(edges)?.join(' → ') ?? null).toBeNull();
	});

	it.runIf(plan.packages !== undefined)('imports no other packages than those in its plan', () => {
		const imports = files.flatMap(({ path, imports }) => imports.map((entry) => ({ ...entry, from: path })));
		const foreign = imports.filter(
			({ path, specifier }) => path === null && !isAllowed(specifier, plan.packages ?? []),
		);
		expect(foreign.map(({ from, specifier }) => `${from} → ${specifier}`)).toEqual([]);
	});

	it('has files of at most 400 lines', () => {
		expect(files.filter(({ lines }) => lines > 400).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
	});
});

describe('core', () => {
	const files = readSources('packages/core');
	const imports = new Map(files.map(({ path, imports }) => [path, imports.flatMap(({ path }) => path ?? [])]));
	const reach = (path: string, found = new Set<string>()): Set<string> => {
		if (found.has(path)) return found;
		found.add(path);
		for (const target of imports.get(path) ?? []) reach(target, found);
		return found;
	};

	it.each([
		// Hands are also fitted to landmarks with the model of hands that perform.
		['perform/', ['perform.ts', 'internal.ts'], ['internal.ts', 'perform.ts']],
		['diagnose/restore-w/', ['diagnose.ts'], ['diagnose/checks/rotation-w-lost.ts']],
	])('keeps %s to the users of %s', (room, expectedDoors, expectedImporters) => {
		const importers = [...imports].filter(([, targets]) => targets.some((path) => path.startsWith(room)));
		expect(
			importers
				.map(([path]) => path)
				.filter((path) => !path.startsWith(room))
				.sort(),
		).toEqual(expectedImporters);
		const doors = (PLANS['packages/core']?.doors ?? []).filter((path) =>
			[...reach(path)].some((to) => to.startsWith(room)),
		);
		expect(doors).toEqual(expectedDoors);
	});

	it('judges the optimizer by separate code', () => {
		const compare = reach('compare/compare-recordings.ts');
		const optimize = reach('optimize/optimize-recording.ts');
		const common = [...compare].filter((path) => optimize.has(path));
		const ownRooms = common.filter((path) => /^(keys|edit|compare|optimize)\//.test(path));
		expect(compare.size).toBeGreaterThan(10);
		expect(optimize.size).toBeGreaterThan(10);
		// Both run in steps and take the same tolerances.
		expect(ownRooms.map((path) => path.split('/').at(-1)).sort()).toEqual(['options.ts']);
	});
});

interface Edge {
	readonly from: string;
	readonly to: string;
	readonly isType: boolean;
}

function listEdges(files: readonly SourceFile[]): Edge[] {
	return files.flatMap(({ path: from, imports }) =>
		imports.flatMap(({ path: to, isType }) => (to === null ? [] : [{ from, to, isType }])),
	);
}

function formatEdge({ from, to }: Edge): string {
	return `${from} → ${to}`;
}

/** The innermost room that a file is in, or `null` for files at the top. */
function findRoom({ rooms }: Plan, path: string): string | null {
	const candidates = rooms.filter((room) => path === room || path.startsWith(`${room}/`));
	return candidates.sort((a, b) => b.length - a.length)[0] ?? null;
}

function isAllowed(specifier: string, packages: readonly string[]): boolean {
	return packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** A path of imports that ends where it starts, or `null`. */
function findCycle(edges: readonly Edge[]): string[] | null {
	const targets = new Map<string, string[]>();
	for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
	const done = new Set<string>();
	const visit = (path: string, trail: readonly string[]): string[] | null => {
		if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
		if (done.has(path)) return null;
		for (const target of targets.get(path) ?? []) {
			const cycle = visit(target, [...trail, path]);
			if (cycle !== null) return cycle;
		}
		done.add(path);
		return null;
	};
	for (const path of targets.keys()) {
		const cycle = visit(path, []);
		if (cycle !== null) return cycle;
	}
	return null;
}
