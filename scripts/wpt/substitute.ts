/** The values that `.sub` files of web-platform-tests insert. */
export interface Substitutions {
	readonly host: string;
	readonly httpPort: number;
	readonly httpsPort: number;
	/** The query of the request. */
	readonly query: URLSearchParams;
}

/**
 * Replaces `{{…}}` in the text of a `.sub` file: `host`, `domains[name]`, `hosts[…][name]`, `ports[scheme][i]`, `GET[name]`.
 * Throws an `Error` that names an unknown placeholder, because a test with a wrong address fails for no visible reason.
 */
export function substitute(text: string, values: Substitutions): string {
	return text.replaceAll(/\{\{([^{}]*)\}\}/g, (_, expression: string) => evaluate(expression.trim(), values));
}

function evaluate(expression: string, { host, httpPort, httpsPort, query }: Substitutions): string {
	const [, name = '', rest = ''] = /^([\w-]+)((?:\[[^\]]*\])*)$/.exec(expression) ?? [];
	const keys = Array.from(rest.matchAll(/\[([^\]]*)\]/g), ([, key = '']) => key);
	if (name === 'host' && keys.length === 0) return host;
	if (name === 'domains' && keys.length === 1) return joinDomain(keys[0]!, host);
	if (name === 'hosts' && keys.length === 2) return joinDomain(keys[1]!, keys[0] === 'alt' ? `not-${host}` : host);
	if (name === 'ports' && keys.length === 2) return String(keys[0] === 'https' ? httpsPort : httpPort);
	if (name === 'GET' && keys.length === 1) return query.get(keys[0]!) ?? '';
	throw new Error(`{{${expression}}} is not a known placeholder`);
}

function joinDomain(name: string, host: string): string {
	return name === '' ? host : `${name}.${host}`;
}
