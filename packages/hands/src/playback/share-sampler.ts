import type { Recording, SampleOptions, Sampler } from '@handreel/core';

type CreateSampler = (recording: Recording, options: SampleOptions) => Sampler;

interface SharedSampler {
	readonly create: CreateSampler;
	readonly key: string;
	/** It is freed with the last figure, even if the recording stays. */
	readonly sampler: WeakRef<Sampler>;
}

const shared = /* @__PURE__ */ new WeakMap<Recording, readonly SharedSampler[]>();

/**
 * Returns a function that compiles a recording once for all figures that sample it in the same way: compiled keys take more memory than
 * the recording. Results do not depend on the order of times; going from the time of one figure to that of another takes microseconds.
 */
export function shareSampler(create: CreateSampler): CreateSampler {
	return (recording, options) => {
		const key = [options.space, options.raw, options.defaultWrap].join();
		const entries = (shared.get(recording) ?? []).filter(({ sampler }) => sampler.deref() !== undefined);
		const found = entries.find((entry) => entry.key === key && entry.create === create)?.sampler.deref();
		if (found !== undefined) return found;
		const sampler = create(recording, options);
		shared.set(recording, [...entries, { create, key, sampler: new WeakRef(sampler) }]);
		return sampler;
	};
}
