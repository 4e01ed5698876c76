/** English texts of signing in. */
export const sessionEn = {
  pageTitle: "Sign in",
  welcome: "Look closer.",
  tagline: "Slides at every magnification, sharp all the way down.",
  login: "Email or username",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  capsLock: "Caps Lock is on",
  signIn: "Sign in",
  failed: "Sign-in failed. Check your username and password, then try again.",
  wait: "Too many attempts. Try again in 15 minutes.",
  waitUnknownDevice:
    "Too many attempts for this account. Wait an hour, or sign in on a device where you have signed in before.",
  loginMissing: "Enter your email or username.",
  passwordMissing: "Enter your password.",
  expiredTitle: "Sign in again",
  expiredText: "Your session has expired. Your work on this page is kept.",
  leave: "Leave this page",
} as const;
