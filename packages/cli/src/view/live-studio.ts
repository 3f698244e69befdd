import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { errorText } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';

const PATH = '/__handreel/studio/';
const TIMEOUT_MS = 5000;

/** The address of the studio of a capture server. Rejects if no capture server answers there. */
export async function findLiveStudio({ origin }: URL): Promise<string> {
	const url = origin + PATH;
	const name = escapeText(origin, 200);
	const status = await requestStatus(url).catch((error: unknown) => {
		throw new Error(`${name} does not answer: ${errorText(error)}; start handreel capture first`, { cause: error });
	});
	if (status !== 200)
		throw new Error(`${name} is not a capture server: it answered ${status} to a request for the studio`);
	return url;
}

function requestStatus(url: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const done = (response: IncomingMessage): void => {
			response.destroy();
			resolve(response.statusCode ?? 0);
		};
		// The answer is not used, and nothing secret is sent. The browser checks the certificate.
		const request = url.startsWith('https:')
			? getHttps(url, { rejectUnauthorized: false, timeout: TIMEOUT_MS }, done)
			: getHttp(url, { timeout: TIMEOUT_MS }, done);
		request.on('timeout', () => request.destroy(new Error('no answer within 5 seconds')));
		request.on('error', reject);
	});
}
