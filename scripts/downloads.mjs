// Installs the programs that checks need besides npm packages: Chromium, Redis, Node 22, Deno and Bun.
import { ensureChromium, expectChromium } from './browser.mjs';
import { ensureRedis } from './redis.mjs';
import { installRuntimes } from './runtimes/install.mjs';

installRuntimes();
ensureRedis();
if (!ensureChromium()) {
	expectChromium();
	process.exitCode = 1;
}
