/** URL that page views are sent to. */

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/**
 * Only letters, digits, hyphens and dots before the path, because the origin is written into the content security
 * policy.
 */
const TRACKING_ADDRESS = new RegExp(
  `^(https://(?:${LABEL}\\.){1,10}${LABEL}(?::[1-9]\\d{0,4})?)(?:[/?][^\\s#\\\\"'<>\`]*)?$`,
);

export const isTrackingAddress = (address: string): boolean => TRACKING_ADDRESS.test(address);

/** Null: invalid. */
export const originOfTracking = (address: string): string | null => TRACKING_ADDRESS.exec(address)?.[1] ?? null;
