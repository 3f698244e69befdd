import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, isPosix } from '../support/run-handreel.ts';

const scratch = createScratch();
afterAll(() => scratch.remove());
const { run, path } = scratch;

describe('handreel init', () => {
	it('writes a skill and a section, and changes nothing when it runs again', () => {
		mkdirSync(path('app'));
		writeFileSync(path('app', 'AGENTS.md'), '# App\n\nUse tabs.\n');
		expect(run('init', 'app')).toMatchObject({ status: 0, stderr: '' });
		const skill = readFileSync(path('app', '.agents', 'skills', 'handreel', 'SKILL.md'), 'utf8');
		expect(skill).toMatch(/^---\nname: handreel\ndescription: .+\n---\n/);
		expect(skill).toContain('| `do SCRIPT` |');
		const agents = readFileSync(path('app', 'AGENTS.md'), 'utf8');
		expect(agents).toMatch(/^# App\n\nUse tabs\.\n\n<!-- handreel -->\n[\s\S]*<!-- \/handreel -->\n$/);
		expect(agents).toContain('.agents/skills/handreel/SKILL.md');
		expect(run('init', 'app').stdout).toBe('both are up to date\n');
		expect(readFileSync(path('app', 'AGENTS.md'), 'utf8')).toBe(agents);
	});

	it('replaces only its own section, and no skill that differs', () => {
		const file = path('app', 'AGENTS.md');
		writeFileSync(file, readFileSync(file, 'utf8').replace('Use tabs', 'Use spaces').replace('one canvas', 'nothing'));
		writeFileSync(file, `${readFileSync(file, 'utf8')}\nThe end.\n`);
		expect(run('init', 'app').status).toBe(0);
		expect(readFileSync(file, 'utf8')).toMatch(/^# App\n\nUse spaces\.[\s\S]*one canvas[\s\S]*\nThe end\.\n$/);
		const skill = path('app', '.agents', 'skills', 'handreel', 'SKILL.md');
		writeFileSync(skill, 'mine');
		expect(run('init', 'app')).toMatchObject({ status: 1, stderr: expect.stringContaining('use --force') });
		expect(readFileSync(skill, 'utf8')).toBe('mine');
		expect(run('init', 'app', '--force').status).toBe(0);
		expect(readFileSync(skill, 'utf8')).not.toBe('mine');
	});

	it('writes nothing if one of both cannot be', () => {
		mkdirSync(path('broken'));
		writeFileSync(path('broken', 'AGENTS.md'), '<!-- handreel -->\n');
		expect(run('init', 'broken').stderr).toContain("has no '<!-- /handreel -->' after it");
		expect(existsSync(path('broken', '.agents'))).toBe(false);
		expect(run('init', 'nowhere')).toMatchObject({ status: 2, stderr: expect.stringContaining('not a folder') });
	});

	it.runIf(isPosix)('keeps a link', () => {
		mkdirSync(path('linked'));
		writeFileSync(path('linked', 'CONTRIBUTING.md'), 'Hello.\n');
		symlinkSync('CONTRIBUTING.md', path('linked', 'AGENTS.md'));
		expect(run('init', 'linked', '--skills', 'skills').status).toBe(0);
		expect(readFileSync(path('linked', 'CONTRIBUTING.md'), 'utf8')).toMatch(/^Hello\.\n\n<!-- handreel -->/);
		expect(existsSync(path('linked', 'skills', 'handreel', 'SKILL.md'))).toBe(true);
	});
});
