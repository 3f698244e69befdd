import { decodeCsv, encodeCsv } from '@handreel/convert/csv';
import { encodeLeRobot } from '@handreel/convert/lerobot';
import { encodeNpz } from '@handreel/convert/npz';
import { decodeParquet, encodeParquet } from '@handreel/convert/parquet';
import {
	createHandSample,
	iterateCurves,
	JOINT_SETS,
	type JointSetName,
	type Recording,
	sampleHand,
	selectJoints,
} from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { findFixture } from '../support/fixture-recordings.ts';
import { readNpz } from '../support/read-npz.ts';

const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
const SETS = Object.keys(JOINT_SETS) as JointSetName[];

const listJoints = (read: Recording): string[] => {
	const found = [...iterateCurves(read)].filter(([, curve]) => curve.count > 0).map(([path]) => path);
	return [...new Set(found.flatMap((path) => /^hands\.left\.joints\.(\w+)/.exec(path)?.[1] ?? []))].sort();
};
const listUnique = (set: JointSetName): string[] =>
	[...new Set(JOINT_SETS[set].joints.flatMap(({ joint }) => joint ?? []))].sort();

describe.each(SETS)('the joints of %s', (joints) => {
	it('are the columns of a CSV table, in their order, and are read back', () => {
		const { bytes, issues } = encodeCsv(recording, { joints, frameRate: 5 });
		const [heading = ''] = new TextDecoder().decode(bytes).split('\n');
		const order = heading.split(',').flatMap((name) => /^left_(\w+)_px_m$/.exec(name)?.[1] ?? []);
		expect(order).toEqual([...new Set(JOINT_SETS[joints].joints.flatMap(({ joint }) => joint ?? []))]);
		expect(listJoints(decodeCsv(bytes).recording)).toEqual(listUnique(joints));
		const isSmaller = listUnique(joints).length < 26;
		expect(issues.some(({ message }) => message.includes(`is not one of the joints ${joints}`))).toBe(isSmaller);
	});

	it('are the columns of a Parquet table', () => {
		const { bytes } = encodeParquet([{ name: 'a', recording }], { joints, frameRate: 5 });
		expect(listJoints(decodeParquet(bytes).recordings[0]!.recording)).toEqual(listUnique(joints));
	});

	it('are the rows of NumPy arrays, as selectJoints returns them', () => {
		const arrays = readNpz(encodeNpz(recording, { joints, space: 'webxr', times: [1, 2] }).bytes);
		const { length } = JOINT_SETS[joints].joints;
		expect(arrays.get('left_joints')?.shape).toEqual([2, length, 7]);
		expect(arrays.get('joint_names')?.values).toEqual(JOINT_SETS[joints].joints.map(({ name }) => name));
		const hand = sampleHand(recording, 'left', 2, createHandSample(), { space: 'webxr' });
		expect(hand.tracked).toBe(true);
		expect(arrays.get('left_joints')?.values.slice(length * 7)).toEqual([...selectJoints(hand, joints)]);
	});

	it('are the state of a LeRobot data set', () => {
		const namesOf = (options: object): readonly string[] => {
			const { files } = encodeLeRobot([{ name: 'a', recording }], options);
			const info = files.find(({ path }) => path === 'meta/info.json')!;
			return JSON.parse(Buffer.concat([...info.chunks]).toString()).features['observation.state'].names;
		};
		expect(namesOf({ joints })).toHaveLength(2 * 7 * listUnique(joints).length);
		const positions = namesOf({ state: [`right_${joints}.position`] });
		expect(positions).toHaveLength(3 * listUnique(joints).length);
		expect(positions[0]).toBe(`right_${JOINT_SETS[joints].joints[0]!.joint}_x`);
	});
});

it('joints and states are not both the state', () => {
	const options = { joints: 'mano-21', state: ['head'] } as const;
	expect(() => encodeLeRobot([{ name: 'a', recording }], options)).toThrow('joints, state: give only one of them');
});
