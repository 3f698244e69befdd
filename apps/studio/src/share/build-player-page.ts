// Runs while the studio is built.
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import { FACTS_MARK, FILE_MARK, PLAYER, RECORDING, RECORDING_MARK, TITLE_MARK } from './page-parts.ts';

/** A shared page has its recording, as a reel. What reads other formats and samples is left out. */
const LEFT_OUT: Readonly<Record<string, string>> = {
	'@handreel/convert': 'export const decodeRecording = undefined;',
	'@handreel/samples': 'export const loadSample = undefined;',
};

/** A page may load nothing but the hand models that it contains. */
const POLICY =
	"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src data:; img-src data: blob:";

/** Builds the page with the player and a place for a recording. The script is compressed: three.js is most of it. */
export async function buildPlayerPage(conditions: readonly string[]): Promise<string> {
	const script = deflateRawSync(await buildScript(conditions), { level: 9 }).toString('base64');
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>${TITLE_MARK}</title>
<style>
html, body { height: 100%; margin: 0; background: #14171c; color: #e7ebf1; font: 13px/1.4 system-ui, sans-serif; }
body { display: flex; flex-direction: column; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 14px; padding: 10px 16px; }
h1 { margin: 0; font-size: 15px; overflow-wrap: anywhere; }
p { flex: 1; margin: 0; color: #9aa5b3; }
a { color: #58b4ff; padding: 4px 0; }
main { flex: 1; min-height: 0; }
handreel-player { width: 100%; height: 100%; aspect-ratio: auto; border-radius: 0; }
</style>
</head>
<body>
<header><h1>${TITLE_MARK}</h1><p>${FACTS_MARK}</p><a download="${FILE_MARK}" href="#">Save the recording</a></header>
<main><handreel-player controls loop autoplay head gaze controllers loading="eager" label="${TITLE_MARK}"></handreel-player></main>
<noscript>This page requires JavaScript.</noscript>
<script type="text/plain" id="${RECORDING}">${RECORDING_MARK}</script>
<script type="text/plain" id="${PLAYER}">${script}</script>
<script>
{
	const bytes = Uint8Array.from(atob(document.getElementById('${PLAYER}').textContent), (letter) => letter.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
	new Response(stream).text().then((text) => {
		const script = document.createElement('script');
		script.textContent = text;
		document.body.append(script);
	});
}
</script>
</body>
</html>
`;
}

async function buildScript(conditions: readonly string[]): Promise<string> {
	const leaveOut: Plugin = {
		name: 'leave-out',
		enforce: 'pre',
		resolveId: (id) => (Object.hasOwn(LEFT_OUT, id) ? `\0${id}` : null),
		load: (id) => LEFT_OUT[id.replace('\0', '')] ?? null,
	};
	const built = (await build({
		configFile: false,
		logLevel: 'error',
		plugins: [leaveOut],
		resolve: { conditions: [...conditions] },
		// A script that is not a module does not know its address.
		define: { 'import.meta.url': 'document.baseURI' },
		build: {
			write: false,
			target: 'es2022',
			// Hand models become part of the script.
			assetsInlineLimit: 1e6,
			lib: {
				entry: fileURLToPath(new URL('player-page.ts', import.meta.url)),
				formats: ['iife'],
				name: 'handreelPage',
			},
		},
	})) as Rolldown.RolldownOutput[] | Rolldown.RolldownOutput;
	const [output] = Array.isArray(built) ? built : [built];
	const chunks = output!.output;
	const [chunk] = chunks;
	if (chunks.length !== 1 || chunk.type !== 'chunk') {
		throw new Error(
			`a shared page must be one script, but the build has ${chunks.map(({ fileName }) => fileName).join(', ')}`,
		);
	}
	return chunk.code;
}
