import { createChannel } from '@handreel/core/measure';
import { expandChannel } from '@handreel/plot';
import type { ChannelRequest, MadeChannels } from './protocol.ts';
import { loadStored } from './stored-recording.ts';

/** Computes the figures over time that texts match: expressions, patterns, functions alone, points and tracks. */
export async function makeChannels({ stored, texts }: ChannelRequest): Promise<MadeChannels> {
	const { recording } = await loadStored(stored);
	const made: MadeChannels = { channels: [], paths: [], failures: [] };
	for (const text of texts) {
		try {
			const { expressions, tracks } = expandChannel([recording], text);
			made.paths.push(...tracks.map((name) => `tracks.${name}.value`));
			const failures: string[] = [];
			for (const expression of expressions) {
				try {
					made.channels.push(createChannel(recording, expression));
				} catch (error) {
					// Other names of a pattern may have data.
					if (!(error instanceof RangeError)) throw error;
					failures.push(error.message);
				}
			}
			if (failures.length === expressions.length && failures[0] !== undefined) throw new RangeError(failures[0]);
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			made.failures.push({ text, message: message.replace(/^(channel|expression): /, '') });
		}
	}
	return made;
}
