import { Command } from 'commander';
import { version } from '../package.json' with { type: 'json' };

// Reading on is pointless once the reader has gone, as in `handreel info --bytes FILE | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code === 'EPIPE') process.exit(0);
	throw error;
});

const program = new Command('handreel')
	.description('Look into XR input recordings (MRTK input animation, .bin).')
	.version(version, '-V, --version', 'print the version')
	.helpOption('-h, --help', 'show help')
	.helpCommand('help [command]', 'show help for a command')
	// 0 fine, 1 problems found, 2 wrong use.
	.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
	.showHelpAfterError('(handreel --help shows what is possible)');

program
	.command('info')
	.summary('show what a recording holds')
	.description('Shows what recordings hold: layout, sections, duration, keys, hands, markers and size.')
	.argument('<file...>', 'recordings to look at')
	.option('--json', 'print a JSON array with one entry per file')
	.option('--bytes', 'also list what each byte range of the file is')
	.addHelpText(
		'after',
		`
Examples:
  handreel info session.bin
  handreel info recordings/*.bin --json | jq '.[] | [.file, .duration]'
  handreel info session.bin --bytes | less

Files above 16 MiB are not read as a whole. Their duration comes from the last key of each
curve, which is right unless keys are out of order.

Exit code: 0 when every file could be read, 1 when one could not, 2 for wrong use.`,
	)
	.action(async (files: string[], options: { json?: boolean; bytes?: boolean }) => {
		const { runInfo } = await import('./commands/info.ts');
		process.exitCode = runInfo(files, options);
	});

void program.parseAsync();
