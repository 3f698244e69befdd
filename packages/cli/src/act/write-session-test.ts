import { dirname, relative, sep } from 'node:path';
import { formatValue, quoteText } from '../script/format-script.ts';
import type { PageSession } from './page-session.ts';
import type { SessionArguments, SessionResult } from './result.ts';

/** Writes the steps as a test, after they have succeeded once more in a new page. */
export async function writeSessionTest(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const { file, title = 'steps of a session' } = args as { file: string; title?: string };
	const { steps } = session;
	if (steps.length === 0) throw new Error('test: nothing was done or expected yet');
	const hasThrown = session.stage.console.list().some(({ type }) => type === 'uncaught');
	await session.tryAgain(!hasThrown);
	const checks = steps.filter(({ code }) => code.includes('expect(')).length;
	const notes = [
		...(checks === 0 ? ['it has no expectation yet; use expect and write it again'] : []),
		...(hasThrown ? ['the page throws errors, which the test ignores'] : []),
		...(isLocal(session) ? ['it opens the page below baseURL; set that in the configuration of Playwright'] : []),
	];
	return {
		text: [`test of ${steps.length} steps, which have succeeded once more in a new page`, ...notes].join('; '),
		data: { steps: steps.length, expectations: checks, notes },
		file: {
			path: file,
			bytes: Buffer.from(formatSessionTest(session, file, title, hasThrown)),
			mediaType: 'text/plain',
		},
	};
}

function isLocal({ plan }: PageSession): boolean {
	return plan.resolved.startsWith('file:');
}

function formatSessionTest(session: PageSession, file: string, title: string, hasThrown: boolean): string {
	const { plan, steps } = session;
	const { pathname } = new URL(plan.resolved);
	const url = isLocal(session) ? pathname.slice(pathname.lastIndexOf('/')) : plan.resolved;
	const fixture = plan.isXR ? 'xr' : 'scene';
	const enter = plan.enter === undefined ? '' : `{ by: ${quoteText(plan.enter)} }`;
	const lines = [
		`await page.goto(${quoteText(url)});`,
		...(plan.isXR ? [`await xr.enter(${enter});`] : []),
		...steps.map(({ code }) => code),
	];
	const use = listUses(session, file, hasThrown);
	const names = steps.some(({ code }) => code.includes('expect(')) ? 'expect, test' : 'test';
	return `import { ${names} } from '@handreel/playwright';
${use.length === 0 ? '' : `\ntest.use({ ${use.join(', ')} });\n`}
test(${quoteText(title)}, async ({ page, ${fixture} }) => {
${[...(plan.isXR ? ['test.slow();'] : []), ...lines].map((line) => `  ${line}`).join('\n')}
});
`;
}

function listUses({ plan }: PageSession, file: string, hasThrown: boolean): string[] {
	const { recordingPath, device, input, width, height, isInsecure, isXR } = plan;
	const recording = recordingPath && relative(dirname(file), recordingPath).split(sep).join('/');
	return [
		...(recording === undefined ? [] : [`recording: ${quoteText(recording)}`]),
		...(device === undefined ? [] : [`device: ${quoteText(device)}`]),
		...(input === undefined ? [] : [`performer: { input: ${formatValue(input, () => '')} }`]),
		...(isXR && hasThrown ? ["pageErrors: 'ignore'"] : []),
		...(width === 1280 && height === 720 ? [] : [`viewport: { width: ${width}, height: ${height} }`]),
		...(isInsecure ? ['ignoreHTTPSErrors: true'] : []),
	];
}
