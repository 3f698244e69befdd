import { writeFileSync } from 'node:fs';
import { encodeRecording } from '@handreel/convert';
import { createCurve, createFrameSample, createRecording, type Recording, sampleFrame } from '@handreel/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({ 'plain.bin': 'mrtk-2.8.3-n020' });
afterAll(() => scratch.remove());
const { run, json, path } = scratch;
const full = createFullRecording();

beforeAll(async () => {
	await write('full.json', full);
});

async function write(name: string, recording: Recording): Promise<void> {
	writeFileSync(path(name), (await encodeRecording(recording, 'json')).bytes);
}

describe('recordings with controllers, pointing rays, information and tracks', () => {
	it('are described by info', () => {
		const { stdout, status } = run('info', 'full.json');
		expect(status).toBe(0);
		expect(stdout.slice(stdout.indexOf('  device'))).toMatchInlineSnapshot(`
			"  device      Quest 3
			  frameRate   72
			  study       {"group":"b"}
			  Left hand   pointing ray with 56 keys, pinch strength with 21 keys, radii of 2 joints
			  Right hand  pointing ray with 56 keys, pinch strength with 21 keys, radii of 2 joints
			  Controller  left, 185 keys, 2 buttons, 4 axes
			              profiles meta-quest-touch-plus, generic-trigger-squeeze-thumbstick
			              tracked  2.000 s in 1 span: 0.00–2.00
			              trigger pressed 0.400 s in 1 span: 0.40–0.80
			  Controller  right, 185 keys, 2 buttons, 4 axes
			              profiles meta-quest-touch-plus, generic-trigger-squeeze-thumbstick
			              tracked  2.000 s in 1 span: 0.00–2.00
			              trigger pressed 0.400 s in 1 span: 0.40–0.80
			  Track       block (pose, 56 keys)
			  Track       heart rate (scalar, 21 keys)
			  Track       seated (boolean, 2 keys)
			  Track       console (2 events)
			  Track       gesture (2 labels)
			  Room        3 planes, 2 meshes of 300 triangles, 2 anchors, 2 light estimates: floor, global mesh, screen, table, wall

			  Markers     2
			       0.500 s  grab
			       1.500 s  release
			"
		`);
	});

	it('are described by info --json, and files without them have no such fields', () => {
		const [entry, plain] = json('info', 'full.json', 'plain.bin', '--json');
		expect(entry.info).toEqual(full.info);
		expect(entry.handDetails.left).toEqual({ aimKeys: 56, pinchStrengthKeys: 21, radii: 2 });
		expect(entry.controllers.right.tracked).toEqual([{ start: 0, end: 2 }]);
		expect(entry.controllers.right.buttons.map(({ name }: { name: string }) => name)).toEqual(['trigger', 'squeeze']);
		expect(entry.controllers.right.profiles).toEqual(full.controllers?.right?.profiles);
		expect(entry.tracks.map(({ name, kind }: Record<string, string>) => `${name} ${kind}`)).toEqual([
			'block pose',
			'heart rate scalar',
			'seated boolean',
			'console events',
			'gesture spans',
		]);
		for (const field of ['info', 'handDetails', 'controllers', 'tracks', 'room'])
			expect(plain).not.toHaveProperty(field);
	});

	it('have the duration of their longest curve', async () => {
		await write('late.json', createRecording({ controllers: { left: { axes: [createCurve([0, 0, 7, 1])] } } }));
		expect(json('info', 'late.json', '--json')[0].duration).toBe(7);
	});

	it('start with their first key', async () => {
		const y = createCurve([1, 1.6, 2, 1.7]);
		const controllers = { left: { axes: [createCurve([-0.5, 0, 7, 1])] } };
		await write('early.json', createRecording({ head: { position: { x: y, y, z: y } }, controllers }));
		expect(json('info', 'early.json', '--json')[0]).toMatchObject({ start: -0.5, duration: 7 });
		await write('only.json', createRecording({ controllers: { left: { axes: [createCurve([3, 0, 7, 1])] } } }));
		expect(json('info', 'only.json', '--json')[0]).toMatchObject({ start: 3, duration: 7 });
	});

	it('are sampled', () => {
		const [frame] = json('sample', 'full.json', '--time', '0.55');
		const sample = sampleFrame(full, 0.55, createFrameSample());
		const { left, right } = frame.controllers;
		expect(right.grip.position.map(Math.fround)).toEqual([...sample.controllers.right.grip.subarray(0, 3)]);
		expect(right.aim.rotation.map(Math.fround)).toEqual([...sample.controllers.right.aim.subarray(3)]);
		expect(left.axes.map(Math.fround)).toEqual([...sample.controllers.left.axes.subarray(0, 4)]);
		expect(left.buttons[0]).toEqual({ pressed: true, touched: true, value: expect.any(Number) });
		expect(Math.fround(left.buttons[0].value)).toBe(sample.controllers.left.values[0]);
		expect(frame.hands.left.aim.position.map(Math.fround)).toEqual([...sample.hands.left.aim.subarray(0, 3)]);
		expect(Math.fround(frame.hands.left.pinchStrength)).toBe(Math.fround(sample.hands.left.pinchStrength));
		const [plain] = json('sample', 'plain.bin', '--time', '0.5');
		expect(plain).not.toHaveProperty('controllers');
		expect(Object.keys(plain.hands.left)).toEqual(['tracked', 'pinching', 'joints']);
	});

	it('are compared', async () => {
		const changed = createRecording({
			...full,
			controllers: {
				right: {
					...full.controllers!.right!,
					axes: [createCurve([0, 0.5]), ...full.controllers!.right!.axes.slice(1)],
				},
			},
			tracks: full.tracks.map((track) =>
				track.kind === 'events' ? { ...track, events: track.events.slice(1) } : track,
			),
		});
		await write('changed.json', changed);
		const { stdout, status } = run('diff', 'full.json', 'changed.json');
		expect(status).toBe(1);
		expect(stdout).toMatch(/values +1\.\d{4} .*controllers\.right\.axes\.0/);
		expect(stdout).toContain('only in the first recording: controllers.left');
		expect(stdout).toContain("events only in the first recording: 'console: loaded' at 0.250 s");
		expect(run('diff', 'full.json', 'full.json').status).toBe(0);
		expect(run('diff', 'plain.bin', 'plain.bin').stdout).not.toContain('values');
	});

	it('differ only in values within the tolerance of --value', async () => {
		const raised = (value: number) =>
			createRecording({ hands: { left: { pinchStrength: createCurve([0, value, 1, value]) } } });
		await write('low.json', raised(0.5));
		await write('high.json', raised(0.52));
		expect(run('diff', 'low.json', 'high.json').status).toBe(1);
		expect(run('diff', 'low.json', 'high.json', '--value', '0.03').status).toBe(0);
	});

	it('lose the parts that strip removes', () => {
		expect(run('strip', 'full.json', 'stripped.json', '--parts', 'controllers,info,tracks').stderr).toBe('');
		const [entry] = json('info', 'stripped.json', '--json');
		for (const field of ['info', 'controllers', 'tracks']) expect(entry).not.toHaveProperty(field);
		expect(entry.handDetails.left.aimKeys).toBe(56);
	});

	it('are smoothed only where asked', async () => {
		const keys = Array.from({ length: 120 }, (_, i) => [i / 60, i % 2 === 0 ? 0.01 : -0.01]);
		const jitter = { position: { x: createCurve(keys.flat()) } };
		await write('jitter.json', createRecording({ head: jitter, controllers: { left: { grip: jitter } } }));
		expect(run('smooth', 'jitter.json', 'smooth.json', '--only', 'controllers').stderr).toBe('');
		const { channels } = json('diff', 'jitter.json', 'smooth.json', '--json');
		const changed = channels.filter(({ max }: { max: number }) => max > 0);
		expect(changed.map((channel: { path: string }) => channel.path)).toEqual(['controllers.left.grip.position']);
	});

	it('report what a .bin file cannot store', () => {
		const { stderr } = run('convert', 'full.json', 'full.bin');
		expect(stderr).toContain('hands.left.aim');
	});
});
