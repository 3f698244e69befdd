import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
	type CaptureEvents,
	type CaptureServer,
	type CaptureServerOptions,
	createCertificate,
	STUDIO_PATH,
	startCaptureServer,
} from '@handreel/capture';
import type { WritableFormatName } from '@handreel/convert';
import { formatTime } from '@handreel/text';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, writeError, writeOutput } from '../print/output.ts';
import { createStudioHandler } from '../view/serve.ts';
import { type CableDevice, closeOnDevice, listCableDevices, openOnDevice, runProgram } from './adb.ts';
import { findSettingsFolder, listLanAddresses, listLanNames } from './addresses.ts';
import { describeKeys, formatCode, openTerminal, type Terminal } from './terminal.ts';

/** What to capture and where to put it. */
export interface CapturePlan {
	readonly folder: string;
	readonly name: string;
	readonly format: WritableFormatName;
	readonly isLan: boolean;
	readonly port: number;
	readonly proxy: URL | null;
	readonly prompts: readonly string[];
	readonly countdown: number;
	readonly origins: readonly string[];
	readonly isJson: boolean;
}

/** Milliseconds that headsets have to send the end of their takes when the command stops. */
const END_MS = 3000;
const LOCAL_HOSTS = ['localhost', '127.0.0.1'];

/** Runs a capture server until the user stops it. */
export async function runCapture(plan: CapturePlan): Promise<void> {
	const { isJson, isLan, port } = plan;
	let terminal: Terminal = { print: writeOutput, close: () => {} };
	const tell = (event: string, data: Readonly<Record<string, unknown>>, text: string): void => {
		terminal.print(isJson ? formatJson({ event, ...data }, 0) : `${text}\n`);
	};
	const lan = isLan ? listLanAddresses() : [];
	if (isLan && lan.length === 0) throw new Error('this machine has no address in a local network');
	const hosts = [...LOCAL_HOSTS, ...lan, ...(isLan ? listLanNames() : [])];
	const certificate = isLan ? await createCertificate(hosts, findSettingsFolder(process.platform, process.env)) : null;
	const server = await startServer(plan, hosts, certificate, tell);
	let isEnding = false;
	const ended = new Promise<void>((resolve) => {
		const end = (): void => {
			if (isEnding) return;
			isEnding = true;
			void stop(server).then(resolve);
		};
		process.on('SIGINT', end).on('SIGTERM', end);
		const output = isJson ? null : process.stdout;
		if (output !== null) terminal = openTerminal(server, output, process.stdin, end, isLan);
	});
	const devices = isLan
		? await announceLan(server, lan, certificate?.isNew ?? false, tell)
		: announceCable(port || server.port, tell);
	for (const { take, file } of server.listUnfinished())
		tell(
			'unfinished',
			{ take, file },
			`${file} is unfinished: it continues when its headset opens the page; otherwise use handreel recover`,
		);
	if (!isJson && process.stdout.isTTY) terminal.print(`${describeKeys(isLan)}\n`);
	await ended;
	terminal.close();
	for (const device of devices) closeOnDevice(runProgram, device, server.port);
	for (const { file } of server.listUnfinished())
		writeError(`handreel: ${join(plan.folder, file)} is unfinished; the next run continues it`);
}

type Tell = (event: string, data: Readonly<Record<string, unknown>>, text: string) => void;

async function startServer(
	plan: CapturePlan,
	hosts: readonly string[],
	certificate: { readonly key: string; readonly cert: string } | null,
	tell: Tell,
): Promise<CaptureServer> {
	const { folder, name, format, port, prompts, countdown, origins, proxy } = plan;
	const options: CaptureServerOptions = {
		folder,
		name,
		format,
		port,
		prompts,
		countdown,
		origins,
		hosts,
		certificate: certificate ?? undefined,
		address: certificate === null ? undefined : '0.0.0.0',
		proxy: proxy ?? undefined,
		assets: join(__dirname, 'capture'),
		studio: await createStudioHandler(join(__dirname, 'studio')),
		onCodesLocked: () =>
			tell(
				'codes-locked',
				{},
				`Ten wrong codes: codes are refused now, and the QR code still works. ${
					process.stdin.isTTY && process.stdout.isTTY
						? 'Press c for a new code.'
						: 'For a new code, start the command again.'
				}`,
			),
		events: createEvents(folder, tell),
		proxyEvents: {
			blocked: (path, reason) =>
				tell('blocked', { path, reason }, `${escapeText(path, 200)} is not recorded: ${escapeText(reason, 200)}`),
			unreachable: (reason) => tell('unreachable', { reason }, `${proxy?.origin} does not answer: ${reason}`),
		},
	};
	try {
		return await startCaptureServer(options);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'EADDRINUSE') throw new Error(`port ${port} is in use; choose another with --port`, { cause: error });
		throw error;
	}
}

