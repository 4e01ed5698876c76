/** Limits of slides on other servers; in a file of their own to keep contracts small in the browser. */

export const EXTERNAL_SIDE_MAX_PX = 2 ** 20;
export const EXTERNAL_TILE_MAX_PX = 8192;
export const EXTERNAL_LEVELS_MAX = 32;

/** Formats of tiles; also their file extensions. */
export const EXTERNAL_TILE_FORMATS = ["jpg", "jpeg", "png", "webp"] as const;
export type ExternalTileFormat = (typeof EXTERNAL_TILE_FORMATS)[number];

export const TILE_SOURCE_URL_MAX_CHARACTERS = 2048;
/** Hosts that a site may allow. */
export const TILE_SOURCE_HOSTS_MAX = 50;
