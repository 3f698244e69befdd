import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { writeWhole } from '../files/write-file.ts';
import { UsageError } from '../print/errors.ts';
import { formatJson, writeOutput } from '../print/output.ts';
import { formatAgentsSection, formatSkill, SECTION_END, SECTION_START } from '../session/skill-text.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';

interface InitOptions {
	readonly skills: string;
	readonly force?: boolean;
	readonly json?: boolean;
}

/** Where programs for models look for skills. */
export const SKILLS = '.agents/skills';
const AGENTS = 'AGENTS.md';

/** `handreel init`. */
export const init: CommandDefinition = {
	configure: (command) => {
		command
			.description('Write SKILL.md and a section of AGENTS.md, from which models learn the commands of an open page.')
			.argument('[folder]', 'the project (default: the current folder)')
			.option('--skills <folder>', 'folder of skills in the project', SKILLS)
			.option('-f, --force', 'overwrite a SKILL.md that differs')
			.option('--json', 'print the result as JSON')
			.addHelpText(
				'after',
				formatExamples(
					['handreel init', 'handreel init my-app --skills .github/skills'],
					`SKILL.md goes into the folder handreel of the skills. AGENTS.md gets a section between two comments;
what else is in it stays as it is. Both are made from the commands: run it again after an update.`,
				),
			)
			.action(async (folder: string | undefined, { skills, force = false, json = false }: InitOptions) => {
				const written = await initProject(folder ?? '.', skills, force);
				if (json) writeOutput(formatJson({ written }));
				else
					writeOutput(
						written.length === 0 ? 'both are up to date\n' : `${written.map((path) => `wrote ${path}`).join('\n')}\n`,
					);
			});
	},
};

async function initProject(folder: string, skills: string, force: boolean): Promise<string[]> {
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${folder}: not a folder`);
	const skill = join(folder, skills, 'handreel', 'SKILL.md');
	const text = formatSkill();
	const agents = join(folder, AGENTS);
	const section = formatAgentsSection(relative(folder, skill).split(sep).join('/'));
	const old = existsSync(agents) ? readFileSync(agents, 'utf8') : null;
	// Both are checked before anything is written.
	const merged = mergeSection(old, section, agents);
	const before = existsSync(skill) ? readFileSync(skill, 'utf8') : null;
	if (before !== null && before !== text && !force)
		throw new Error(`${skill}: differs from what this version writes; use --force to overwrite it`);
	const written: string[] = [];
	for (const [path, content, known] of [
		[skill, text, before],
		[agents, merged, old],
	] as const) {
		if (content === known) continue;
		await writeWhole(path, Buffer.from(content), { force: known !== null });
		written.push(path);
	}
	return written;
}

// Our section is replaced, and all else stays.
function mergeSection(old: string | null, section: string, path: string): string {
	if (old === null) return section;
	const start = old.indexOf(SECTION_START);
	if (start < 0) return `${old.trimEnd()}\n\n${section}`.trimStart();
	const end = old.indexOf(SECTION_END, start);
	if (end < 0) throw new Error(`${path}: '${SECTION_START}' has no '${SECTION_END}' after it`);
	return `${old.slice(0, start)}${section.trimEnd()}${old.slice(end + SECTION_END.length)}`;
}
