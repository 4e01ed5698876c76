/** A field for formatted text; the editor itself is fetched when one is first shown. */
import { Input, Skeleton } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import { laterPart } from "#ui/later-part.ts";
import { DEFAULT_ROWS } from "./rich-text-rows.ts";

export interface RichTextFieldProps {
  readonly label: string;
  /** HTML of the editor's features; empty: nothing. */
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  /** Lines of empty space to write in. */
  readonly minRows?: number;
}

const ROW_PX = 24;
const TOOLBAR_PX = 96;

const Editor = laterPart(
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
