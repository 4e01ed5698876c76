/** Bounds of what is kept of slides on other servers; apart from what works with it, so that a contract costs a page little. */

export const EXTERNAL_SIDE_MAX_PX = 2 ** 20;
export const EXTERNAL_TILE_MAX_PX = 8192;
export const EXTERNAL_LEVELS_MAX = 32;

/** What tiles may be encoded as: also the ending of their names. */
export const EXTERNAL_TILE_FORMATS = ["jpg", "jpeg", "png", "webp"] as const;
export type ExternalTileFormat = (typeof EXTERNAL_TILE_FORMATS)[number];

export const TILE_SOURCE_URL_MAX_CHARACTERS = 2048;
/** That a site may allow. */
export const TILE_SOURCE_HOSTS_MAX = 50;
