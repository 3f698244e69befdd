/** The ids of elements of a shared page. */
export const PLAYER = 'player-script';
export const RECORDING = 'recording';

/** What `fillPlayerPage` replaces. */
export const TITLE_MARK = '%TITLE%';
export const FILE_MARK = '%FILE%';
export const FACTS_MARK = '%FACTS%';
export const RECORDING_MARK = '%RECORDING%';

/** The name of the page without a recording, beside the built studio. */
export const PLAYER_PAGE = 'player-page.html';
