/**
 * Titles of the attachments created when documents are assigned. The dialog asks for a text (`filename`) and whether it
 * is a prefix of the documents' own titles (`usePrefix`). The specification names both fields but no rule; the rule is
 * this project's.
 */

/**
 * - Text with prefix: "{text} {own title}" for each.
 * - Text without prefix replaces the titles: the text alone for one document, "{text} 1", "{text} 2" … for several.
 * - No text: their own titles.
 *
 * @param titles of the documents, in order.
 * @param maxCharacters of one title; longer ones are cut.
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
