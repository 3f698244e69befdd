// Loaded before the command, in each of its threads: reading a file named `endless` never ends, and reading a file named
// `greedy` takes all memory for objects.
const fs = require('node:fs');
const os = require('node:os');
const { isMainThread } = require('node:worker_threads');

// A small machine, whose memory is soon taken.
os.totalmem = () => 512 * 2 ** 20;
const { openSync } = fs;
fs.openSync = (path, ...rest) => {
	const name = String(path);
	// The command looks at the first bytes of files in folders. Only reading them is deadly.
	if (!isMainThread && /endless[^/]*$/.test(name)) for (;;);
	if (!isMainThread && /greedy[^/]*$/.test(name)) for (const kept = []; ; ) kept.push(new Array(1e6).fill(0.5));
	return openSync(path, ...rest);
};
