import { escapeHtml } from './escape-html.ts';

/** The page in the headset. */
export const CAPTURE_PAGE: string = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>handreel capture</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/__handreel/page.css">
</head>
<body>
<main id="app"></main>
<noscript>This page needs JavaScript.</noscript>
<script src="/__handreel/page.js"></script>
</body>
</html>
`;

/** The page that asks for the code in the terminal. `next` is the page that follows. */
export function createCodePage(problem: string | null, next: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>handreel capture: code</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/__handreel/page.css">
</head>
<body>
<main>
<h1>Enter the code</h1>
<p>The terminal of <code>handreel capture</code> shows six digits.</p>
${problem === null ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/__handreel/pair">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<input name="code" inputmode="numeric" pattern="[0-9 ]*" maxlength="7" autocomplete="one-time-code" aria-label="Code" required autofocus>
<button class="primary">Connect</button>
</form>
</main>
</body>
</html>
`;
}
