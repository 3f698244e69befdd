import type { SceneNode } from '../probe/types.ts';
import type { Hold } from './find-holds.ts';

/** How a test finds an object. */
export interface ObjectName {
	/** In words. */
	readonly label: string;
	/** The query as code. */
	readonly code: string;
}

/** Meters: objects without a name are found by where they are first. */
const SAME_PLACE = 0.01;

/**
 * Returns how a test finds an object: by the shortest end of its path that names it alone, or else by its type and where it
 * was first; `null` if others are the same.
 */
export function nameObject(nodes: readonly SceneNode[], id: number): ObjectName | null {
	const node = nodes.find((other) => other.id === id);
	if (node === undefined) return null;
	const { path, type, firstPosition } = node;
	const parts = path.split('/');
	for (let count = 1; count <= parts.length; count++) {
		const name = parts.slice(-count).join('/');
		const isMatch = (other: SceneNode): boolean =>
			count === 1 ? other.name === name : other.path === name || other.path.endsWith(`/${name}`);
		if (nodes.filter(isMatch).length === 1) return { label: name, code: quote(name) };
	}
	const isSame = (other: SceneNode): boolean =>
		other.type === type && Math.hypot(...other.firstPosition.map((value, i) => value - firstPosition[i]!)) < SAME_PLACE;
	if (nodes.filter(isSame).length !== 1) return null;
	const [x, y, z] = firstPosition.map((value) => Number(value.toFixed(3)));
	const distance = `Math.hypot(${[`p[0] - ${x}`, `p[1] - ${y}`, `p[2] - ${z}`].join(', ').replaceAll('- -', '+ ')})`;
	return {
		label: `the ${type} at ${x}, ${y}, ${z}`,
		code: `({ type, firstPosition: p }) => type === ${quote(type)} && ${distance} < ${SAME_PLACE}`,
	};
}

/** What a written test needs. */
export interface TestPlan {
	/** The path of the recording, relative to the test. */
	readonly recording: string;
	/** Clicked to enter XR; absent: the button of a known library. */
	readonly enter?: string;
	/** The address that the test opens. */
	readonly url: string;
	readonly holds: readonly Hold[];
	/** How tests find held objects, as `nameObject` returns it. Others are left out. */
	readonly names: ReadonlyMap<number, ObjectName>;
	/** Seconds. */
	readonly duration: number;
}

/** Meters by which objects may be elsewhere in another run. */
const TOLERANCE = 0.05;
/** Seconds after the end of a hold at which the object is looked at. */
const AFTER = 0.1;

/** Writes a Playwright test that replays a recording and checks where held objects are. */
export function writeTest({ recording, enter, url, holds, names, duration }: TestPlan): string {
	const steps = holds.flatMap((hold) => {
		const name = names.get(hold.id);
		if (name === undefined) return [];
		const verb = `${hold.side} hand holds ${name.label} from ${hold.start.toFixed(2)} s to ${hold.end.toFixed(2)} s`;
		return [
			{ time: hold.start, lines: [`// The ${verb}.`, ...check(name, hold.from)] },
			{ time: Math.min(duration, hold.end + AFTER), lines: check(name, hold.to) },
		];
	});
	steps.sort((a, b) => a.time - b.time);
	const body = steps.flatMap(({ time, lines }) => [`await xr.stepTo(${Number(time.toFixed(3))});`, ...lines]);
	const title = [...new Set(holds.flatMap(({ id }) => names.get(id)?.label ?? []))].join(', ');
	return `import { expect, test } from '@handreel/playwright';

test.use({ recording: ${quote(recording)} });

test(${quote(title === '' ? 'the recording is replayed' : `hands move ${title}`)}, async ({ page, xr }) => {
${[
	'test.slow();',
	`await page.goto(${quote(url)});`,
	`await xr.enter(${enter === undefined ? '' : `{ by: ${quote(enter)} }`});`,
	...body,
	'await xr.playToEnd();',
]
	.map((line) => `  ${line}`)
	.join('\n')}
});
`;
}

function check({ code }: ObjectName, point: readonly number[]): string[] {
	const place = point.map((value) => Number(value.toFixed(3))).join(', ');
	return [`await expect(xr.object(${code})).toBeNear([${place}], ${TOLERANCE});`];
}

function quote(text: string): string {
	return `'${text.replace(/[\\']/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')}'`;
}
