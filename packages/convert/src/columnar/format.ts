// Numbers of the Parquet format, as its Thrift definition has them.

/** `PAR1`, the first and the last four bytes of a file, as a little-endian word. */
export const PARQUET_MAGIC = 0x3152_4150;

/** How a value is stored. */
export const TYPES = { boolean: 0, int32: 1, int64: 2, float: 4, double: 5, bytes: 6 } as const;

/** The name of a storage type. */
export type TypeName = keyof typeof TYPES;

/** How often a field occurs. */
export const REPETITIONS = { required: 0, optional: 1, repeated: 2 } as const;

/** How the values of a page are laid out. */
export const ENCODINGS = { plain: 0, plainDictionary: 2, rle: 3, rleDictionary: 8, byteStreamSplit: 9 } as const;

/** How pages are compressed. */
export const CODECS = { none: 0, snappy: 1, gzip: 2, brotli: 4, lz4: 5, zstd: 6, lz4Raw: 7 } as const;

/** The kinds of pages. */
export const PAGES = { data: 0, dictionary: 2, dataV2: 3 } as const;

/** The numbers of bytes of values with a fixed size. */
export const SIZES: Readonly<Record<'int32' | 'int64' | 'float' | 'double', number>> = {
	int32: 4,
	int64: 8,
	float: 4,
	double: 8,
};
