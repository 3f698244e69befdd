import { type CommandDescription, checkArguments, type Parameter } from '../session/session-command.ts';

/** JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The arguments of a command as JSON Schema. */
export function toJsonSchema({ parameters }: CommandDescription): Record<string, unknown> {
	const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
	return {
		type: 'object',
		properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, describeParameter(parameter)])),
		...(required.length === 0 ? {} : { required }),
		additionalProperties: false,
	};
}

function describeParameter({
	kind,
	summary: description,
	choices,
	default: standard,
	least,
	most,
}: Parameter): JsonSchema {
	const limits = {
		...(least === undefined ? {} : { minimum: least }),
		...(most === undefined ? {} : { maximum: most }),
		...(standard === undefined ? {} : { default: standard }),
	};
	switch (kind) {
		case 'flag':
			return { type: 'boolean', description };
		case 'number':
		case 'integer':
			return { type: kind, description, ...limits };
		case 'list':
			return { type: 'array', items: { type: 'string' }, description };
		case 'choice':
			return { type: 'string', enum: choices, description };
		case 'file':
		case 'text':
			return { type: 'string', description };
	}
}

/** The arguments of a command as a schema of the SDK: it shows JSON Schema and checks what comes with our own errors. */
export function createSchema(description: CommandDescription) {
	const show = (): Record<string, unknown> => toJsonSchema(description);
	return {
		'~standard': {
			version: 1 as const,
			vendor: 'handreel',
			jsonSchema: { input: show, output: show },
			validate: (value: unknown) => {
				try {
					return { value: checkArguments(description, value ?? {}) };
				} catch (error) {
					return { issues: [{ message: error instanceof Error ? error.message : String(error) }] };
				}
			},
		},
	};
}
