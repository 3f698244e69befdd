import { decodeGlb, decodeGltf, encodeGlb, encodeGltf, type GltfOptions } from '@handreel/convert/gltf';
import { createCurve, createRecording, isRecordingError, type Recording, samplePose } from '@handreel/core';
import { compareRecordings } from '@handreel/core/edit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryExtendedRecording, describeModel } from '../../../core/test/support/arbitrary-recording.ts';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { asText } from '../support/as-text.ts';
import { openGlb } from '../support/play-glb.ts';
import { validateGlb } from '../support/validate-glb.ts';

const full = createFullRecording();

describe('controllers, pointing rays and tracks in glTF', () => {
	it('are nodes below those that hide them', async () => {
		const { document } = await openGlb(encodeGlb(full).bytes);
		const nodes = document.getRoot().listNodes();
		const children = (name: string) =>
			nodes
				.find((node) => node.getName() === name)
				?.listChildren()
				.map((node) => node.getName());
		expect(children('left')).toContain('left_aim');
		expect(children('left_controller')).toEqual(['left_controller_grip', 'left_controller_aim']);
		expect(children('right_controller')).toEqual(['right_controller_grip', 'right_controller_aim']);
		const names = document.getRoot().listScenes()[0]?.listChildren();
		expect(names?.map((node) => node.getName())).toContain('block');
	});

	it('are below the joint that their bone comes from, or siblings on request', async () => {
		const parentOf = async (options: GltfOptions, name: string): Promise<string | undefined> => {
			const nodes = (await openGlb(encodeGlb(full, options).bytes)).document.getRoot().listNodes();
			return nodes
				.find((node) => node.getName() === name)
				?.getParentNode()
				?.getName();
		};
		expect(await parentOf({}, 'left_wrist')).toBe('left');
		expect(await parentOf({}, 'left_palm')).toBe('left_wrist');
		expect(await parentOf({}, 'right_indexMetacarpal')).toBe('right_wrist');
		expect(await parentOf({}, 'right_indexTip')).toBe('right_indexDistal');
		expect(await parentOf({ flat: true }, 'right_indexTip')).toBe('right');
	});

	it('are read back alike from siblings, as older versions wrote them', () => {
		const [tree, flat] = [{}, { flat: true }].map((options) => encodeGlb(full, options));
		expect(tree!.issues).toEqual(flat!.issues);
		expect(describeModel(decodeGlb(tree!.bytes).recording)).toEqual(describeModel(decodeGlb(flat!.bytes).recording));
		expect(flat!.bytes.length).toBeLessThan(tree!.bytes.length / 2);
	});

	it('move as in the recording', async () => {
		const { document } = await openGlb(encodeGlb(full).bytes);
		const channel = document
			.getRoot()
			.listAnimations()[0]
			?.listChannels()
			.find(
				(one) => one.getTargetNode()?.getName() === 'right_controller_grip' && one.getTargetPath() === 'translation',
			);
		const times = channel?.getSampler()?.getInput()?.getArray() ?? [];
		const values = channel?.getSampler()?.getOutput()?.getArray() ?? [];
		expect(times.length).toBeGreaterThan(10);
		const pose = new Float32Array(7);
		Float32Array.from(times).forEach((time, i) => {
			samplePose(full.controllers!.right!.grip, time, pose, 0, { space: 'webxr' });
			for (let axis = 0; axis < 3; axis++) expect(values[i * 3 + axis]).toBeCloseTo(pose[axis]!, 5);
		});
	});

	it('are read back', () => {
		const { recording } = decodeGlb(encodeGlb(full).bytes);
		const before = describeModel(full);
		const after = describeModel(recording);
		expect(after.details).toEqual({ ...before.details, room: undefined });
		expect(Object.keys(after.curves)).toEqual(Object.keys(before.curves));
		for (const [path, curve] of Object.entries(before.curves)) {
			if (!/\.[xyzw]$/.test(path)) expect(after.curves[path], path).toBe(curve);
		}
		const { position, rotation, onlyInA, onlyInB } = compareRecordings(full, recording);
		expect(position?.max).toBeLessThan(0.000_11);
		expect(rotation?.max).toBeLessThan(0.06);
		expect([onlyInA, onlyInB]).toEqual([['hands.left.joints.none', 'hands.right.joints.none'], []]);
		expect(describeModel(decodeGltf(asText(encodeGltf(full)).text).recording)).toEqual(after);
	});

	it('keep everything but vectors of any recording to the bit, apart from NaN payloads', async () => {
		await fc.assert(
			fc.asyncProperty(arbitraryExtendedRecording(), async (recording) => {
				const { bytes: glb } = encodeGlb(recording);
				expect(await validateGlb(glb)).toEqual([]);
				const once = decodeGlb(glb).recording;
				const before = describeModel(recording);
				const after = describeModel(once);
				expect(after.details).toEqual({ ...before.details, room: undefined });
				expect(Object.keys(after.curves)).toEqual(Object.keys(before.curves));
				// Text keeps no payloads, so the second time nothing changes.
				const again = describeModel(decodeGlb(encodeGlb(once).bytes).recording);
				for (const path of Object.keys(after.curves)) {
					if (!/\.[xyzw]$/.test(path)) expect(again.curves[path], path).toBe(after.curves[path]);
				}
			}),
			{ numRuns: 40, seed: 8 },
		);
	});

	it('keep parts without keys', () => {
		const recording = createRecording({
			controllers: { right: { buttons: [{}, {}], axes: [createCurve([])] } },
			hands: { left: { aim: {}, pinchStrength: createCurve([]), radii: {} } },
		});
		const { bytes: glb, issues } = encodeGlb(recording);
		expect(issues).toEqual([]);
		expect(describeModel(decodeGlb(glb).recording)).toEqual(describeModel(recording));
	});

	it('report information that JSON cannot hold', () => {
		const { bytes: glb, issues } = encodeGlb(createRecording({ info: { device: 'a', made: new Date(0) } }));
		expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual(['values-lost info.made']);
		expect(decodeGlb(glb).recording.info).toEqual({ device: 'a' });
	});

	it('leave no trace in the file of a recording without them', () => {
		const { text: gltf } = asText(encodeGltf(createRecording({ head: {}, hands: {} })));
		const extras = JSON.parse(gltf).scenes[0].extras.handreel;
		expect(Object.keys(extras)).toEqual([
			'format',
			'formatVersion',
			'layout',
			'timeOffset',
			'sections',
			'markers',
			'states',
			'wraps',
		]);
	});
});

