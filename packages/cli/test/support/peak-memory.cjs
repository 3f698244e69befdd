// Loaded before the command: writes the most memory that the process had, in bytes, to the file of PEAK_FILE.
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
	const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
	writeFileSync(process.env.PEAK_FILE, String(Number(kilobytes) * 1024));
});
