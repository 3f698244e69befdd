import { version } from '../package.json' with { type: 'json' };
import { formatOverview } from './commands/overview.ts';
import { writeOutput } from './print/output.ts';

// Help and version need no parser. Everything else is loaded when it is called, so that a command starts fast.
const args = process.argv.slice(2);
const [only] = args.length === 1 ? args : [];
if (only === '--help' || only === '-h' || only === 'help') writeOutput(formatOverview());
else if (only === '--version' || only === '-V') writeOutput(`${version}\n`);
else void import('./commands/run-program.ts').then(({ runProgram }) => runProgram(args));
