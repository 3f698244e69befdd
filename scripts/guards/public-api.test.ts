import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindOf, listDoors, PublicApi } from '../public-api.ts';
import { root } from '../workspace.mjs';

const doors = listDoors();
const owners = [...new Set(doors.map(({ owner }) => owner))];
const api = new PublicApi(doors);

/** Types that signatures name and users need not: what constructors take from our own code, and parts of other types. */
const INTERNAL = [
	'Context',
	'FakeDeviceHost',
	'GhostUniforms',
	'GroupProps',
	'InstallRuntime',
	'OptionWithoutDefault',
	'RunStep',
	'SizedView',
	'XRTestHost',
	'XRWebGLLayerInit',
];

/** The file that lists the exports of a package. */
const fileOf = (owner: string): string => `${owner.replace('@handreel/', '')}.txt`;

describe('the public API', () => {
	it.each(owners)('changes on purpose only: %s', async (owner) => {
		const parts = doors
			.filter((door) => door.owner === owner)
			.map((door) => {
				const own = api.exports.filter((entry) => entry.door === door);
				return [door.name, ...own.map(({ name, target }) => `\t${kindOf(target)} ${name}`).sort()].join('\n');
			});
		await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(`api/${fileOf(owner)}`);
	});

	it('is listed for packages that exist', () => {
		expect(readdirSync(join(root, 'scripts', 'guards', 'api')).sort()).toEqual(owners.map(fileOf).sort());
	});

	it('has one door for each export', () => {
		const seen = new Map<unknown, string>();
		const again: string[] = [];
		for (const { door, name, target } of api.exports) {
			// Others may export what they like.
			if (kindOf(target) === 'other') continue;
			const first = seen.get(target);
			if (first !== undefined) again.push(`${name} of ${door.name} is ${first}, too`);
			seen.set(target, `${name} of ${door.name}`);
		}
		expect(again).toEqual([]);
	});

	it.each(owners)('has one meaning for each name of %s', (owner) => {
		const names = api.exports.filter(({ door }) => door.owner === owner).map(({ name }) => name);
		// The class, and the component of React that makes it.
		const twice = owner === '@handreel/three' ? ['RecordedHands'] : [];
		expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual(twice);
	});

	it('is documented, export by export', () => {
		const undocumented = api.exports.filter((entry) => kindOf(entry.target) !== 'other' && !api.isDocumented(entry));
		expect(undocumented.map(({ door, name }) => `${name} of ${door.name}`)).toEqual([]);
	});

	it('names no type that is not exported', () => {
		const exported = new Set(api.exports.map(({ target }) => target));
		const named = api.exports.flatMap((entry) => api.listNamedTypes(entry).map((type) => ({ entry, type })));
		const missing = named.filter(({ type }) => !exported.has(type));
		const unknown = missing.filter(({ type }) => !INTERNAL.includes(type.name));
		expect(unknown.map(({ entry, type }) => `${entry.name} of ${entry.door.name} uses ${type.name}`)).toEqual([]);
		expect(INTERNAL.filter((name) => !missing.some(({ type }) => type.name === name))).toEqual([]);
	});
});
