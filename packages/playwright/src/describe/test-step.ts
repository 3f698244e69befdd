import type { Side } from '@handreel/core';
import type { LiveSide } from '../perform/live-side.ts';
import type { LiveTarget } from '../perform/live-target.ts';
import type { Point } from '../probe/types.ts';
import type { XRReplay } from '../replay/xr-replay.ts';
import type { ObjectQuery } from '../scene/find-node.ts';
import { matchNear } from '../scene/match-object.ts';
import { quote } from './quote.ts';

/** A verb of a hand, with an object, a point, or neither. */
export interface VerbCall {
	readonly verb: 'reach' | 'pointAt' | 'pinch' | 'grab' | 'moveTo' | 'release' | 'poke' | 'wait';
	readonly target?: TestObject | Point | number;
}

/** An object of a written test. */
export interface TestObject {
	/** The constant in the code. */
	readonly constant: string;
	readonly query: ObjectQuery;
}

/** A line of a written test. */
export type TestStep =
	| { readonly kind: 'comment'; readonly text: string }
	| { readonly kind: 'stepTo'; readonly time: number }
	| { readonly kind: 'playToEnd' }
	| { readonly kind: 'walk'; readonly to: Point; readonly facing: TestObject | Point }
	| { readonly kind: 'side'; readonly side: Side; readonly calls: readonly VerbCall[] }
	| { readonly kind: 'near'; readonly object: TestObject; readonly point: Point }
	| { readonly kind: 'color'; readonly object: TestObject; readonly color: string }
	| { readonly kind: 'shown'; readonly object: TestObject; readonly isShown: boolean };

/** Meters by which objects may be elsewhere in another run. */
const TOLERANCE = 0.05;

type Step<Kind extends TestStep['kind']> = Extract<TestStep, { readonly kind: Kind }>;

/** How each kind of step is written, and what it does. */
const STEPS: {
	readonly [Kind in TestStep['kind']]: {
		format(step: Step<Kind>): string;
		run(xr: XRReplay, step: Step<Kind>): Promise<void>;
	};
} = {
	comment: { format: ({ text }) => `// ${text}`, run: async () => {} },
	stepTo: { format: ({ time }) => `await xr.stepTo(${time});`, run: (xr, { time }) => xr.stepTo(time) },
	playToEnd: { format: () => 'await xr.playToEnd();', run: (xr) => xr.playToEnd() },
	walk: {
		format: ({ to, facing }) => `await xr.walkTo([${to.join(', ')}], { facing: ${formatTarget(facing)} });`,
		run: (xr, { to, facing }) => xr.walkTo(to, { facing: findTarget(xr, facing) }),
	},
	side: {
		format: ({ side, calls }) => `await xr.${side}${calls.map(formatCall).join('')};`,
		run: async (xr, { side, calls }) => {
			let acting: LiveSide = xr[side];
			for (const { verb, target } of calls) {
				acting = acting[verb]((typeof target === 'object' ? findTarget(xr, target) : target) as never);
			}
			await acting;
		},
	},
	near: {
		format: ({ object, point }) => `await expect(${object.constant}).toBeNear([${point.join(', ')}], ${TOLERANCE});`,
		run: async (xr, { object, point }) => {
			const found = xr.object(object.query);
			const { path } = await found.node();
			const match = matchNear({ path, position: await found.position() }, point, TOLERANCE, xr.time);
			if (!match.isMatch) throw new Error(match.message);
		},
	},
	color: {
		format: ({ object, color }) => `await expect(${object.constant}).toHaveColor(${quote(color)});`,
		run: async (xr, { object, color }) => {
			const { path, color: own } = await xr.object(object.query).node();
			if (own !== color) throw new Error(`${path} has the color ${own}, not ${color}`);
		},
	},
	shown: {
		format: ({ object, isShown }) => `expect(await ${object.constant}.isVisible()).toBe(${isShown});`,
		run: async (xr, { object, isShown }) => {
			const { path, isVisible } = await xr.object(object.query).node();
			if (isVisible !== isShown) throw new Error(`${path} is ${isVisible ? '' : 'not '}shown`);
		},
	},
};

function formatCall({ verb, target }: VerbCall): string {
	return `.${verb}(${typeof target === 'object' ? formatTarget(target) : (target ?? '')})`;
}

function formatTarget(target: TestObject | Point): string {
	return 'query' in target ? target.constant : `[${target.join(', ')}]`;
}

function findTarget(xr: XRReplay, target: TestObject | Point): LiveTarget {
	return 'query' in target ? xr.object(target.query) : target;
}

/** Writes a step as code. */
export function formatStep<Kind extends TestStep['kind']>(step: Step<Kind>): string {
	return STEPS[step.kind as Kind].format(step);
}

/** Does in a page what a step does in a test. Throws `Error` if what it expects is not so. */
export async function runTestStep<Kind extends TestStep['kind']>(xr: XRReplay, step: Step<Kind>): Promise<void> {
	await STEPS[step.kind as Kind].run(xr, step);
}

/** Returns a point as tests state it. */
export function roundPoint(point: Point): Point {
	return point.map((value) => Number(value.toFixed(3)) + 0) as unknown as Point;
}

/** Joins what a hand does one after the other. */
export function joinSides(steps: readonly TestStep[]): TestStep[] {
	const joined: TestStep[] = [];
	for (const step of steps) {
		const last = joined.at(-1);
		if (step.kind === 'side' && last?.kind === 'side' && last.side === step.side) {
			joined[joined.length - 1] = { ...last, calls: [...last.calls, ...step.calls] };
		} else joined.push(step);
	}
	return joined;
}
