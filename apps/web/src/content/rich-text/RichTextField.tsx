/** Field for rich text. The editor is loaded when a field is first shown. */
import { Input, Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import type { RichTextFieldProps } from "./RichTextFieldEditor.tsx";
import { DEFAULT_ROWS } from "./rich-text-rows.ts";

const ROW_PX = 24;
const TOOLBAR_PX = 96;

const Editor = lazyPartWithTexts(
  () => import("./RichTextFieldEditor.tsx"),
  (part) => part.RichTextFieldEditor,
);

export function RichTextField(props: RichTextFieldProps) {
  const height = (props.minRows ?? DEFAULT_ROWS) * ROW_PX + TOOLBAR_PX;
  return (
    <Suspense
      fallback={
        <Input.Wrapper label={props.label} description={props.description}>
          <Skeleton height={height} />
        </Input.Wrapper>
      }
    >
      <Editor {...props} />
    </Suspense>
  );
}
