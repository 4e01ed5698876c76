/** English texts of the command palette. */
export const paletteEn = {
  title: "Go to or run",
  placeholder: "Course, slide, page or tool",
  placeholderPeople: "Course, slide, person, page or tool",
  list: "Commands and places",
  tools: "Tools on this page",
  pages: "Pages",
  content: "Content",
  people: "People",
  nothing: "Nothing found for “{{query}}”.",
  failed: "The search failed. Pages and tools can still be chosen.",
  waiting: "Searching…",
  found_one: "{{count}} entry",
  found_other: "{{count}} entries",
  keysHint: "↑ ↓ to choose, Enter to open, Esc to close",
} as const;
