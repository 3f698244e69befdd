import { createRequire } from 'node:module';

interface Report {
	readonly issues: { readonly numErrors: number; readonly numWarnings: number; readonly messages: readonly Message[] };
}

interface Message {
	readonly code: string;
	readonly message: string;
	readonly severity: number;
	readonly pointer?: string;
}

interface Validator {
	validateBytes(bytes: Uint8Array, options: { readonly maxIssues: number }): Promise<Report>;
}

const validator = createRequire(import.meta.url)('gltf-validator') as Validator;
const WARNING = 1;

/** What Khronos's validator has against a file: errors and warnings, as sentences. */
export async function validateGlb(glb: Uint8Array): Promise<string[]> {
	const { issues } = await validator.validateBytes(glb, { maxIssues: 0 });
	const found = issues.messages.filter(({ severity }) => severity <= WARNING);
	if (found.length !== issues.numErrors + issues.numWarnings) throw new Error('the validator counts otherwise');
	return found.map(({ code, message, pointer = '' }) => `${code} ${pointer} ${message}`);
}
