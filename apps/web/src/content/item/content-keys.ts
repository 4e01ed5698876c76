/**
 * Query keys of the content tree. One change invalidates the whole tree, because a thumbnail or a count may be shown in
 * any parent.
 */
export const contentKeys = {
  all: ["content"] as const,
  overview: ["content", "overview"] as const,
  courses: ["content", "courses"] as const,
  course: (id: number) => ["content", "course", id] as const,
  folder: (id: number) => ["content", "folder", id] as const,
};
