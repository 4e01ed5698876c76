/** Makes `t` know every key. */
import "i18next";
import type { english } from "./i18n.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof english };
  }
}