describe('damaged extras', () => {
	const change = (edit: (extras: Record<string, unknown>) => void): (() => Recording) => {
		const document = JSON.parse(asText(encodeGltf(full)).text);
		edit(document.scenes[0].extras.handreel);
		return () => decodeGltf(JSON.stringify(document)).recording;
	};

	it.each<[string, Record<string, unknown>]>([
		['extras.controllers.left.buttons: expected a count up to 16', { controllers: { left: { buttons: 1e9 } } }],
		['extras.controllers.left.axes: expected a count up to 8', { controllers: { left: { buttons: 1, axes: -1 } } }],
		['extras.hands.left.radii.elbow: expected the radius of a joint', { hands: { left: { radii: { elbow: 1 } } } }],
		['extras.tracks[0].name: expected a unique name without dots', { tracks: [{ name: 'a.b', kind: 'pose' }] }],
		['extras.tracks[0].kind: "color" is not a kind of track', { tracks: [{ name: 'a', kind: 'color' }] }],
		['extras.info: expected an object', { info: 'Quest 3' }],
		['extras.channels.a: expected an object', { channels: { a: 1 } }],
		[
			'extras.channels.a.position: exceeds the buffer; another program may have written the file again',
			{ channels: { 'a.position': { interpolation: 'LINEAR', count: 2, times: 1e9, values: 0 } } },
		],
		[
			'extras.channels: -1 is not a number of keys',
			{ channels: { 'a.position': { interpolation: 'LINEAR', count: -1, times: 0, values: 0 } } },
		],
		[
			'"a.position" is not a vector of the recording',
			{ channels: { 'a.position': { interpolation: 'LINEAR', count: 1, times: 0, values: 0 } } },
		],
		[
			'extras.values.tracks.a.value.keys[1]: expected 2 numbers but found 3',
			{
				values: {
					'tracks.a.value': {
						preWrap: 8,
						postWrap: 8,
						keys: [
							[0, 1],
							[1, 2, 3],
						],
					},
				},
			},
		],
	])('fail with %s', (message, fields) => {
		const read = change((extras) => Object.assign(extras, fields));
		expect(read).toThrow(message);
		try {
			read();
		} catch (error) {
			expect(isRecordingError(error, 'bad-gltf')).toBe(true);
		}
	});
});
