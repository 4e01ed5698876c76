/** German texts of the home page for guests. */
import type { landingEn } from "./landing.en.ts";

export const landingDe: Record<keyof typeof landingEn, string> = {
  signIn: "Anmelden",
  text: "Melden Sie sich an, um die Kurse zu sehen.",
  textPublic: "Sehen Sie sich die öffentlichen Kurse an, oder melden Sie sich an, um alle Ihre Kurse zu sehen.",
  courses: "Öffentliche Kurse",
  qr: "QR-Code für {{address}}",
  qrText: "Diese Website auf einem anderen Gerät öffnen",
};
