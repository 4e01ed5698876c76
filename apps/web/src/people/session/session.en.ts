/** English texts of signing in. */
export const sessionEn = {
  pageTitle: "Sign in",
  welcome: "Look closer.",
  tagline: "Slides at every magnification, sharp all the way down.",
  login: "Email or user name",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  capsLock: "Caps Lock is on",
  signIn: "Sign in",
  failed: "Sign-in failed. Check the login and the password and try again.",
  wait: "Too many attempts. Please wait 15 minutes and try again.",
  waitUnknownDevice:
    "Too many attempts for this account. Wait an hour, or sign in on a device where you have signed in before.",
  loginMissing: "Enter your email or user name",
  passwordMissing: "Enter your password",
  expiredTitle: "Please sign in again",
  expiredText: "Your session has ended. Everything on this page is still here.",
  leave: "Leave this page",
} as const;
