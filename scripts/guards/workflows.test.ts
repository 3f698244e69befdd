// GitHub runs these files, and we cannot: a wrong key or a renamed script would be noticed only after a push.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { root } from '../workspace.mjs';

type Mapping = Readonly<Record<string, unknown>>;

const WORKFLOWS = join(root, '.github', 'workflows');
const FORMS = join(root, '.github', 'ISSUE_TEMPLATE');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

const TOP_KEYS = ['name', 'on', 'permissions', 'concurrency', 'jobs'];
const EVENTS = ['push', 'pull_request', 'workflow_dispatch', 'schedule'];
const JOB_KEYS = [
	'name',
	'needs',
	'if',
	'strategy',
	'runs-on',
	'timeout-minutes',
	'permissions',
	'environment',
	'steps',
];
const STEP_KEYS = ['name', 'id', 'if', 'uses', 'with', 'run', 'env'];
const RUNNERS = ['ubuntu-latest', 'ubuntu-24.04-arm', 'macos-latest', 'windows-latest'];
const PERMISSIONS = ['contents', 'pull-requests', 'pages', 'id-token'];
const CONTEXTS = /^(github\.(ref|event\.repository\.name)|matrix\.\w+|secrets\.\w+|steps\.\w+\.outputs\.\w+)$/;
/** The inputs of the actions in the pinned versions. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
	'actions/checkout': ['ref', 'fetch-depth', 'persist-credentials'],
	'actions/setup-node': ['node-version', 'cache', 'registry-url'],
	'actions/upload-pages-artifact': ['name', 'path', 'retention-days'],
	'actions/deploy-pages': [],
	'changesets/action': ['version', 'publish', 'title', 'commit'],
};

const workflows = readdirSync(WORKFLOWS).map((name) => ({ name, ...readYaml(join(WORKFLOWS, name)) }));
const jobs = workflows.flatMap(({ name, content }) =>
	Object.entries(content['jobs'] as Record<string, Mapping>).map(([id, job]) => ({
		name: `${name}: ${id}`,
		job,
		content,
	})),
);
const steps = jobs.flatMap(({ name, job }) => (job['steps'] as Mapping[]).map((step) => ({ name, step })));

describe('workflows', () => {
	it.each(workflows)('$name has known keys, events and permissions', ({ content }) => {
		expect(TOP_KEYS).toEqual(expect.arrayContaining(Object.keys(content)));
		expect(EVENTS).toEqual(expect.arrayContaining(Object.keys(content['on'] as Mapping)));
		// Jobs that need more ask for it themselves.
		expect(content['permissions']).toEqual({ contents: 'read' });
	});

	it.each(workflows)('$name uses only contexts that exist', ({ text }) => {
		for (const [, expression = ''] of text.matchAll(/\$\{\{(.*?)\}\}/g)) expect(expression.trim()).toMatch(CONTEXTS);
	});

	it.each(jobs)('$name has known keys, a runner, a time limit and existing needs', ({ job, content }) => {
		expect(JOB_KEYS).toEqual(expect.arrayContaining(Object.keys(job)));
		expect(job['timeout-minutes']).toBeTypeOf('number');
		expect(PERMISSIONS).toEqual(expect.arrayContaining(Object.keys((job['permissions'] as Mapping) ?? {})));
		const matrix = ((job['strategy'] as Mapping)?.['matrix'] ?? {}) as Record<string, unknown[]>;
		const runners = String(job['runs-on']).includes('matrix.os') ? matrix['os'] : [job['runs-on']];
		expect(RUNNERS).toEqual(expect.arrayContaining(runners ?? ['none']));
		for (const [, name = ''] of JSON.stringify(job).matchAll(/\$\{\{ matrix\.(\w+) \}\}/g))
			expect(matrix).toHaveProperty(name);
		if (job['needs'] !== undefined) expect(content['jobs']).toHaveProperty(String(job['needs']));
	});

	it('test on Linux, macOS and Windows with every supported Node', () => {
		const { strategy } = jobs.find(({ name }) => name === 'test.yml: platforms')!.job as {
			strategy: { matrix: object };
		};
		expect(strategy.matrix).toEqual({ os: RUNNERS, node: [20, 22, 24] });
	});

	it('have steps with known keys that either run or use something', () => {
		for (const { name, step } of steps) {
			expect(STEP_KEYS, name).toEqual(expect.arrayContaining(Object.keys(step)));
			expect(Object.hasOwn(step, 'run'), name).not.toBe(Object.hasOwn(step, 'uses'));
		}
	});

	it('run nothing but npm scripts that exist, so that every step runs on any machine', () => {
		const commands = steps.flatMap(({ step }) => {
			const { version, publish } = (step['with'] ?? {}) as Mapping;
			return [step['run'], version, publish].filter((command) => command !== undefined).map(String);
		});
		expect(commands.length).toBeGreaterThan(5);
		for (const command of commands) {
			const [, name = command] = /^npm (?:run )?([\w:-]+)(?: -- [^;&|]+)?$/.exec(command) ?? [];
			expect([...Object.keys(scripts), 'ci']).toContain(name);
		}
	});

	it('pin actions to a commit, name its version, and pass inputs that the actions have', () => {
		const texts = workflows.map(({ text }) => text).join('\n');
		for (const { step } of steps.filter(({ step }) => step['uses'] !== undefined)) {
			const [, action = '', commit = ''] = /^([\w-]+\/[\w-]+)@([0-9a-f]{40})$/.exec(String(step['uses'])) ?? [];
			expect(ACTIONS, String(step['uses'])).toHaveProperty([action]);
			expect(texts).toMatch(new RegExp(`${action}@${commit} # v\\d+\\.\\d+\\.\\d+`));
			expect(ACTIONS[action]).toEqual(expect.arrayContaining(Object.keys((step['with'] as Mapping) ?? {})));
		}
	});
});

describe('issue forms', () => {
	const forms = readdirSync(FORMS)
		.filter((name) => name !== 'config.yml')
		.map((name) => ({ name, ...readYaml(join(FORMS, name)) }));
	const fields = (content: Mapping) => (content['body'] as Mapping[]).filter(({ type }) => type !== 'markdown');

	it.each(forms)('$name has the keys that GitHub requires', ({ content }) => {
		expect(content).toMatchObject({ name: expect.any(String), description: expect.any(String) });
		for (const field of fields(content)) {
			expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(field['type']);
			expect(field).toMatchObject({ id: expect.stringMatching(/^[\w-]+$/), attributes: { label: expect.any(String) } });
		}
		const ids = fields(content).map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('ask for the file and for what the command says about it', () => {
		const { content } = forms.find(({ name }) => name === 'file.yml')!;
		const required = fields(content).filter(({ validations }) => (validations as Mapping)?.['required']);
		expect(required.map(({ id }) => id)).toEqual(expect.arrayContaining(['file', 'check']));
		expect(JSON.stringify(content)).toContain('handreel check --json');
	});
});

function readYaml(path: string): { readonly text: string; readonly content: Mapping } {
	const text = readFileSync(path, 'utf8');
	const document = parseDocument(text, { strict: true, uniqueKeys: true });
	expect([...document.errors, ...document.warnings].map(({ message }) => `${path}: ${message}`)).toEqual([]);
	return { text, content: document.toJS() as Mapping };
}