function createEvents(folder: string, tell: Tell): CaptureEvents {
	const shown = (text: string): string => escapeText(text, 100);
	let lastProblem = '';
	return {
		connect: (device) => tell('connect', { device }, `${shown(device)} is connected`),
		disconnect: (device) => tell('disconnect', { device }, `${shown(device)} is gone`),
		open: ({ id, name }, isResumed) =>
			tell('take', { take: id, name, isResumed }, `${isResumed ? 'Continuing' : 'Recording'} ${name}`),
		saved: (saved, issues) => {
			lastProblem = '';
			const { file, frames, duration } = saved;
			const path = join(folder, file);
			const text = `Saved ${path} (${formatTime(Math.floor(duration), 0)}, ${frames} frames)`;
			const lost = issues.map(({ message, code }) => `\n  warning: ${message} (${code})`).join('');
			tell('saved', { ...saved, path, issues }, text + lost);
		},
		discarded: (take) => tell('discarded', { take }, 'Discarded the take'),
		problem: (code, message) => {
			// A headset tries again and again.
			if (message === lastProblem) return;
			lastProblem = message;
			tell('problem', { code, message }, `Problem: ${shown(message)}`);
		},
	};
}

function announceCable(port: number, tell: Tell): CableDevice[] {
	const url = `http://localhost:${port}`;
	const devices = listCableDevices(runProgram);
	const studio = url + STUDIO_PATH;
	tell('listening', { url, port, studio }, `Capture server: ${url} (this machine only)\nLive in the studio: ${studio}`);
	if (devices === null || devices.length === 0) {
		const reason = devices === null ? 'adb is not on the PATH' : 'no device is attached';
		tell(
			'cable',
			{ devices: [] },
			`${reason}. Connect the headset by cable and run\n  adb reverse tcp:${port} tcp:${port}\nthen open ${url} in its browser. For Wi-Fi, use --lan.`,
		);
		return [];
	}
	for (const device of devices) {
		const problem = openOnDevice(runProgram, device, port, url);
		const { serial, model } = device;
		tell('cable', { serial, model, problem }, `${model}: ${problem ?? `opened ${url}`}`);
	}
	return devices;
}

async function announceLan(
	{ port, token, code }: CaptureServer,
	addresses: readonly string[],
	isNew: boolean,
	tell: Tell,
): Promise<CableDevice[]> {
	const url = `https://${addresses[0]}:${port}`;
	const link = `${url}/__handreel/pair?token=${token}`;
	tell(
		'listening',
		{ url, port, studio: url + STUDIO_PATH, link, code, addresses },
		[
			`Capture server: ${addresses.map((address) => `https://${address}:${port}`).join(' or ')}`,
			`Live in the studio: ${url}${STUDIO_PATH}`,
			'It is reachable from your network. Clients need the QR code or this code:',
			`  ${formatCode(code)}`,
			...(isNew ? ['The certificate is new: the browser of the headset warns about it once. Accept it.'] : []),
		].join('\n'),
	);
	if (process.stdout.isTTY) {
		const { renderUnicodeCompact } = await import('uqr');
		tell('qr', { link }, renderUnicodeCompact(link));
	}
	return [];
}

// Asks for the end of takes in progress and waits a moment for it.
async function stop(server: CaptureServer): Promise<void> {
	const isBusy = (): boolean => server.listHeadsets().some(({ take }) => take !== null);
	if (isBusy()) server.act('stop');
	for (const start = performance.now(); isBusy() && performance.now() - start < END_MS; ) await wait(50);
	await server.close();
}
