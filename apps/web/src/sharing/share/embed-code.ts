/** Code that embeds a share link in another page. */

const WIDTH_PX = 960;
const HEIGHT_PX = 640;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replace(/[&"<>]/g, (sign) => ESCAPES[sign] ?? sign);

/** @param title title of the item, for people who cannot see the frame; null: slide information is hidden. */
export function embedCodeOf(url: string, title: string | null): string {
  const named = title === null ? "" : ` title="${escaped(title)}"`;
  return `<iframe src="${escaped(url)}?embed=1" width="${WIDTH_PX}" height="${HEIGHT_PX}"${named} allowfullscreen></iframe>`;
}
