const UNUSED = '\0unused';

/** Formats load code for reading and for writing. Scripts that only read leave the latter out. */
export const withoutWriting = {
	name: 'without-writing',
	/** @param {unknown} id */
	resolveDynamicImport: (id) => (/\/(encode|recover)-[^/]+$/.test(String(id)) ? UNUSED : null),
	/** @param {string} id */
	load: (id) => (id === UNUSED ? 'export {};' : null),
};
