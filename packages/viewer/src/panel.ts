/** Elements of the viewer's panels. */

export function createPart<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[Tag] {
  const part = document.createElement(tag);
  part.className = className;
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
  return part;
}

export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
