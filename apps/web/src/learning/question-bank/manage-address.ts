/** URL at which an item of a quiz is edited. */
export const manageAddress = (siteId: number, itemId: number) => ({
  to: `/s${siteId}/manage`,
  search: { item: String(itemId) } as Readonly<Record<string, string>>,
});
