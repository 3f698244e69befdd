import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { shareBrowser } from '../../../../scripts/test-browser.ts';

/**
 * Returns the brightness of each frame of a video, in the order of its packets. Seeking in a player would be slower, and a
 * player may still show the previous frame when it reports that it has found the next. `url` is any page in a secure context:
 * only those have decoders.
 */
export async function readLevels(track: InputVideoTrack, url: string): Promise<number[]> {
	const packets: string[] = [];
	for await (const { data } of new EncodedPacketSink(track).packets())
		packets.push(Buffer.from(data).toString('base64'));
	const { codec = '' } = (await track.getDecoderConfig()) ?? {};
	const page = await (await shareBrowser()).newPage();
	try {
		await page.goto(url);
		return await page.evaluate(
			async (options) => {
				const context = new OffscreenCanvas(1, 1).getContext('2d');
				const levels: number[] = [];
				const decoder = new VideoDecoder({
					output(frame) {
						context?.drawImage(frame, 0, 0, 1, 1);
						levels.push(context?.getImageData(0, 0, 1, 1).data[0] ?? 0);
						frame.close();
					},
					// A failed decoder also rejects `flush`.
					error() {},
				});
				decoder.configure({ codec: options.codec });
				options.packets.forEach((packet, i) => {
					const data = Uint8Array.from(atob(packet), (character) => character.charCodeAt(0));
					decoder.decode(new EncodedVideoChunk({ type: i === 0 ? 'key' : 'delta', timestamp: i, data }));
				});
				await decoder.flush();
				return levels;
			},
			{ codec, packets },
		);
	} finally {
		await page.close();
	}
}
