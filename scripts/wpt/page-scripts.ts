// testharness.js calls this file in every test page. Runners put their own in its place.
const REPORT = `
setup({ output: false, timeout_multiplier: 2 });
add_completion_callback((tests, status) => {
	if (window !== top) return;
	const results = tests.map(({ name, status, message }) => ({ name, status, message }));
	reportToRunner({ results, status: status.status, message: status.message });
});
`;

// Headless pages are always visible, so the page gets another answer.
const WINDOW_STATE = `
window.window_state_context = () => {
	const show = (visibility) => async () => {
		Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
		Object.defineProperty(document, 'hidden', { configurable: true, value: visibility === 'hidden' });
		document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
	};
	return { minimize: show('hidden'), restore: show('visible') };
};
`;

/** Scripts that the runner serves in place of the suite's, by path. */
export const PAGE_SCRIPTS: Readonly<Record<string, string>> = {
	'/resources/testharnessreport.js': REPORT,
	'/resources/testdriver-vendor.js': '',
	'/page-visibility/resources/window_state_context.js': WINDOW_STATE,
};
