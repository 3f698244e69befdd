import { setTimeout } from 'node:timers/promises';
import { OBJECT_CHECKS, type ObjectMatch, type XRObject } from '@handreel/playwright/page';
import type { ObjectQuery, SceneObject } from '@handreel/playwright/scene';
import { formatValue, quoteText } from '../script/format-script.ts';
import { parseValue } from '../script/parse-script.ts';
import { isScriptObject, type ScriptValue } from '../script/value.ts';
import { CHECKS, type CheckName, type CheckValue } from './checks.ts';
import { findObject, readObject } from './find-object.ts';
import type { PageSession } from './page-session.ts';
import type { SessionArguments, SessionResult } from './result.ts';
import type { Stage } from './stage.ts';

/** Milliseconds: how long a check waits in real time, and between looks. */
const WAIT = 5000;
const PAUSE = 50;

/** An argument of a check: what it is on a stage, and its code. */
interface CheckArgument {
	readonly code: string;
	readonly find: (stage: Stage) => unknown;
}

/** Checks something of an object, and remembers it for a test. Throws `Error` with what is so instead. */
export async function expectObject(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const {
		object,
		check: name,
		values = [],
		not = false,
	} = args as {
		object: string;
		check: string;
		values?: readonly string[];
		not?: boolean;
	};
	const check = name as CheckName;
	const { takes, optional = 0, needsXR } = CHECKS[check];
	if (needsXR) session.requireXR(`expect ${name}`);
	if (values.length < takes.length - optional || values.length > takes.length)
		throw new TypeError(`expect: ${name} takes ${takes.length === 0 ? 'no value' : takes.join(' and ')}`);
	const { query, code } = await findObject(session.scene, readObject(object));
	const given = await Promise.all(values.map((value, i) => readValue(session, value, takes[i]!)));
	const subject = session.stage.xr === null ? 'scene' : 'xr';
	let message = '';
	await session.act({
		code: `await expect(${subject}.object(${code}))${not ? '.not' : ''}.${name}(${given.map((value) => value.code).join(', ')});`,
		run: async (stage) => {
			const values = given.map(({ find }) => find(stage));
			message = await waitUntil(session, stage, not, () => runCheck(check, stage.scene.object(query), values));
		},
	});
	return { text: `ok: ${message}`, data: { ok: true, message } };
}

async function waitUntil(
	session: PageSession,
	stage: Stage,
	not: boolean,
	look: () => Promise<ObjectMatch>,
): Promise<string> {
	const end = Date.now() + WAIT;
	for (;;) {
		const match = await session.limit(look()).catch((error: Error) => error);
		if (!(match instanceof Error) && match.isMatch !== not) return match.message;
		// In a session time stands still, so one look is enough.
		if (stage.xr !== null || Date.now() >= end) {
			if (match instanceof Error) throw match;
			throw new Error(`expect: ${not ? 'it is so: ' : ''}${match.message}`);
		}
		await setTimeout(PAUSE);
	}
}

function runCheck(name: CheckName, object: SceneObject, values: readonly unknown[]): Promise<ObjectMatch> {
	// The kinds of the values were checked, and what needs a session has one.
	const check = OBJECT_CHECKS[name] as (object: SceneObject | XRObject, ...values: unknown[]) => Promise<ObjectMatch>;
	return check(object.now, ...values);
}

async function readValue(session: PageSession, text: string, kind: CheckValue): Promise<CheckArgument> {
	const keep = (value: ScriptValue): CheckArgument => ({ code: formatValue(value, () => ''), find: () => value });
	const findOther = async (other: string, wrap: boolean): Promise<CheckArgument> => {
		const { query, code } = await findObject(session.scene, readObject(other));
		const subject = session.stage.xr === null ? 'scene' : 'xr';
		if (!wrap) return { code, find: () => query satisfies ObjectQuery };
		return { code: `${subject}.object(${code})`, find: (stage) => stage.scene.object(query) };
	};
	const isList = /^\s*\[/.test(text);
	switch (kind) {
		case 'text':
			return { code: quoteText(text), find: () => text };
		case 'object':
			return findOther(text, false);
		case 'side':
			if (text === 'left' || text === 'right') return keep(text);
			throw new TypeError(`expect: '${text}' is neither left nor right`);
		case 'number': {
			const value = parseValue(text);
			if (typeof value === 'number') return keep(value);
			throw new TypeError(`expect: '${text}' is not a number`);
		}
		case 'target':
			if (!isList) return findOther(text, true);
			return readPoint(text, keep);
		case 'point':
			return readPoint(text, keep);
	}
}

function readPoint(text: string, keep: (value: ScriptValue) => CheckArgument): CheckArgument {
	const value = parseValue(text);
	const isPoint = typeof value === 'object' && !isScriptObject(value) && Array.isArray(value) && value.length === 3;
	if (isPoint) return keep(value);
	throw new TypeError(`expect: '${text}' is not a point such as [0, 1, -0.4]`);
}
