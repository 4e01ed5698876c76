/** Storage key of a user's counts of a slide. */
export const countsKey = (siteId: number, userId: number, imageId: number): string =>
  `parfocal-counts-${siteId}-${userId}-${imageId}`;
