import { diagnoseRecording } from '@handreel/core/diagnose';
import {
	createPlot,
	PLOT_DEFAULTS,
	type Plot,
	type PlotInput,
	type PlotOptions,
	renderSvg,
	renderText,
	SVG_DEFAULTS,
	TEXT_DEFAULTS,
	THEMES,
	type ThemeName,
} from '@handreel/plot';
import { formatBytes, formatPlural } from '@handreel/text';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { removeExtension } from '../formats/find-format.ts';
import { listInputs } from '../formats/list-inputs.ts';
import { readNamedInput } from '../formats/read-input.ts';
import { UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { outputLook, outputStyle, writeOutput } from '../print/output.ts';
import { markColors } from '../print/style.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { oneOf, parseCount, parsePositive, parseTime } from './parse-arguments.ts';

interface PlotCommandOptions {
	readonly channel?: string[];
	readonly output?: string;
	readonly width?: number;
	readonly rows?: number;
	readonly scale?: number;
	readonly start?: number;
	readonly end?: number;
	readonly states?: boolean;
	readonly problems: boolean;
	readonly title?: string;
	readonly theme?: ThemeName;
	readonly force?: boolean;
}

const MIN_COLUMNS = 20;
/** Pixels per unit, so that pictures are sharp on dense screens. */
export const PNG_SCALE = 2;

/** `handreel plot`. */
export const plot: CommandDefinition = {
	configure: (command) => {
		command
			.description('Plot speeds, distances, finger angles and states over time, with markers and problems.')
			.argument('<file...>', 'recordings in any readable format, folders of recordings, or - for standard input')
			.option(
				'-c, --channel <text>',
				'what to plot, a panel each; may be repeated (default: speed, aperture and head height)',
				(text: string, before: string[] = []) => [...before, text],
			)
			.option('-o, --output <file>', 'write a .svg or .png file instead of printing the plot')
			.option('--start <seconds>', `start of the time axis (default: ${PLOT_DEFAULTS.start})`, parseTime)
			.option('--end <seconds>', 'end of the time axis (default: the longest duration)', parseTime)
			.option('--states', 'show tracking and pinches (default: only without --channel)')
			.option('--no-problems', 'do not look for problems')
			.option('--title <text>', 'title (default: the file name)')
			.option(
				'--width <number>',
				`width in characters or, for files, in pixels (default: that of the terminal; ${SVG_DEFAULTS.width} for files)`,
				parseCount,
			)
			.option('--rows <count>', `lines per panel in the terminal (default: ${TEXT_DEFAULTS.rows})`, parseCount)
			.option(
				'--theme <name>',
				`colors of files: light or dark (default: ${SVG_DEFAULTS.theme})`,
				oneOf(Object.keys(THEMES) as ThemeName[]),
			)
			.option('--scale <number>', `pixels per unit of width in .png files (default: ${PNG_SCALE})`, parsePositive)
			.option('-f, --force', 'overwrite existing files')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel plot session.bin',
						'handreel plot session.bin -o session.svg',
						"handreel plot session.bin -c 'speed(*.wrist)' -c 'curl(right.*)' -o curl.png --theme dark",
						"handreel plot before.bin after.bin -c 'distance(left.wrist, right.wrist)' -o two.svg",
						'handreel plot session.bin -c right.indexTip --start 1 --end 3',
					],
					`A channel is an expression such as speed(left.wrist), a pattern such as curl(left.*), a function
alone such as aperture, a point such as head or left.indexTip, or the name of a track. MEASURES.md
defines the functions.

Exit codes: 0 success, 1 a file could not be read or has no such channel, 2 usage error.`,
				),
			)
			.action(async (files: string[], options: PlotCommandOptions) => runPlot(files, options));
	},
};

async function runPlot(files: readonly string[], options: PlotCommandOptions): Promise<void> {
	const { output } = options;
	const kind = output === undefined ? 'text' : findKind(output);
	checkOptions(kind, options);
	const inputs: PlotInput[] = [];
	for (const { path, name } of listInputs(files)) {
		const recording = await readNamedInput(path);
		const problems = options.problems ? diagnoseRecording(recording) : [];
		inputs.push({ name: removeExtension(name), recording, problems });
	}
	const made = makePlot(inputs, options);
	if (output === undefined) {
		const columns = Math.max(MIN_COLUMNS, options.width ?? outputStyle.columns);
		const rows = options.rows === undefined ? undefined : Math.max(2, options.rows);
		writeOutput(markColors(renderText(made, { columns, rows, color: outputLook.mark !== null })));
		return;
	}
	const { width, theme, scale = PNG_SCALE, force = false } = options;
	// Refuses before the picture is drawn.
	checkFree(output, force);
	const svg = renderSvg(made, { width, theme });
	const bytes = kind === 'svg' ? Buffer.from(svg) : await (await import('../plot/render-png.ts')).renderPng(svg, scale);
	await writeWhole(output, bytes, { force });
	const facts = [formatPlural(made.panels.length, 'panel'), formatBytes(bytes.length)];
	writeOutput(`${outputStyle.strong(escapeText(output, 400))}  ${facts.join(', ')}\n`);
}

function makePlot(inputs: readonly PlotInput[], { channel, states, start, end, title }: PlotCommandOptions): Plot {
	const options: PlotOptions = {
		channels: channel,
		states,
		start,
		end,
		title,
	};
	try {
		return createPlot(inputs, options);
	} catch (error) {
		if (error instanceof TypeError && /^(channel|expression): /.test(error.message)) {
			throw new UsageError(error.message.replace(/^\w+: /, '--channel: '));
		}
		throw error;
	}
}

function findKind(output: string): 'svg' | 'png' {
	const [, extension = ''] = /\.(svg|png)$/i.exec(output) ?? [];
	const kind = extension.toLowerCase();
	if (kind === 'svg' || kind === 'png') return kind;
	throw new UsageError(`${output}: expected a name that ends with .svg or .png`);
}

function checkOptions(kind: 'text' | 'svg' | 'png', { rows, theme, scale, width }: PlotCommandOptions): void {
	if (kind !== 'text' && rows !== undefined) throw new UsageError('--rows works without --output only');
	if (kind === 'text' && theme !== undefined) throw new UsageError('--theme works with --output only');
	if (kind !== 'png' && scale !== undefined) throw new UsageError('--scale works with .png files only');
	if (kind !== 'text' && width !== undefined && width < 320)
		throw new UsageError('--width: files need 320 pixels or more');
}
