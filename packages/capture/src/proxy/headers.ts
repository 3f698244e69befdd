import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { TOKEN_COOKIE } from '../protocol/messages.ts';

/** Headers that belong to a connection and not to a message. */
const CONNECTION_HEADERS: readonly string[] = [
	'connection',
	'keep-alive',
	'proxy-authenticate',
	'proxy-authorization',
	'proxy-connection',
	'te',
	'trailer',
	'upgrade',
];
/** Without these a message would have another end or another receiver, even if its header `Connection` names them. */
const KEPT_HEADERS: readonly string[] = ['content-length', 'transfer-encoding', 'host'];

/** A request as the development server gets it: without what admits the client to this server. */
export interface TargetRequest {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
}

/** The page is same-origin with the development server as far as that server can tell. */
export function toTarget({ headers, url = '/' }: IncomingMessage, target: URL, token: string): TargetRequest {
	const result = withoutConnectionHeaders(headers);
	// The origin of a foreign page stays, so that the server can refuse it.
	if (result.origin?.endsWith(`//${headers.host}`)) result.origin = target.origin;
	const own = readOwnPath(result.referer, headers.host);
	if (own !== null) result.referer = target.origin + withoutToken(own, token);
	if (result['accept-encoding'] !== undefined) result['accept-encoding'] = 'gzip, br';
	result['x-forwarded-host'] = headers.host;
	if (result.authorization === `Bearer ${token}`) delete result.authorization;
	const cookies = result.cookie?.split(';').filter((text) => !isTokenCookie(text)) ?? [];
	if (cookies.length > 0) result.cookie = cookies.join(';');
	else delete result.cookie;
	result.host = target.host;
	return { path: withoutToken(url, token), headers: result };
}

/** The headers of an answer as the client gets them. */
export function toClient(headers: IncomingHttpHeaders, target: URL): IncomingHttpHeaders {
	const result = withoutConnectionHeaders(headers);
	// Not every client knows chunks.
	delete result['transfer-encoding'];
	const { location } = result;
	if (location !== undefined && (location === target.origin || location.startsWith(`${target.origin}/`)))
		result.location = location.slice(target.origin.length) || '/';
	const cookies = result['set-cookie']?.filter((text) => !isTokenCookie(text)) ?? [];
	if (cookies.length > 0) result['set-cookie'] = cookies;
	else delete result['set-cookie'];
	return result;
}

/** Whether a cookie, as in `Cookie` or `Set-Cookie`, is the one that admits clients. Browsers take cookies without a name, too. */
export function isTokenCookie(text: string): boolean {
	const [name = '', value = ''] = text.split(';', 1)[0]!.split('=');
	return (name.trim() || value.trim()) === TOKEN_COOKIE;
}

function withoutConnectionHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
	const result = { ...headers };
	const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
	for (const name of [...CONNECTION_HEADERS, ...named]) if (!KEPT_HEADERS.includes(name)) delete result[name];
	return result;
}

// `null` if the page is not one of ours.
function readOwnPath(referer: string | undefined, host: string | undefined): string | null {
	if (referer === undefined || !URL.canParse(referer)) return null;
	const page = new URL(referer);
	return page.host === host ? page.pathname + page.search : null;
}

// Only our token: the application may have a parameter of the same name.
function withoutToken(path: string, token: string): string {
	const start = path.indexOf('?');
	if (start < 0) return path;
	const parts = path.slice(start + 1).split('&');
	const kept = parts.filter((part) => new URLSearchParams(part).get('token') !== token);
	if (kept.length === parts.length) return path;
	return path.slice(0, start) + (kept.length === 0 ? '' : `?${kept.join('&')}`);
}
