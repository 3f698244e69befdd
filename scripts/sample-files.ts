import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recording } from '@handreel/core';
import { decodeReel } from '@handreel/core/reel';
import { makeSample, SAMPLE_SCRIPTS } from '@handreel/samples/scripts';
import { FIGURES, isComparable, measureFigures } from './sample-figures.ts';
import { root } from './workspace.mjs';

interface CapturedFigures {
	readonly figures: Readonly<Record<string, readonly number[]>>;
}

/** Returns the files of the samples: paths in the package, and contents. The same scripts give the same files. */
export function listSampleFiles(): Map<string, Uint8Array | string> {
	const files = new Map<string, Uint8Array | string>();
	const entries: string[] = [];
	const comparable: Recording[] = [];
	for (const [name, script] of Object.entries(SAMPLE_SCRIPTS)) {
		const bytes = makeSample(name, script);
		const file = `${name}.reel`;
		files.set(`recordings/${file}`, bytes);
		const { title, description, tags } = script;
		const recording = decodeReel(bytes);
		if (isComparable(script)) comparable.push(recording);
		const duration = Number(recording.duration.toFixed(2));
		entries.push(JSON.stringify({ name, title, description, duration, tags, file, bytes: bytes.length }));
	}
	const names = Object.keys(SAMPLE_SCRIPTS).map((name) => `'${name}'`);
	const urls = Object.keys(SAMPLE_SCRIPTS).map(
		(name) => `'${name}': () => new URL('../recordings/${name}.reel', import.meta.url)`,
	);
	files.set(
		'src/samples.ts',
		`// Made by \`npm run tool -- samples\` from the scripts.

/** The name of a sample. */
export type SampleName = ${names.join(' | ')};

/** What is known of a sample without loading it. */
export interface SampleInfo {
	readonly name: SampleName;
	readonly title: string;
	/** One sentence. */
	readonly description: string;
	/** Seconds. */
	readonly duration: number;
	readonly tags: readonly string[];
	/** The name of its file in the folder "recordings" of the package. */
	readonly file: string;
	/** The size of the file. */
	readonly bytes: number;
}

/** All samples. */
export const SAMPLES: readonly SampleInfo[] = [${entries.join(', ')}];

/** Bundlers recognize only literals, relative to this file and its built form alike. */
export const SAMPLE_URLS: Readonly<Record<SampleName, () => URL>> = {${urls.join(', ')}};
`,
	);
	files.set('README.md', fillReadme(comparable));
	return files;
}

function fillReadme(comparable: readonly Recording[]): string {
	const [readme, captured] = ['README.md', 'captured-figures.json'].map((name) =>
		readFileSync(join(root, 'packages', 'samples', name), 'utf8'),
	) as [string, string];
	const samples = Object.entries(SAMPLE_SCRIPTS).map(
		([name, { description, tags }]) => `| \`${name}\` | ${description} | ${tags.join(', ')} |`,
	);
	const { figures } = JSON.parse(captured) as CapturedFigures;
	const performed = measureFigures(comparable);
	const rows = FIGURES.map(({ title, unit, digits }) => {
		const [ours, theirs] = [performed, figures].map((source) => {
			const values = source[title]!.map((value) => value.toFixed(digits).replace('-', '−')).join(' and ');
			return unit.startsWith('°') ? `${values}${unit}` : `${values} ${unit}`.trim();
		});
		return `| ${title} | ${ours} | ${theirs} |`;
	});
	return [
		['samples', ['| name | what happens | tags |', '|---|---|---|', ...samples]] as const,
		['figures', ['| | performed | captured |', '|---|---:|---:|', ...rows]] as const,
	].reduce((text, [name, lines]) => fillSection(text, name, lines.join('\n')), readme);
}

function fillSection(text: string, name: string, content: string): string {
	const section = new RegExp(`(<!-- ${name}:.*-->\\n)[^]*?(<!-- /${name} -->)`);
	if (!section.test(text)) throw new Error(`README.md: the section ${name} is missing`);
	return text.replace(section, (_, start, end) => `${start}\n${content}\n\n${end}`);
}
