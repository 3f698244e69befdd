import { type GifStart, GifWriter } from './gif-writer.ts';

/** A message to the worker. Every message gets an answer. */
export type GifRequest =
	| { readonly kind: 'start'; readonly start: GifStart }
	| { readonly kind: 'frame'; readonly pixels: Uint8ClampedArray; readonly delay: number }
	| { readonly kind: 'finish' };

/** The answer of the worker: an error, or the file when it is finished. */
export interface GifAnswer {
	readonly error?: string;
	readonly file?: Uint8Array<ArrayBuffer>;
}

const scope = globalThis as unknown as {
	onmessage: ((event: MessageEvent<GifRequest>) => void) | null;
	postMessage(answer: GifAnswer, transfer?: Transferable[]): void;
};

let writer: GifWriter | null = null;

scope.onmessage = ({ data }) => {
	try {
		if (data.kind === 'start') writer = new GifWriter(data.start);
		else if (data.kind === 'frame') writer?.add(data.pixels, data.delay);
		else {
			const file = writer?.finish() ?? new Uint8Array();
			scope.postMessage({ file }, [file.buffer]);
			return;
		}
		scope.postMessage({});
	} catch (error) {
		scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
	}
};
