import { win32 } from 'node:path';

const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/**
 * Why Windows would not write a file of this name as a file: it is a device, or part of another file. `null` if the name is
 * fine, and always on other systems. `nul` itself may be used to discard the output.
 */
export function explainReservedName(path: string, platform: NodeJS.Platform = process.platform): string | null {
	if (platform !== 'win32') return null;
	const { base, root } = win32.parse(path);
	const [stem = ''] = base.split('.', 1);
	if (DEVICES.test(stem.trimEnd()) && base.toLowerCase() !== 'nul')
		return `'${stem}' is the name of a device on Windows; use another name`;
	// After the drive, a colon would write to a hidden stream of the file before it.
	if (path.slice(root.length).includes(':')) return "Windows allows no ':' in file names; use another name";
	return null;
}
