// Plays a GLB file as any viewer would: read by another library, interpolated as the glTF specification requires.
import { type Document, type Node, WebIO } from '@gltf-transform/core';
import { rotate } from './rotate.ts';

/** Nodes of a file at a time, by their names. */
export interface Player {
	readonly document: Document;
	readonly names: readonly string[];
	/** Translation or rotation of a node, relative to its parent. */
	sample(name: string, path: 'translation' | 'rotation' | 'scale', time: number): number[];
	/** Position and rotation of a node in the space of the scene. Scales of parents, which hide hands, do not count. */
	place(name: string, time: number): { readonly position: number[]; readonly rotation: number[] };
}

interface Channel {
	readonly interpolation: string;
	readonly times: ArrayLike<number>;
	readonly values: ArrayLike<number> & { slice(start: number, end: number): Iterable<number> };
}

/** Opens a file. */
export async function openGlb(glb: Uint8Array): Promise<Player> {
	const document = await new WebIO().readBinary(glb);
	const root = document.getRoot();
	const nodes = new Map(root.listNodes().map((node) => [node.getName(), node]));
	const channels = new Map<string, Channel>();
	for (const channel of root.listAnimations().flatMap((animation) => animation.listChannels())) {
		const sampler = channel.getSampler();
		const times = sampler?.getInput()?.getArray();
		const values = sampler?.getOutput()?.getArray();
		if (!sampler || !times || !values) throw new Error('a channel without keys');
		const name = `${channel.getTargetNode()?.getName()} ${channel.getTargetPath()}`;
		channels.set(name, { interpolation: sampler.getInterpolation(), times, values });
	}
	const sample: Player['sample'] = (name, path, time) => {
		const node = nodes.get(name);
		if (node === undefined) throw new Error(`no node ${name}`);
		return samplePath(channels.get(`${name} ${path}`), node, path, time);
	};
	const place: Player['place'] = (name, time) => {
		const own = { position: sample(name, 'translation', time), rotation: sample(name, 'rotation', time) };
		const parent = nodes.get(name)?.getParentNode()?.getName();
		if (parent === undefined) return own;
		const above = place(parent, time);
		const moved = rotate(above.rotation, own.position);
		return {
			position: moved.map((value, i) => value + above.position[i]!),
			rotation: multiply(above.rotation, own.rotation),
		};
	};
	return { document, names: [...nodes.keys()], sample, place };
}

// Products of i, j and k.
function multiply(a: readonly number[], b: readonly number[]): number[] {
	const [ax = 0, ay = 0, az = 0, aw = 1] = a;
	const [bx = 0, by = 0, bz = 0, bw = 1] = b;
	return [
		aw * bx + ax * bw + ay * bz - az * by,
		aw * by - ax * bz + ay * bw + az * bx,
		aw * bz + ax * by - ay * bx + az * bw,
		aw * bw - ax * bx - ay * by - az * bz,
	];
}

function samplePath(channel: Channel | undefined, node: Node, path: string, time: number): number[] {
	if (channel === undefined) {
		return path === 'translation' ? node.getTranslation() : path === 'rotation' ? node.getRotation() : node.getScale();
	}
	const { interpolation, times, values } = channel;
	const size = path === 'rotation' ? 4 : 3;
	const isCubic = interpolation === 'CUBICSPLINE';
	const value = (key: number, part = 1): number[] => {
		const at = isCubic ? (key * 3 + part) * size : key * size;
		return [...values.slice(at, at + size)];
	};
	const last = times.length - 1;
	if (time <= (times[0] ?? 0)) return value(0);
	if (time >= (times[last] ?? 0)) return value(last);
	let key = 0;
	for (let end = last; end - key > 1; ) {
		const middle = (key + end) >> 1;
		if ((times[middle] ?? 0) <= time) key = middle;
		else end = middle;
	}
	const length = (times[key + 1] ?? 0) - (times[key] ?? 0);
	const u = (time - (times[key] ?? 0)) / length;
	const left = value(key);
	const right = value(key + 1);
	if (interpolation === 'STEP') return left;
	if (isCubic) {
		const after = value(key, 2);
		const before = value(key + 1, 0);
		const mixed = left.map((component, i) => {
			const [a, b, c, d] = [
				2 * u ** 3 - 3 * u ** 2 + 1,
				u ** 3 - 2 * u ** 2 + u,
				-2 * u ** 3 + 3 * u ** 2,
				u ** 3 - u ** 2,
			];
			return a * component + length * b * (after[i] ?? 0) + c * (right[i] ?? 0) + length * d * (before[i] ?? 0);
		});
		return size === 4 ? mixed.map((component) => component / Math.hypot(...mixed)) : mixed;
	}
	return size === 4 ? slerp(left, right, u) : left.map((component, i) => component + ((right[i] ?? 0) - component) * u);
}

function slerp(left: readonly number[], given: readonly number[], u: number): number[] {
	let product = left.reduce((sum, value, i) => sum + value * (given[i] ?? 0), 0);
	const right = product < 0 ? given.map((value) => -value) : given;
	product = Math.min(1, Math.abs(product));
	const angle = Math.acos(product);
	if (angle < 1e-5) return left.map((value, i) => value + ((right[i] ?? 0) - value) * u);
	const sine = Math.sin(angle);
	return left.map((value, i) => (Math.sin((1 - u) * angle) * value + Math.sin(u * angle) * (right[i] ?? 0)) / sine);
}
