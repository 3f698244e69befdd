import type { Scene, SceneNode } from '@handreel/playwright/scene';
import { escapeText } from '../print/escape-text.ts';

/** Meters: objects that moved less are still. */
const STILL = 0.001;
const MAX_LISTED = 10;
const MAX_NAME = 80;

/** A change of an object, in words. */
export interface SceneChange {
	readonly path: string;
	readonly text: string;
}

/** Remembers the objects of a scene, and returns what has changed since then. Hands and what else has no name count as unchanged. */
export async function watchChanges(scene: Scene): Promise<() => Promise<SceneChange[]>> {
	const read = async (): Promise<Map<number, SceneNode>> => {
		const list = await scene.list().catch(() => null);
		return new Map(list?.nodes.map((node) => [node.id, node]));
	};
	const before = await read();
	return async () => {
		const after = await read();
		const moved = new Set(
			[...after.values()].filter((node) => measureMove(before.get(node.id), node) > STILL).map(({ id }) => id),
		);
		// What moves with an object above it that has a name is not said again, unless it was not there before.
		const isCarried = ({ id, parent }: SceneNode): boolean => {
			if (before.get(id)?.parent !== parent) return false;
			for (let above = after.get(parent ?? -1); above !== undefined; above = after.get(above.parent ?? -1))
				if (above.name !== '' && moved.has(above.id)) return true;
			return false;
		};
		return [...after.values()].flatMap((node) => {
			const hasMoved = moved.has(node.id) && !isCarried(node);
			const texts = describeNode(before.get(node.id), node, hasMoved);
			return texts.map((text) => ({ path: escapeText(node.path, MAX_NAME), text }));
		});
	};
}

/** Changes as lines. */
export function formatChanges(changes: readonly SceneChange[]): string[] {
	const lines = changes.slice(0, MAX_LISTED).map(({ path, text }) => `${path} ${text}`);
	return changes.length > MAX_LISTED ? [...lines, `# ${changes.length - MAX_LISTED} more changes`] : lines;
}

function describeNode(before: SceneNode | undefined, node: SceneNode, hasMoved: boolean): string[] {
	const { name, position, isVisible, color } = node;
	if (before === undefined) return name === '' || !isVisible ? [] : ['appeared'];
	if (name === '') return [];
	const texts: string[] = [];
	if (hasMoved && isVisible) {
		const place = position.map((value) => Number(value.toFixed(3))).join(', ');
		texts.push(`moved ${measureMove(before, node).toFixed(3)} m to [${place}]`);
	}
	if (before.isVisible !== isVisible) texts.push(isVisible ? 'appeared' : 'disappeared');
	if (before.color !== color && color !== undefined && isVisible) texts.push(`became ${escapeText(color, MAX_NAME)}`);
	return texts;
}

function measureMove(before: SceneNode | undefined, { position }: SceneNode): number {
	return before === undefined ? 0 : Math.hypot(...position.map((value, i) => value - before.position[i]!));
}
