export const workGroupKeys = {
  all: ["work-groups"] as const,
  own: ["work-groups", "own"] as const,
  page: (q: string, page: number) => ["work-groups", "page", q, page] as const,
  one: (id: number) => ["work-groups", "one", id] as const,
};
