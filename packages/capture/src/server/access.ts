import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TOKEN_COOKIE } from '../protocol/messages.ts';

/** Who may use a server. */
export interface AccessOptions {
	/** Host names and addresses of the server, without the port. Requests for others are refused (DNS rebinding). */
	readonly hosts: readonly string[];
	/** Whether clients need the token or the code. */
	readonly isGuarded: boolean;
	/** Other origins whose pages may send takes, such as `http://localhost:5173`. They need the token if there is one. */
	readonly origins?: readonly string[];
}

/** Decides which requests are answered. */
export class Access {
	readonly #hosts: ReadonlySet<string>;
	readonly #origins: ReadonlySet<string>;
	readonly #isGuarded: boolean;
	/** Kept for the life of the server; it is in the QR code. */
	readonly token: string = randomBytes(24).toString('base64url');

	constructor({ hosts, isGuarded, origins = [] }: AccessOptions) {
		this.#hosts = new Set(hosts.map((host) => host.toLowerCase()));
		this.#origins = new Set(origins);
		this.#isGuarded = isGuarded;
	}

	/** Whether the request names one of our hosts. */
	isOurHost({ headers: { host = '' } }: IncomingMessage): boolean {
		const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
		return this.#hosts.has(name.toLowerCase());
	}

	/** Whether the request comes from our own page, from an allowed origin, or from no page. */
	isOurOrigin({ headers: { origin, host } }: IncomingMessage, protocol: 'http' | 'https'): boolean {
		return origin === undefined || origin === `${protocol}://${host}` || this.#origins.has(origin);
	}

	/** The origin of the request if it is an allowed origin other than ours. */
	allowedOrigin({ headers: { origin } }: IncomingMessage): string | null {
		return origin !== undefined && this.#origins.has(origin) ? origin : null;
	}

	/** Whether the request has the token: as a cookie, in the header `Authorization`, or as the parameter `token`. */
	hasToken({ headers, url = '/' }: IncomingMessage): boolean {
		if (!this.#isGuarded) return true;
		// Pages of a proxied server may set a cookie of the same name for one of their paths.
		const cookies = (headers.cookie ?? '').split(';').map((text) => text.trim());
		const own = cookies.flatMap((text) =>
			text.startsWith(`${TOKEN_COOKIE}=`) ? text.slice(TOKEN_COOKIE.length + 1) : [],
		);
		const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
		const parameter = new URLSearchParams(url.split('?')[1] ?? '').get('token');
		return [...own, bearer, parameter].some((text) => text != null && isSame(text, this.token));
	}

	/** The header `Set-Cookie` that admits a browser. */
	get cookie(): string {
		return `${TOKEN_COOKIE}=${this.token}; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=86400`;
	}
}

function isSame(a: string, b: string): boolean {
	const [x, y] = [Buffer.from(a), Buffer.from(b)];
	return x.length === y.length && timingSafeEqual(x, y);
}
