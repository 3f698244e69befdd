import { decodeRecording, encodeRecording } from '@handreel/convert';
import { encodeAnim } from '@handreel/convert/anim';
import { createCurve, createRecording, evaluateCurve, type Recording } from '@handreel/core';
import { trimRecording } from '@handreel/core/edit';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { asText } from '../support/as-text.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';

/** Bytes of fixtures of which only the start is parsed. */
const LARGE = 40_000;

interface Key {
	readonly time: number;
	readonly value: Readonly<Record<string, number>>;
	readonly inSlope: Readonly<Record<string, number>>;
	readonly outSlope: Readonly<Record<string, number>>;
	readonly tangentMode: number;
	readonly weightedMode: number;
	readonly inWeight: Readonly<Record<string, number>>;
	readonly outWeight: Readonly<Record<string, number>>;
}

interface ClipCurve {
	readonly curve: { readonly m_Curve: readonly Key[]; readonly m_PreInfinity: number; readonly m_PostInfinity: number };
	readonly path: string;
}

// Unity's header is not a YAML tag that a parser needs to know.
function readClip(anim: string) {
	const [yaml, tag, document, ...lines] = anim.split('\n');
	expect([yaml, tag, document]).toEqual(['%YAML 1.1', '%TAG !u! tag:unity3d.com,2011:', '--- !u!74 &7400000']);
	return parse(lines.join('\n').replace(/\bInfinity\b/g, '.inf')).AnimationClip;
}

// A curve of Unity: Hermite, or a Bézier segment with weights, solved by halving.
function evaluateKeys(keys: readonly Key[], axis: string, time: number): number {
	const next = keys.findIndex((key) => key.time > time);
	if (next === 0) return keys[0]!.value[axis]!;
	if (next < 0) return keys.at(-1)!.value[axis]!;
	const [a, b] = [keys[next - 1]!, keys[next]!];
	const [m0, m1] = [a.outSlope[axis]!, b.inSlope[axis]!];
	if (m0 === Number.POSITIVE_INFINITY || m1 === Number.POSITIVE_INFINITY) return a.value[axis]!;
	if (m0 === Number.NEGATIVE_INFINITY || m1 === Number.NEGATIVE_INFINITY) return b.value[axis]!;
	const dx = b.time - a.time;
	const w0 = (a.weightedMode & 2) === 0 ? 1 / 3 : a.outWeight[axis]!;
	const w1 = (b.weightedMode & 1) === 0 ? 1 / 3 : b.inWeight[axis]!;
	const bezier = (p: readonly number[], s: number): number =>
		p[0]! * (1 - s) ** 3 + 3 * p[1]! * s * (1 - s) ** 2 + 3 * p[2]! * s * s * (1 - s) + p[3]! * s ** 3;
	let [low, high] = [0, 1];
	for (let i = 0; i < 60; i++) {
		const middle = (low + high) / 2;
		if (bezier([0, w0, 1 - w1, 1], middle) * dx < time - a.time) low = middle;
		else high = middle;
	}
	const [v0, v1] = [a.value[axis]!, b.value[axis]!];
	return bezier([v0, v0 + w0 * dx * m0, v1 - w1 * dx * m1, v1], low);
}

