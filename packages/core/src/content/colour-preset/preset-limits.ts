/** What a slide's colour presets may be; apart from the contract, which the browser does not load. */

export const PRESET_NAME_MAX_CHARACTERS = 80;
/** Presets of one slide: as many as can be looked through. */
export const PRESETS_MAX = 20;
