import type { BatchStatus, QueueStatus } from '@handreel/queue';
import { formatCount, formatPercent, formatPlural } from '@handreel/text';
import { escapeText } from '../print/escape-text.ts';
import type { Style } from '../print/style.ts';

/** Longer lists of files are cut; `--json` has all of them. */
const MAX_FILES = 20;

/** The state of a queue for the user. */
export function printStatus(label: string, status: QueueStatus, style: Style): string[] {
	const { workers, jobs, batches, failures } = status;
	const { waiting, active, failed } = jobs;
	return [
		`${style.strong(label)}  ${formatPlural(workers, 'worker')}, ${formatPlural(waiting, 'job')} waiting, ` +
			`${formatCount(active)} active${failed > 0 ? style.bad(`, ${formatCount(failed)} failed`) : ''}`,
		...(batches.length === 0 ? ['no work'] : batches.flatMap((batch) => printBatch(batch, style))),
		...failures.map(({ job, message, files }) =>
			style.bad(
				`job ${job} failed (${formatPlural(files.length, 'file')}, from ${escapeText(files[0] ?? '', 400)}): ${escapeText(message, 400)}`,
			),
		),
		...printRate(status),
	];
}

function printBatch({ command, isFinished, files, done, failed, lost }: BatchStatus, style: Style): string[] {
	const state = isFinished ? style.good('finished') : formatPercent(done, files);
	const counts = isFinished ? formatPlural(files, 'file') : `${formatCount(done)} of ${formatPlural(files, 'file')}`;
	const rest = failed > 0 ? `, ${formatCount(failed)} failed` : '';
	const more = lost.length - MAX_FILES;
	return [
		`${escapeText(command, 400)}  ${counts}, ${state}${rest}`,
		...lost.slice(0, MAX_FILES).map((path) => style.warn(`  set aside: ${escapeText(path, 400)}`)),
		...(more > 0 ? [`  and ${formatPlural(more, 'more file')} set aside`] : []),
	];
}

function printRate({ filesPerSecond, secondsLeft }: QueueStatus): string[] {
	if (secondsLeft === 0 || filesPerSecond === null) return [];
	const rate = `${filesPerSecond < 10 ? filesPerSecond.toFixed(1) : formatCount(Math.round(filesPerSecond))} files/s`;
	return [secondsLeft === null ? rate : `${rate}, about ${formatDuration(secondsLeft)} left`];
}

function formatDuration(seconds: number): string {
	if (seconds < 90) return `${Math.ceil(seconds)} s`;
	if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
	return `${(seconds / 3600).toFixed(1)} h`;
}
