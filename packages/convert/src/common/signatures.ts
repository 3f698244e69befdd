/** The value of the field `format` in every JSON recording. */
export const JSON_FORMAT = 'handreel-recording';
/** The column with the times of a table, in seconds. Every table has it. */
export const TIME_COLUMN = 'time_s';
/** The first four bytes of a GLB file, `glTF`, as a little-endian word. */
export const GLB_MAGIC = 0x4654_6c67;

/** The layouts of a .handsbin file: version 1 (XR Hands 1.7) and version 2 (XR Hands 1.8 and later). */
export const HANDSBIN_LAYOUTS = ['handsbin-1', 'handsbin-2'] as const;
/** The name of a layout of a .handsbin file. */
export type HandsbinLayoutName = (typeof HANDSBIN_LAYOUTS)[number];
