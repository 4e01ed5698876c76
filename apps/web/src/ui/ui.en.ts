/** English texts of parts that every slice uses. */
export const uiEn = {
  cancel: "Cancel",
  close: "Close",
  tryAgain: "Try again",
  undo: "Undo",
  noResults: "No results",
  titleMissing: "Enter a title.",
  optional: "Optional",
  thumbnailHint: "Shown in lists. If empty, an icon is shown.",
  loading: "Loading",
  notFoundTitle: "Page not found",
  notFoundText: "The address may be wrong, or the page may have been removed.",
  notAllowedTitle: "You do not have access",
  notAllowedText: "Your account cannot open this page. If you think it should, ask your teacher.",
  failedTitle: "This page could not be loaded",
  toCourses: "Go to courses",
  signInWithOther: "Use another account",
} as const;
