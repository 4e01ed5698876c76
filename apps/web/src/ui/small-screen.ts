/** Source: spec part 1, section 9: small screens are 992 px or narrower. */
export const SMALL_SCREEN_QUERY = "(max-width: 992px)";
