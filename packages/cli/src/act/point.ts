import type { DragTarget } from '@handreel/playwright/scene';
import { formatValue, quoteText } from '../script/format-script.ts';
import { parseValue } from '../script/parse-script.ts';
import { isScriptObject, isScriptOptions, type ScriptObject } from '../script/value.ts';
import { type FoundObject, findObject, readObject } from './find-object.ts';
import type { PageSession } from './page-session.ts';
import type { SessionArguments, SessionResult } from './result.ts';
import type { Stage } from './stage.ts';
import type { Step } from './step.ts';

/** Clicks an object with the mouse. */
export async function clickObject(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const { object, button, double, force } = args as {
		object: string;
		button?: 'left' | 'right' | 'middle';
		double?: boolean;
		force?: boolean;
	};
	requireRealTime(session, 'click');
	const { query, code } = await findObject(session.scene, readObject(object));
	const options = { ...(button && { button }), ...(force && { force }) };
	const shown = formatOptions(options);
	const verb = double ? 'dblclick' : 'click';
	await doStep(session, {
		code: `await scene.object(${code}).${verb}(${shown});`,
		run: async ({ scene }) => scene.object(query)[verb](options),
	});
	return report(session, `clicked ${code}`);
}

/** Drags an object with the mouse. */
export async function dragObject(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const { object, target, force } = args as { object: string; target: string; force?: boolean };
	requireRealTime(session, 'drag');
	const { query, code } = await findObject(session.scene, readObject(object));
	const end = await readDragTarget(session, target);
	const options = { ...(force && { force }) };
	const shown = force ? `, ${formatOptions(options)}` : '';
	await doStep(session, {
		code: `await scene.object(${code}).dragTo(${end.code}${shown});`,
		run: async (stage) => scene(stage, query).dragTo(end.find(stage), options),
	});
	return report(session, `dragged ${code} to ${end.code}`);
}

function scene(stage: Stage, query: FoundObject['query']): ReturnType<Stage['scene']['object']> {
	return stage.scene.object(query);
}

async function readDragTarget(
	session: PageSession,
	text: string,
): Promise<{ code: string; find: (stage: Stage) => DragTarget }> {
	const isValue = /^\s*[[{]/.test(text);
	const value = isValue ? parseValue(text) : readObject(text);
	if (typeof value === 'object' && isScriptObject(value)) {
		const { query, code } = await findObject(session.scene, value as ScriptObject);
		return { code: `scene.object(${code})`, find: (stage) => stage.scene.object(query) };
	}
	const code = formatValue(value, () => '');
	if (Array.isArray(value) && value.length === 3)
		return { code, find: () => [value[0]!, value[1]!, value[2]!] as const };
	const entries = typeof value === 'object' && isScriptOptions(value) ? new Map(value.entries) : null;
	const [dx, dy] = [entries?.get('dx') ?? 0, entries?.get('dy') ?? 0];
	const isKnown = entries !== null && [...entries.keys()].every((name) => name === 'dx' || name === 'dy');
	if (isKnown && typeof dx === 'number' && typeof dy === 'number')
		return { code: `{ dx: ${dx}, dy: ${dy} }`, find: () => ({ dx, dy }) };
	throw new TypeError(
		`${text}: not a target; use an object, a point such as [0, 1, -0.4], or pixels such as {dx: 100, dy: 0}`,
	);
}

function requireRealTime({ stage }: PageSession, command: string): void {
	if (stage.xr === null) return;
	throw new Error(
		`${command}: the page is in a session, where hands act: use do, for example do 'right.poke("button")'`,
	);
}

// The scene waits for the object, so the time limit is longer than that.
async function doStep(session: PageSession, step: Step): Promise<void> {
	await session.limit(session.act(step));
}

// What a click did is mostly in the console.
function report({ stage, shownMessages }: PageSession, text: string): SessionResult {
	const count = stage.console.count - shownMessages;
	return { text: count === 0 ? text : `${text}; ${count} new messages in the console`, data: { done: text } };
}

function formatOptions(options: Readonly<Record<string, string | boolean>>): string {
	const entries = Object.entries(options).map(
		([name, value]) => `${name}: ${typeof value === 'string' ? quoteText(value) : value}`,
	);
	return entries.length === 0 ? '' : `{ ${entries.join(', ')} }`;
}
