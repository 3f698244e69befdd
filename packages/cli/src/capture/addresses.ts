import { homedir, hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';

/** The addresses of this machine in local networks, IPv4 only, because headsets type and scan them. */
export function listLanAddresses(interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces()): string[] {
	return Object.values(interfaces)
		.flatMap((list) => list ?? [])
		.filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
		.map(({ address }) => address);
}

/** The names under which other machines reach this machine. */
export function listLanNames(): string[] {
	const name = hostname().toLowerCase();
	if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name)) return [];
	return name.includes('.') ? [name] : [name, `${name}.local`];
}

/** The folder for settings of this user. */
export function findSettingsFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
	const { APPDATA, XDG_CONFIG_HOME } = env;
	if (platform === 'win32' && APPDATA) return join(APPDATA, 'handreel');
	return join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'handreel');
}
