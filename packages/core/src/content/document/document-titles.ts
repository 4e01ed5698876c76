/**
 * What attachments are called that documents become: the dialog asks for a text (`filename`) and whether to put it before
 * the documents' own names (`usePrefix`). The specification names both fields and no rule; this is ours.
 */

/**
 * - A text with prefix: "{text} {own title}" of each.
 * - A text without prefix stands for the names: of one document the text alone, of several "{text} 1", "{text} 2" …
 * - No text: their own titles.
 *
 * @param titles of the documents, in their order.
 * @param maxCharacters of one title; what is longer is cut.
 */
export function titlesOfAssigned(
  titles: readonly string[],
  { usePrefix, filename, maxCharacters }: { usePrefix: boolean; filename: string; maxCharacters: number },
): string[] {
  const text = filename.trim();
  const named = titles.map((title, index) => {
    if (text === "") return title;
    if (usePrefix) return `${text} ${title}`;
    return titles.length === 1 ? text : `${text} ${index + 1}`;
  });
  return named.map((title) => title.slice(0, maxCharacters).trim());
}
