import { decodeGlb, decodeGltf, encodeGlb, encodeGltf } from '@handreel/convert/gltf';
import {
	type Curve,
	createCurve,
	createRecording,
	getCurveKeys,
	getKeyTime,
	getKeyValue,
	isRecordingError,
	type Recording,
} from '@handreel/core';
import { sortCurve } from '@handreel/core/internal';
import { loadHandMeshes } from '@handreel/hands';
import { describe, expect, it } from 'vitest';
import { curvesByPath, describeModel } from '../../../core/test/support/arbitrary-recording.ts';
import { mutateBytes } from '../../../core/test/support/mutate.ts';
import { createRandom } from '../../../core/test/support/random.ts';
import { asText } from '../support/as-text.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';
import { openGlb } from '../support/play-glb.ts';

const meshes = await loadHandMeshes();
const fixtures = listFixtures();

describe('GLB and back', () => {
	it.each(fixtures)('keeps what the page promises of $name', ({ recording }) => {
		const { bytes: glb, issues } = encodeGlb(recording);
		const back = decodeGlb(glb).recording;
		expect(back.layout).toEqual(recording.layout);
		expect(back.markers).toEqual(recording.markers);
		for (const section of ['head', 'hands', 'gaze'] as const) {
			expect(back[section] === null).toBe(recording[section] === null);
		}
		const lost = new Set(issues.map(({ path }) => path));
		expect(findDifferences(recording, back, lost)).toEqual([]);
	});

	it('keeps keys whose rotations needed others between them for glTF', () => {
		const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
		const { bytes: glb, issues } = encodeGlb(recording);
		expect(issues).toEqual([]);
		expect(new TextDecoder('latin1').decode(glb)).toContain('"added":');
		const { x } = decodeGlb(glb).recording.hands?.left.joints.wrist.rotation ?? {};
		expect(x?.count).toBe(recording.hands?.left.joints.wrist.rotation.x.count);
	});

	it.each(fixtures.filter(({ bytes }) => bytes.length < 100_000))('is the same as text for $name', ({ recording }) => {
		const { text: gltf, issues } = asText(encodeGltf(recording));
		const { bytes: glb, issues: others } = encodeGlb(recording);
		expect(issues).toEqual(others);
		const [one, other] = [decodeGltf(gltf), decodeGlb(glb)].map((result) => describeModel(result.recording));
		expect(one).toEqual(other);
	});

	it('keeps positions and times of what MRTK writes to the bit', () => {
		for (const name of ['mrtk-2.8.3-full-5s.bin', 'mrtk-2.5.4-markers.bin']) {
			const { recording } = findFixture(name);
			const back = describeModel(decodeGlb(encodeGlb(recording).bytes).recording);
			const before = describeModel(recording);
			for (const path of Object.keys(before.curves)) {
				if (!/rotation|direction/.test(path)) expect(back.curves[path], path).toBe(before.curves[path]);
			}
		}
	});

	it('keeps Hermite curves as CUBICSPLINE, tangents to the bit', async () => {
		const keys = (scale: number): number[] => [
			0,
			1,
			9,
			scale,
			0.3,
			0,
			0,
			0.5,
			2,
			-scale,
			3,
			0,
			0,
			0,
			2,
			1,
			0.1,
			4,
			0,
			0,
			0,
		];
		const recording = headOf(keys(1), 7);
		const { bytes: glb, issues } = encodeGlb(recording);
		expect(issues).toEqual([]);
		expect(await interpolationsOf(glb)).toEqual(['CUBICSPLINE']);
		const { x } = decodeGlb(glb).recording.head?.position ?? {};
		const expected = keys(1);
		// Weights that nothing uses are not kept.
		expected[4] = 0;
		expect([...getCurveKeys(x!)]).toEqual([...getCurveKeys(createCurve(expected, { stride: 7 }))]);
	});

	it('keeps steps as STEP', async () => {
		const infinity = Number.POSITIVE_INFINITY;
		const recording = headOf([0, 1, infinity, infinity, 0, 0, 0, 1, 2, infinity, infinity, 0, 0, 0], 7);
		const { bytes: glb, issues } = encodeGlb(recording);
		expect(issues).toEqual([]);
		expect(await interpolationsOf(glb)).toEqual(['STEP']);
		const { x } = decodeGlb(glb).recording.head?.position ?? {};
		expect([...getCurveKeys(x!)]).toEqual([...getCurveKeys(recording.head!.position.x)]);
	});

	it('replaces weighted curves by samples and reports it', async () => {
		const { bytes: glb, issues } = encodeGlb(headOf([0, 0, 0, 2, 0.5, 0.5, 3, 1, 1, -2, 0, 0.5, 0.5, 3], 7));
		expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual(['keys-lost head.position']);
		expect(await interpolationsOf(glb)).toEqual(['LINEAR']);
		expect(decodeGlb(glb).recording.head?.position.x.count).toBeGreaterThan(5);
	});

	it('shifts times to start at 0 and back', async () => {
		const recording = headOf([-2, 1, -1.5, 2, 1, 3], 2);
		const { bytes: glb } = encodeGlb(recording);
		const player = await openGlb(glb);
		expect([
			...(player.document.getRoot().listAnimations()[0]?.listSamplers()[0]?.getInput()?.getArray() ?? []),
		]).toEqual([0, 0.5, 3]);
		expect([...getCurveKeys(decodeGlb(glb).recording.head!.position.x)]).toEqual([-2, 1, -1.5, 2, 1, 3]);
	});

	it('merges equal times with the later value and reports it', () => {
		const { bytes: glb, issues } = encodeGlb(headOf([0, 1, 1, 2, 1, 5, 2, 3], 2));
		expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual(['keys-lost head.position']);
		expect([...getCurveKeys(decodeGlb(glb).recording.head!.position.x)]).toEqual([0, 1, 1, 5, 2, 3]);
	});
});

