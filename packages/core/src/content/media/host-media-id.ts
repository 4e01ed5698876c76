/** Identifies a file of a host site's media library: by the host's type and the file's number there. */

/** Such as `wordpress`. */
export const HOST_PROVIDER = /^[a-z][a-z0-9-]{0,39}$/;
export const HOST_MEDIA_ID = /^[1-9]\d{0,14}$/;
export const HOST_MEDIA_TOKEN_MAX_CHARACTERS = 4_096;
