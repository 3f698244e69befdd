import {
	DATA_KINDS,
	type DataKind,
	decodeRecording,
	encodeRecording,
	FORMATS,
	type FormatLosses,
	findFormatOfName,
	type WritableFormatName,
} from '@handreel/convert';
import {
	type Curve,
	createCurve,
	createRecording,
	getKeyTime,
	getKeyValue,
	iterateCurves,
	type Recording,
} from '@handreel/core';
import { getCurveWords, mapCurves } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';

describe('FORMATS', () => {
	it('has extensions and names that occur once', () => {
		const extensions = FORMATS.flatMap((format) => format.extensions);
		expect(new Set(extensions).size).toBe(extensions.length);
		expect(new Set(FORMATS.map(({ name }) => name)).size).toBe(FORMATS.length);
		for (const extension of extensions) expect(extension).toMatch(/^(\.[a-z]+)+$/);
	});

	it('finds formats by the longest extension of a name', () => {
		expect(findFormatOfName('take 1.BIN')?.name).toBe('bin');
		expect(findFormatOfName('a.b.json')?.name).toBe('json');
		expect(findFormatOfName('json')).toBeNull();
		expect(findFormatOfName('a.txt')).toBeNull();
	});

	const writable = FORMATS.filter(({ reads, writes }) => reads !== 'no' && writes);
	it.each(writable)('reports what $name loses', async ({ name, losses }) => {
		expect(await measureLosses(name as WritableFormatName)).toEqual(losses);
	});
});

// What a file holds after writing and reading recordings with everything.
async function measureLosses(format: WritableFormatName): Promise<FormatLosses> {
	const plain = createFullRecording();
	const back = (await decodeRecording((await encodeRecording(plain, format)).bytes)).recording;
	const measured = Object.fromEntries(DATA_KINDS.map((kind) => [kind, compareKind(kind, plain, back)]));
	const special = createSpecial();
	const specialBack = (await decodeRecording((await encodeRecording(special, format)).bytes)).recording;
	for (const kind of ['tangents', 'wraps'] as const) measured[kind] = compareKind(kind, special, specialBack);
	return Object.fromEntries(Object.entries(measured).filter(([, loss]) => loss !== null));
}

type Loss = 'some' | 'all' | null;

const PATHS: Readonly<Partial<Record<DataKind, RegExp>>> = {
	head: /^head/,
	hands: /^hands\.\w+\.(tracked|pinching|joints\.(?!none))/,
	gaze: /^gaze/,
	rays: /^hands\.\w+\.(aim|pinchStrength)/,
	controllers: /^controllers/,
};

function compareKind(kind: DataKind, before: Recording, after: Recording): Loss {
	const paths = PATHS[kind];
	const curves = new Map(iterateCurves(after));
	const judge = (isKept: (path: string, curve: Curve) => boolean, filter: RegExp): Loss => {
		const given = [...iterateCurves(before)].filter(([path, { count }]) => filter.test(path) && count > 0);
		const kept = given.filter(([path, curve]) => isKept(path, curve)).length;
		return kept === given.length ? null : kept === 0 ? 'all' : 'some';
	};
	if (paths !== undefined) {
		const profiles = kind === 'controllers' && after.controllers?.left?.profiles.length === 0;
		return judge((path) => (curves.get(path)?.count ?? 0) > 0, paths) ?? (profiles ? 'some' : null);
	}
	if (kind === 'radii') return after.hands?.left.radii === null ? 'all' : null;
	if (kind === 'markers') return listLoss(before.markers, after.markers);
	if (kind === 'tracks') return listLoss(before.tracks.map(nameOf), after.tracks.map(nameOf));
	if (kind === 'info') return listLoss(Object.keys(before.info), Object.keys(after.info));
	if (kind === 'room') return listLoss([before.room], [after.room]);
	if (kind === 'wraps') return judge((path, { preWrap }) => curves.get(path)?.preWrap === preWrap, /^head/);
	if (kind === 'tangents') return judge((path, curve) => isSameCurve(curve, curves.get(path)), /^head/);
	return compareKeys(before, curves);
}

// Keys by time and value, of head and joints: data that the format does not hold at all has its own kind.
function compareKeys(before: Recording, curves: ReadonlyMap<string, Curve>): Loss {
	let [given, kept, others] = [0, 0, 0];
	for (const [path, curve] of iterateCurves(before)) {
		if (!/^(head|hands\.\w+\.joints\.(?!none))/.test(path)) continue;
		const after = curves.get(path);
		const keys = new Set(after === undefined ? [] : listKeys(after));
		const matches = listKeys(curve).filter((key) => keys.has(key)).length;
		given += curve.count;
		kept += matches;
		others += (after?.count ?? 0) - matches;
	}
	return kept === given && others === 0 ? null : kept === 0 ? 'all' : 'some';
}

function listKeys(curve: Curve): string[] {
	return Array.from({ length: curve.count }, (_, i) => `${getKeyTime(curve, i)} ${getKeyValue(curve, i)}`);
}

const nameOf = ({ name }: { readonly name: string }): string => name;

function listLoss(before: readonly unknown[], after: readonly unknown[]): Loss {
	const kept = before.filter((item) => after.some((other) => JSON.stringify(other) === JSON.stringify(item))).length;
	return kept === before.length ? null : kept === 0 ? 'all' : 'some';
}

function isSameCurve(a: Curve, b: Curve | undefined): boolean {
	return b !== undefined && a.stride === b.stride && Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
}

function bytesOf(curve: Curve): Uint8Array {
	return new Uint8Array(getCurveWords(curve).slice().buffer);
}

// A head with Hermite keys on some axes, weighted keys on others, that repeats.
function createSpecial(): Recording {
	const wraps = { stride: 7, preWrap: 'ping-pong', postWrap: 'ping-pong' } as const;
	const hermite = createCurve([0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 2, 0, 0, 0, 2, 0, 1, 1, 0, 0, 0], wraps);
	const weighted = createCurve([0, 0, 0, 0.5, 0, 0.6, 3, 1, 0.5, 0, 0, 0.6, 0.6, 3, 2, 0, 1, 1, 0.6, 0, 3], wraps);
	const w = createCurve([0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0], wraps);
	const hands = createFullRecording().hands;
	return mapCurves(
		createRecording({
			head: {
				position: { x: hermite, y: hermite, z: hermite },
				rotation: { x: weighted, y: weighted, z: weighted, w },
			},
			hands,
		}),
		(curve) => curve,
	);
}
