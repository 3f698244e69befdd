/** What messages call an object, or one of its instances. Objects without a name get the reference of snapshots. */
export function nameObject(path: string, name: string, id: number, instance: number): string {
	const own = name === '' ? `${path} [o${id}]` : path;
	return instance < 0 ? own : `instance ${instance} of ${own}`;
}