describe('reading other files', () => {
	it.each([
		['nothing', new Uint8Array(0), 'not a GLB file'],
		['a recording', findFixture('mrtk-1.1.bin').bytes, 'not a GLB file'],
		['the model of a hand', meshes.left, 'was not written by handreel'],
	])('refuses %s', (_, bytes, reason) => {
		expect(() => decodeGlb(bytes)).toThrow(reason);
	});

	it.each([
		['no JSON', '{', 'the JSON is malformed'],
		['a list', '[]', 'the JSON is not an object'],
		['a buffer elsewhere', '{"buffers":[{"uri":"a.bin"}]}', 'the buffer is not embedded'],
		['a buffer that is not base64', '{"buffers":[{"uri":"data:application/octet-stream;base64,%"}]}', 'is not base64'],
		['other glTF', '{"asset":{"version":"2.0"}}', 'was not written by handreel'],
	])('refuses %s', (_, text, reason) => {
		expect(() => decodeGltf(text)).toThrow(reason);
	});

	it('refuses tracks that are not part of the recording, and values that are used again and again', () => {
		const { text: gltf } = asText(encodeGltf(findFixture('mrtk-2.8.3-camera-only.bin').recording));
		expect(() => decodeGltf(gltf.replace('"path": "head"', '"path": "hands"'))).toThrow(
			/"hands.position" is not a vector/,
		);
		const json = JSON.parse(gltf);
		json.nodes = Array.from({ length: 60 }, (_, i) => ({ name: `n${i}`, extras: { path: `n${i}` } }));
		json.animations[0].channels = json.nodes.map((__: unknown, node: number) => ({
			sampler: 0,
			target: { node, path: 'translation' },
		}));
		expect(() => decodeGltf(JSON.stringify(json))).toThrow(/more values than the buffer holds/);
	});

	it('never throws anything but a RecordingError', () => {
		const files = ['mrtk-1.1.bin', 'documented-1.1.bin', 'mrtk-2.8.3-camera-only.bin', 'negative-start.bin'].map(
			(name) => encodeGlb(findFixture(name).recording).bytes,
		);
		let read = 0;
		for (let run = 0; run < 3000; run++) {
			const random = createRandom(run);
			const bytes = random.pick(files);
			// Digits and letters of the JSON, or any bytes.
			const mutant = run % 2 === 0 ? mutateBytes(bytes, random) : bytes.slice();
			const textLength = new DataView(bytes.buffer).getUint32(12, true);
			if (run % 2 === 1) mutant[20 + random.below(textLength)] = random.pick([0x30, 0x39, 0x2d, 0x61, 0x22, 0x5d]);
			try {
				decodeGlb(mutant);
				read++;
			} catch (error) {
				if (!isRecordingError(error, 'bad-gltf')) throw error;
			}
		}
		expect(read).toBeGreaterThan(100);
	});
});

