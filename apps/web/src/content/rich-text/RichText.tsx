import { useMemo } from "react";
import { cleanRichText } from "./clean-rich-text.ts";
import classes from "./RichText.module.css";

/** A rich text, as written in the site's editor. */
export function RichText({ text }: { readonly text: string }) {
  const markup = useMemo(() => ({ __html: cleanRichText(text) }), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the allowlist, on the server and here
  return <div className={classes.text} data-rich-text="" dangerouslySetInnerHTML={markup} />;
}
