/** The value of the field `format` in every JSON recording. */
export const JSON_FORMAT = 'handreel-recording';
/** The column with the times of a table, in seconds. Every table has it. */
export const TIME_COLUMN = 'time_s';
/** The first four bytes of a GLB file, `glTF`, as a little-endian word. */
export const GLB_MAGIC = 0x4654_6c67;
