/** The column with the name of the recording. */
export const RECORDING_COLUMN = 'recording';
/** The column with the time in seconds. */
export const TIME_COLUMN = 'time';
