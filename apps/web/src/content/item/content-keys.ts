/** Under which keys the content tree is kept; one change makes the whole tree stale, since a picture or a count may show anywhere above. */
export const contentKeys = {
  all: ["content"] as const,
  overview: ["content", "overview"] as const,
  courses: ["content", "courses"] as const,
  course: (id: number) => ["content", "course", id] as const,
  folder: (id: number) => ["content", "folder", id] as const,
};
