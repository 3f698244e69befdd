// Installs the programs that checks need besides npm packages: Chromium, Node 22, Deno and Bun.
import { ensureChromium, expectChromium } from './browser.mjs';
import { installRuntimes } from './runtimes/install.mjs';

installRuntimes();
if (!ensureChromium()) {
	expectChromium();
	process.exitCode = 1;
}
