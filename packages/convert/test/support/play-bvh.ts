// Plays BVH without code of the package: a reader of lines and 4 × 4 matrices.

interface Joint {
	readonly name: string;
	readonly parent: Joint | null;
	readonly offset: number[];
	readonly channels: string[];
	first: number;
}

/** The places of all joints in a frame, in the units of the file, by name. */
export type Places = ReadonlyMap<string, { readonly position: number[]; readonly matrix: number[] }>;

/** A file that can be played. */
export interface PlayedBvh {
	readonly frameCount: number;
	readonly frameTime: number;
	/** The joints in a frame. Positions replace offsets, or are added to them. */
	placesAt(frame: number, mode?: 'replace' | 'add'): Places;
}

export function playBvh(text: string): PlayedBvh {
	const [hierarchy = '', motion = ''] = text.split('MOTION\n');
	const joints: Joint[] = [];
	const stack: (Joint | null)[] = [];
	let current: Joint | null = null;
	let channelCount = 0;
	let isEnd = false;
	for (const line of hierarchy.split('\n').map((part) => part.trim())) {
		const [word = '', ...rest] = line.split(/\s+/);
		if (word === 'ROOT' || word === 'JOINT') {
			const parent: Joint | null = stack.at(-1) ?? null;
			current = { name: rest.join(' '), parent, offset: [], channels: [], first: channelCount };
			joints.push(current);
		} else if (word === 'End') isEnd = true;
		else if (word === '{') stack.push(isEnd ? null : current);
		else if (word === '}') {
			stack.pop();
			isEnd = false;
		} else if (word === 'OFFSET' && !isEnd) current?.offset.push(...rest.map(Number));
		else if (word === 'CHANNELS') {
			current?.channels.push(...rest.slice(1));
			channelCount += Number(rest[0]);
		}
	}
	const [frames = '', time = '', ...rows] = motion.trim().split('\n');
	const values = rows.map((row) => row.split(' ').map(Number));
	for (const row of values) if (row.length !== channelCount) throw new Error(`a row has ${row.length} numbers`);
	const frameCount = Number(frames.replace('Frames:', ''));
	if (values.length !== frameCount) throw new Error(`${values.length} rows instead of ${frameCount}`);
	return {
		frameCount,
		frameTime: Number(time.replace('Frame Time:', '')),
		placesAt: (frame, mode = 'replace') => {
			const places = new Map<string, { position: number[]; matrix: number[] }>();
			for (const { name, parent, offset, channels, first } of joints) {
				const place = [...offset];
				let turn = identity();
				channels.forEach((channel, i) => {
					const value = values[frame]![first + i]!;
					const axis = 'XYZ'.indexOf(channel[0]!);
					if (channel.endsWith('position')) place[axis] = value + (mode === 'add' ? offset[axis]! : 0);
					else turn = multiply(turn, rotate(axis, (value * Math.PI) / 180));
				});
				const local = multiply(translate(place), turn);
				const above = parent === null ? identity() : places.get(parent.name)!.matrix;
				const matrix = multiply(above, local);
				places.set(name, { position: [matrix[3]!, matrix[7]!, matrix[11]!], matrix });
			}
			return places;
		},
	};
}

// Matrices row by row.
function identity(): number[] {
	return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

function translate([x = 0, y = 0, z = 0]: readonly number[]): number[] {
	return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1];
}

function rotate(axis: number, angle: number): number[] {
	const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
	const m = identity();
	m[a * 4 + a] = Math.cos(angle);
	m[b * 4 + b] = Math.cos(angle);
	m[a * 4 + b] = -Math.sin(angle);
	m[b * 4 + a] = Math.sin(angle);
	return m;
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
	return Array.from({ length: 16 }, (_, i) => {
		const [row, column] = [Math.floor(i / 4), i % 4];
		return [0, 1, 2, 3].reduce((sum, k) => sum + a[row * 4 + k]! * b[k * 4 + column]!, 0);
	});
}
