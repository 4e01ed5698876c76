/** Declares all keys of `t`. */
import "i18next";
import type { english } from "./english.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof english };
  }
}
