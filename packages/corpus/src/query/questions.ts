/** A question with a name. */
export interface Question {
	readonly name: string;
	readonly summary: string;
	readonly sql: string;
}

/** Questions that most collections of recordings raise, as SQL to start from. */
export const QUESTIONS: readonly Question[] = [
	{
		name: 'overview',
		summary: 'recordings, hours and problems per format',
		sql: `SELECT format, count(*) AS recordings, round(sum(duration) / 3600, 2) AS hours, round(sum(bytes) / 1e6, 1) AS megabytes,
	count(*) FILTER (status <> 'readable') AS damaged, count(*) FILTER (warnings > 0) AS with_warnings
FROM catalog GROUP BY format ORDER BY recordings DESC, format`,
	},
	{
		name: 'broken',
		summary: 'recordings with errors, and recordings that cannot be read',
		sql: `SELECT path, status, problems, error FROM catalog WHERE status <> 'readable' OR errors > 0 ORDER BY path`,
	},
	{
		name: 'problems',
		summary: 'the number of recordings per problem',
		sql: `SELECT problem, count(*) AS recordings
FROM (SELECT path, unnest(problems) AS problem FROM catalog) GROUP BY problem ORDER BY recordings DESC, problem`,
	},
	{
		name: 'duplicates',
		summary: 'recordings with the same content',
		sql: `SELECT path, hash FROM catalog WHERE hash IS NOT NULL
QUALIFY count(*) OVER (PARTITION BY hash) > 1 ORDER BY hash, path`,
	},
	{
		name: 'longest',
		summary: 'the longest recordings',
		sql: `SELECT path, round(duration, 2) AS seconds, round(frames_frame_rate, 1) AS frame_rate, bytes
FROM catalog WHERE duration IS NOT NULL ORDER BY duration DESC, path LIMIT 20`,
	},
	{
		name: 'lost-hands',
		summary: 'recordings in which a hand is tracked least',
		sql: `SELECT path, round(left_tracking_share, 3) AS left_tracked, round(right_tracking_share, 3) AS right_tracked,
	left_tracking_losses_count + right_tracking_losses_count AS losses
FROM catalog WHERE has_hands ORDER BY least(left_tracking_share, right_tracking_share), path LIMIT 20`,
	},
	{
		name: 'long-pinches',
		summary: 'pinches of more than a second while the other hand is lost',
		sql: `SELECT p.path, p.side, round(p.start, 2) AS start, round(p.duration, 2) AS seconds
FROM events p JOIN events l ON l.path = p.path AND l.kind = 'loss' AND l.name = 'hand' AND l.side <> p.side
	AND l.start < p."end" AND l."end" > p.start
WHERE p.kind = 'pinch' AND p.duration > 1 GROUP BY ALL ORDER BY seconds DESC, p.path, start`,
	},
	{
		name: 'reaches',
		summary: 'how far and how fast hands reach, per side',
		sql: `SELECT side, count(*) AS reaches, count(DISTINCT path) AS recordings, round(median(distance), 3) AS meters,
	round(median(duration), 3) AS seconds, round(median(peak_speed), 3) AS peak_speed, round(max(peak_speed), 3) AS fastest
FROM events WHERE kind = 'reach' GROUP BY side ORDER BY side`,
	},
	{
		name: 'rough-motion',
		summary: 'recordings with the least smooth reaches',
		sql: `SELECT path, count(*) AS reaches, round(median(smoothness), 2) AS smoothness, round(median(peak_speed), 2) AS peak_speed
FROM events WHERE kind = 'reach' GROUP BY path HAVING count(*) >= 3 ORDER BY median(smoothness), path LIMIT 20`,
	},
	{
		name: 'markers',
		summary: 'the names of markers and how often they occur',
		sql: `SELECT name, count(*) AS markers, count(DISTINCT path) AS recordings
FROM events WHERE kind = 'marker' GROUP BY name ORDER BY markers DESC, name`,
	},
	{
		name: 'labels',
		summary: 'the labels of spans, how often they occur and how long they last',
		sql: `SELECT track, name, count(*) AS spans, count(DISTINCT path) AS recordings, round(sum(duration), 3) AS seconds,
	round(median(duration), 3) AS median_seconds
FROM events WHERE kind = 'label' GROUP BY track, name ORDER BY seconds DESC, track, name`,
	},
];