describe('writing Unity animation clips', () => {
	it('has the given name', () => {
		const { recording } = findFixture('mrtk-2.8.3-n020.bin');
		expect(readClip(asText(encodeAnim(recording, { name: 'take 3' })).text).m_Name).toBe('take 3');
		expect(readClip(asText(encodeAnim(recording)).text).m_Name).toBe('handreel');
	});

	it.each(listFixtures())('keeps the motion of $name', ({ bytes, recording: whole }) => {
		expect(asText(encodeAnim(whole)).text).toMatch(/\n {2}m_Events:( \[\])?\n/);
		// Parsing long clips takes seconds.
		const recording = bytes.length > LARGE ? trimRecording(whole, { end: 0.25 }) : whole;
		const { text: anim, issues } = asText(encodeAnim(recording));
		const clip = readClip(anim);
		const lost = new Set(issues.map(({ path }) => path));
		const times = Array.from({ length: 9 }, (_, i) => (recording.duration * i) / 8.01);
		let compared = 0;
		for (const { path, curve } of clip.m_PositionCurves as ClipCurve[]) {
			const [side = '', joint = ''] = path.split('/');
			// Merged keys are reported.
			if (lost.has(path === 'head' ? 'head.position' : `hands.${side}.joints.${joint}.position`)) continue;
			const pose = path === 'head' ? recording.head : recording.hands?.[side as 'left'].joints[joint as 'wrist'];
			for (const axis of ['x', 'y', 'z'] as const) {
				const given = pose!.position[axis];
				for (const time of times) {
					const expected = evaluateCurve(given, time, { defaultWrap: 'clamp-forever' });
					const isInside = time >= curve.m_Curve[0]!.time && time <= curve.m_Curve.at(-1)!.time;
					if (!isInside || !(Math.abs(expected) < 100) || curve.m_PostInfinity !== 2) continue;
					expect(
						Math.abs(evaluateKeys(curve.m_Curve, axis, time) - expected),
						`${path}.${axis} at ${time}`,
					).toBeLessThan(1e-4);
					compared++;
				}
			}
		}
		if (bytes.length > LARGE && whole.duration > 1 && whole.head !== null) expect(compared).toBeGreaterThan(20);
	});

	it('has the fields of a clip in the order of Unity', () => {
		const clip = readClip(asText(encodeAnim(createFullRecording())).text);
		expect(Object.keys(clip)).toEqual([
			'm_ObjectHideFlags',
			'm_CorrespondingSourceObject',
			'm_PrefabInstance',
			'm_PrefabAsset',
			'm_Name',
			'serializedVersion',
			'm_Legacy',
			'm_Compressed',
			'm_UseHighQualityCurve',
			'm_RotationCurves',
			'm_CompressedRotationCurves',
			'm_EulerCurves',
			'm_PositionCurves',
			'm_ScaleCurves',
			'm_FloatCurves',
			'm_PPtrCurves',
			'm_SampleRate',
			'm_WrapMode',
			'm_Bounds',
			'm_ClipBindingConstant',
			'm_AnimationClipSettings',
			'm_EditorCurves',
			'm_EulerEditorCurves',
			'm_HasGenericRootTransform',
			'm_HasMotionFloatCurves',
			'm_Events',
		]);
		expect(clip.m_SampleRate).toBe(72);
		expect(clip.m_AnimationClipSettings).toMatchObject({ m_StopTime: 2, m_LoopTime: 0 });
		expect(clip.m_Events.map(({ time, data }: { time: number; data: string }) => `${time} ${data}`)).toEqual([
			'0.5 grab',
			'1.5 release',
		]);
		expect(clip.m_PositionCurves.map(({ path }: ClipCurve) => path)).toContain('right_controller/grip');
		expect(clip.m_PositionCurves.map(({ path }: ClipCurve) => path)).toContain('block');
		// CRC-32 of `head`, as zlib computes it.
		expect(clip.m_ClipBindingConstant.genericBindings[0]).toMatchObject({ path: 0xa7f3_f69c, attribute: 1, typeID: 4 });
	});

	it('keeps tangents, weights and wrap modes where axes share their times', () => {
		const keys = [0, 1, 0, 2, 0.2, 0.4, 2, 1, 3, -1, 0.5, 0.6, 0.3, 1];
		const x = createCurve(keys, { stride: 7, preWrap: 'loop', postWrap: 'ping-pong' });
		const clip = readClip(asText(encodeAnim(createRecording({ head: { position: { x, y: x, z: x } } }))).text);
		const [{ curve }] = clip.m_PositionCurves as [ClipCurve];
		expect([curve.m_PreInfinity, curve.m_PostInfinity]).toEqual([1, 0]);
		const [first, second] = curve.m_Curve;
		expect(first).toMatchObject({
			time: 0,
			value: { x: 1, y: 1, z: 1 },
			outSlope: { x: 2 },
			weightedMode: 2,
			outWeight: { x: 0.4 },
		});
		expect(second).toMatchObject({
			time: 1,
			value: { x: 3 },
			inSlope: { x: -1 },
			weightedMode: 1,
			inWeight: { x: 0.6 },
		});
	});

	it('inserts the same keys into axes with different times and weights, without changing them', () => {
		const x = createCurve([0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0], { stride: 7 });
		const y = createCurve([0, 0, 0, 2, 0.5, 0.6, 3, 1, 1, -1, 0, 0.5, 0.5, 3, 2, 0, 0, 0, 0.3, 0.3, 3], { stride: 7 });
		const z = createCurve([0, 5, 2, 6]);
		const clip = readClip(asText(encodeAnim(createRecording({ head: { position: { x, y, z } } }))).text);
		const keys = (clip.m_PositionCurves as [ClipCurve])[0].curve.m_Curve;
		expect(keys.map(({ time }) => time)).toEqual([0, 1, 2]);
		for (let time = 0; time < 2; time += 0.07) {
			for (const [axis, curve] of Object.entries({ x, y, z })) {
				expect(evaluateKeys(keys, axis, time)).toBeCloseTo(evaluateCurve(curve, time), 4);
			}
		}
	});

	it('writes steps, and objects that are active while they are tracked', () => {
		const infinity = Number.POSITIVE_INFINITY;
		const step = createCurve([0, 1, infinity, infinity, 0, 0, 0, 1, 2, infinity, infinity, 0, 0, 0], { stride: 7 });
		const recording = createRecording({
			head: { position: { x: step, y: step, z: step } },
			hands: { left: { tracked: createCurve([0, 1, 0.5, 0], { kind: 'boolean' }) } },
		});
		const { text: anim } = asText(encodeAnim(recording));
		expect(anim).toContain('outSlope: {x: Infinity, y: Infinity, z: Infinity}\n        tangentMode: 103');
		const [state] = readClip(anim).m_FloatCurves;
		expect(state).toMatchObject({ attribute: 'm_IsActive', path: 'left', classID: 1, script: { fileID: 0 } });
		expect(state.curve.m_Curve.map(({ time, value }: { time: number; value: number }) => [time, value])).toEqual([
			[0, 1],
			[0.5, 0],
		]);
	});

	it('takes paths', () => {
		const { recording } = findFixture('mrtk-2.8.3-n001.bin');
		const paths = { left: 'XR Origin/Left: Hand', left_wrist: 'Wrist', head: 'Main Camera' };
		const found = readClip(asText(encodeAnim(recording, { paths })).text).m_RotationCurves.map(
			({ path }: ClipCurve) => path,
		);
		expect(found).toContain('XR Origin/Left: Hand/indexTip');
		expect(found).toContain('Wrist');
		expect(found).toContain('Main Camera');
		expect(() => encodeAnim(recording, { paths: { nose: 'Nose' } })).toThrow('paths.nose: there is no such part');
	});

	it('explains what it cannot hold', () => {
		expect(encodeAnim(createFullRecording()).issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
			'section-lost hands.left.pinching',
			'keys-lost hands.left.joints.none',
			'section-lost controllers.left',
		]);
		const double: Recording = createRecording({
			head: { position: { x: createCurve([0, 1, 1, 2, 1, 3, 2, Number.NaN]) } },
		});
		expect(encodeAnim(double).issues.map(({ message }) => message)).toEqual([
			'head.position: 1 key merged with a later key at the same time',
			'head.position: 1 key left out: a number is not finite',
		]);
	});

	it('is not read, and reports it', async () => {
		const { bytes } = await encodeRecording(createFullRecording(), 'anim');
		await expect(decodeRecording(bytes)).rejects.toThrow('Unity clip, which is written but not read');
	});
});
