// npm run tool -- fixtures: writes fixtures/generated, fixtures/broken and the lists of them in fixtures/README.md.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenFiles, type FixtureFile, generatedFiles } from './fixture-files.ts';
import { root } from './workspace.mjs';

const folder = join(root, 'fixtures');
const readme = join(folder, 'README.md');
let text = readFileSync(readme, 'utf8');
for (const [name, files] of [
	['generated', generatedFiles()],
	['broken', brokenFiles()],
] as const) {
	rmSync(join(folder, name), { recursive: true, force: true });
	mkdirSync(join(folder, name), { recursive: true });
	for (const file of files) writeFileSync(join(folder, name, file.name), file.bytes);
	text = replaceList(text, name, files);
}
writeFileSync(readme, text);

// The table between `<!-- name -->` and `<!-- /name -->`.
function replaceList(markdown: string, name: string, files: readonly FixtureFile[]): string {
	const rows = files.map((file) => `| \`${file.name}\` | ${file.bytes.length} | ${file.about} |`);
	const table = ['| file | bytes | what it is |', '|---|---:|---|', ...rows].join('\n');
	return markdown.replace(
		new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
		(_, start: string, end: string) => `${start}${table}\n${end}`,
	);
}
