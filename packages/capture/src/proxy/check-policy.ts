import { readTags } from './read-tags.ts';

/**
 * Returns why the policies of a page forbid the recorder; `null` if they allow it. The recorder is a script of the page's
 * own origin and connects to it. The policies stay as they are.
 */
export function findPolicyProblem(headers: readonly string[], html: string): string | null {
	const inPage: string[] = [];
	for (const { name, attributes } of readTags(html))
		if (name === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy')
			inPage.push(attributes.get('content') ?? '');
	// A header may hold several policies, separated by commas. A page must satisfy all.
	for (const policy of [...headers.flatMap((header) => header.split(',')), ...inPage]) {
		const directives = parsePolicy(policy);
		const scripts = find(directives, 'script-src-elem', 'script-src', 'default-src');
		if (!allowsOwnOrigin(scripts, true)) return `${formatDirective(scripts)} does not allow 'self'`;
		const connections = find(directives, 'connect-src', 'default-src');
		if (!allowsOwnOrigin(connections, false)) return `${formatDirective(connections)} does not allow 'self'`;
	}
	return null;
}

type Directive = readonly [name: string, sources: readonly string[]];

function parsePolicy(policy: string): ReadonlyMap<string, readonly string[]> {
	const directives = new Map<string, readonly string[]>();
	for (const text of policy.split(';')) {
		const [name = '', ...sources] = text.trim().split(/\s+/);
		// The first of two equal directives counts.
		if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
	}
	return directives;
}

function find(directives: ReadonlyMap<string, readonly string[]>, ...names: string[]): Directive | null {
	const name = names.find((candidate) => directives.has(candidate));
	return name === undefined ? null : [name, directives.get(name)!];
}

function allowsOwnOrigin(directive: Directive | null, isScript: boolean): boolean {
	if (directive === null) return true;
	const sources = directive[1].map((source) => source.toLowerCase());
	// With 'strict-dynamic' only scripts with a nonce or a hash run.
	if (isScript && sources.includes("'strict-dynamic'")) return false;
	return sources.includes("'self'") || sources.includes('*');
}

function formatDirective(directive: Directive | null): string {
	return directive === null ? '' : [directive[0], ...directive[1]].join(' ').slice(0, 120);
}
