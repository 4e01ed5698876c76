/** English texts of the home page for guests. */
export const landingEn = {
  signIn: "Sign in",
  text: "Sign in to see the courses.",
  textPublic: "Look at the public courses below, or sign in to see all of yours.",
  courses: "Public courses",
  qr: "QR code for {{address}}",
  qrText: "Open this site on another device",
} as const;
