/** Limits of a slide's colour presets; in a file of their own because the browser does not load the contract. */

export const PRESET_NAME_MAX_CHARACTERS = 80;
/** Presets of one slide; the list is shown without paging. */
export const PRESETS_MAX = 20;
