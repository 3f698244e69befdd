import { describe, expect, it } from 'vitest';
import { loadDrivers } from '../../src/engine/load-drivers.ts';

const missing = (name: string) => (wanted: string) => {
	if (wanted === name) throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
	return {};
};

describe('loadDrivers', () => {
	it('loads the driver of the server only', () => {
		expect(loadDrivers('redis', missing('pg'))).toEqual({ bullmq: {}, redis: {}, postgres: null });
		expect(loadDrivers('postgres', missing('ioredis'))).toEqual({ bullmq: {}, redis: null, postgres: {} });
	});

	it('names the command that installs what is missing', () => {
		expect(() => loadDrivers('redis', missing('bullmq'))).toThrow(
			'the queue needs bullmq; install it next to handreel: npm install bullmq@6 ioredis@6',
		);
		expect(() => loadDrivers('redis', missing('ioredis'))).toThrow(/needs ioredis; .* npm install bullmq@6 ioredis@6$/);
		expect(() => loadDrivers('postgres', missing('pg'))).toThrow(/needs pg; .* npm install bullmq@6 pg@8$/);
	});

	it('passes other errors on', () => {
		const load = (): never => {
			throw new SyntaxError('broken package');
		};
		expect(() => loadDrivers('redis', load)).toThrow('broken package');
	});
});