// Curves that did not come back as the page promises, apart from those whose loss was reported.
function findDifferences(recording: Recording, back: Recording, lost: ReadonlySet<string>): string[] {
	const found: string[] = [];
	const before = curvesByPath(recording);
	const after = curvesByPath(back);
	for (const [path, given] of before) {
		const vector = path.slice(0, path.lastIndexOf('.'));
		const joint = vector.slice(0, vector.lastIndexOf('.'));
		if (lost.has(vector) || lost.has(joint)) continue;
		const curve = given.kind === 'boolean' ? given : sortCurve(given);
		const other = after.get(path);
		if (other === undefined || other.count !== curve.count) {
			found.push(`${path}: ${curve.count} keys came back as ${other?.count}`);
			continue;
		}
		if (other.preWrap !== given.preWrap || other.postWrap !== given.postWrap) found.push(`${path}: wrap modes`);
		const tolerance = /rotation|direction/.test(path) ? 1e-6 : 0;
		const sign = tolerance > 0 && isFlipped(before.get(`${vector}.w`), after.get(`${vector}.w`)) ? null : 1;
		for (let i = 0; i < curve.count; i++) {
			const [time, value] = [getKeyTime(curve, i), getKeyValue(curve, i)];
			const [otherTime, otherValue] = [getKeyTime(other, i), getKeyValue(other, i)];
			const isSameTime = Object.is(time, otherTime) || Math.abs(time - otherTime) <= Math.abs(time) * 2 ** -23;
			const isSame =
				sign === null ? isNear(Math.abs(value), Math.abs(otherValue), tolerance) : isNear(value, otherValue, tolerance);
			if (!isSameTime || !isSame) found.push(`${path}[${i}]: ${time} ${value} came back as ${otherTime} ${otherValue}`);
		}
	}
	return found;
}

// Whether signs of a rotation were changed so that neighbors agree, which its w shows.
function isFlipped(before: Curve | undefined, after: Curve | undefined): boolean {
	if (before === undefined || after === undefined) return false;
	return getCurveKeys(before).some((value, i) => value * (getCurveKeys(after)[i] ?? 0) < 0);
}

function isNear(a: number, b: number, tolerance: number): boolean {
	return Object.is(a, b) || Math.abs(a - b) <= tolerance;
}

function headOf(keys: number[], stride: 2 | 7): Recording {
	const curve = createCurve(keys, { stride });
	return createRecording({
		head: { position: { x: curve, y: curve, z: curve } },
		layout: stride === 7 ? 'documented-1.1' : 'mrtk-1.1',
	});
}

async function interpolationsOf(glb: Uint8Array): Promise<string[]> {
	const { document } = await openGlb(glb);
	const samplers = document
		.getRoot()
		.listAnimations()
		.flatMap((animation) => animation.listSamplers());
	return samplers.map((sampler) => sampler.getInterpolation());
}
