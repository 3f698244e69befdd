// What we decided about the workflows: who may see a token, which code runs, and that a step can be repeated on any machine. GitHub checks
// the rest.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { root } from '../workspace.mjs';

type Mapping = Readonly<Record<string, unknown>>;

const GITHUB = join(root, '.github');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

const workflows = readdirSync(join(GITHUB, 'workflows')).map((name) => ({ name, ...readYaml(`workflows/${name}`) }));
const jobs = workflows.flatMap(({ name, content }) =>
	Object.entries(content['jobs'] as Record<string, Mapping>).map(([id, job]) => ({ name: `${name}: ${id}`, job })),
);
const steps = jobs.flatMap(({ name, job }) => (job['steps'] as Mapping[]).map((step) => ({ name, step })));

describe('workflows', () => {
	it('may only read, unless a job asks for more', () => {
		for (const { name, content } of workflows) expect(content['permissions'], name).toEqual({ contents: 'read' });
	});

	it('test on Linux, macOS and Windows with every supported Node', () => {
		const { job } = jobs.find(({ name }) => name === 'test.yml: platforms')!;
		const os = ['ubuntu-latest', 'ubuntu-24.04-arm', 'macos-latest', 'windows-latest'];
		expect(job['strategy']).toMatchObject({ matrix: { os, node: [20, 22, 24] } });
	});

	it('run nothing but npm and Vitest, so that every step runs on any machine', () => {
		const commands = steps.flatMap(({ step }) => {
			const { version, publish } = (step['with'] ?? {}) as Mapping;
			return [step['run'], version, publish].filter((command) => command !== undefined).map(String);
		});
		expect(commands.length).toBeGreaterThan(5);
		for (const command of commands) {
			expect(command).toMatch(/^(npm|npx vitest) [^;&|]+$/);
			const [, name] = /^npm run ([\w:-]+)/.exec(command) ?? [];
			if (name !== undefined) expect(scripts).toHaveProperty([name]);
		}
	});

	it('run no install script of a dependency, and no build, where a token may write', () => {
		const trusted = jobs.filter(
			({ job }) =>
				/\bsecrets\./.test(JSON.stringify(job)) ||
				Object.values((job['permissions'] as Mapping) ?? {}).includes('write'),
		);
		expect(trusted.map(({ name }) => name)).toEqual(['pages.yml: deploy', 'release.yml: publish']);
		for (const { name, job } of trusted) {
			for (const { run } of job['steps'] as Mapping[])
				expect(['npm ci --ignore-scripts', undefined], name).toContain(run);
			expect(job['needs'], name).toBe('build');
		}
	});

	it('look for known vulnerabilities before tests and releases are over', () => {
		const audited = steps.filter(({ step }) => String(step['run']).startsWith('npm audit')).map(({ name }) => name);
		expect(audited).toEqual(['release.yml: build', 'test.yml: audit']);
	});

	it('pin actions to a commit and name its version', () => {
		const uses = workflows.flatMap(({ text }) => text.match(/uses: .*/g) ?? []);
		expect(uses.length).toBeGreaterThan(5);
		for (const line of uses) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});
});

it('the form for a file that cannot be read asks for the file and for the output of the command', () => {
	const { content, text } = readYaml('ISSUE_TEMPLATE/file.yml');
	const required = (content['body'] as Mapping[]).filter(
		({ validations }) => (validations as Mapping | undefined)?.['required'],
	);
	expect(required.map(({ id }) => id)).toEqual(expect.arrayContaining(['file', 'check']));
	expect(text).toContain('handreel check --json');
});

it.each(readdirSync(join(GITHUB, 'ISSUE_TEMPLATE')))('the form %s is YAML', (name) => {
	readYaml(`ISSUE_TEMPLATE/${name}`);
});

function readYaml(path: string): { readonly text: string; readonly content: Mapping } {
	const text = readFileSync(join(GITHUB, path), 'utf8');
	const document = parseDocument(text, { strict: true, uniqueKeys: true });
	expect([...document.errors, ...document.warnings].map(({ message }) => `${path}: ${message}`)).toEqual([]);
	return { text, content: document.toJS() as Mapping };
}
