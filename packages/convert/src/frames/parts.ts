import type { ControllerTable, FrameTable, Recording } from '@handreel/core';
import { type Column, getGroup } from './columns.ts';

/** A pose, a ray or a single value of a frame, with its columns. */
export interface FramePart {
	/** Such as `head`, `left_indexTip` or `left_controller_button0_value`. */
	readonly name: string;
	/** The path in the model. */
	readonly path: string;
	readonly kind: 'pose' | 'ray' | 'float' | 'boolean';
	readonly columns: readonly Column[];
}

/** The names of the floats of a pose. */
export const POSE_FIELDS: readonly string[] = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'];
/** The names of the floats of a ray. */
export const RAY_FIELDS: readonly string[] = ['x', 'y', 'z', 'dx', 'dy', 'dz'];

/** Where the values of a column lie: at `offset` and every `stride` from there. */
export interface ColumnPlace {
	readonly values: Float32Array | Uint8Array;
	readonly stride: number;
	readonly offset: number;
}

/** Groups columns by the pose or ray that they are part of, in their order. */
export function groupColumns(columns: readonly Column[]): FramePart[] {
	const groups = new Map<string, Column[]>();
	for (const column of columns) {
		const path = getGroup(column.path);
		const group = groups.get(path);
		if (group === undefined) groups.set(path, [column]);
		else group.push(column);
	}
	return [...groups].map(([path, group]) => {
		const [first] = group as [Column];
		const kind = group.length === 1 ? first.kind : group.length === RAY_FIELDS.length ? 'ray' : 'pose';
		return { name: first.name.replace(/_[po]x_m$/, ''), path, kind, columns: group };
	});
}

/** Finds the values of a column in a table, or `null` if the table lacks them. */
export function locateColumn(table: FrameTable, { source, offset }: Column): ColumnPlace | null {
	switch (source.section) {
		case 'head':
			return table.head && { values: table.head, stride: 7, offset };
		case 'gaze':
			return table.gaze && { values: table.gaze, stride: 6, offset };
		case 'joint':
			return table.hands && { values: table.hands[source.side].joints, stride: 189, offset: source.joint * 7 + offset };
		case 'state':
			return table.hands && { values: table.hands[source.side][source.state], stride: 1, offset: 0 };
		case 'hand': {
			const values = table.hands?.[source.side][source.part] ?? null;
			return values && { values, stride: source.part === 'aim' ? 7 : 1, offset };
		}
		case 'controller': {
			const controller = table.controllers?.[source.side] ?? null;
			return controller && locateInController(controller, source.part, offset);
		}
	}
}

function locateInController(
	controller: ControllerTable,
	part: 'tracked' | 'grip' | 'aim' | 'pressed' | 'touched' | 'values' | 'axes',
	offset: number,
): ColumnPlace {
	const values = controller[part];
	if (part === 'tracked') return { values, stride: 1, offset: 0 };
	if (part === 'grip' || part === 'aim') return { values, stride: 7, offset };
	return { values, stride: part === 'axes' ? controller.axisCount : controller.buttonCount, offset };
}

/**
 * Returns 1 for the rows in which a pose is tracked, or `null` for parts that are always there: the head, and poses of
 * hands and controllers whose tracking was not recorded.
 */
export function findTrackedRows(recording: Recording, table: FrameTable, { path, kind }: FramePart): Uint8Array | null {
	const [, group, side] = /^(hands|controllers)\.(left|right)\./.exec(path) ?? [];
	if (kind !== 'pose' || (side !== 'left' && side !== 'right')) return null;
	if (group === 'hands') {
		return (recording.hands?.[side].tracked.count ?? 0) > 0 ? (table.hands?.[side].tracked ?? null) : null;
	}
	return (recording.controllers?.[side]?.tracked.count ?? 0) > 0 ? (table.controllers?.[side]?.tracked ?? null) : null;
}
