/** The value of the field `format` in every JSON recording. */
export const JSON_FORMAT = 'handreel-recording';
/** The version of the JSON structure. */
export const JSON_FORMAT_VERSION = 1;
