/** English texts of parts that every slice uses. */
export const uiEn = {
  cancel: "Cancel",
  close: "Close",
  tryAgain: "Try again",
  loading: "Loading",
  notFoundTitle: "There is nothing here",
  notFoundText: "The address may be mistyped, or what was here has been removed.",
  notAllowedTitle: "You may not see this",
  notAllowedText: "It is not open to your account. Ask your teacher if you think it should be.",
  failedTitle: "This could not be loaded",
  toCourses: "To the courses",
  signInWithOther: "Sign in with another account",
} as const;
