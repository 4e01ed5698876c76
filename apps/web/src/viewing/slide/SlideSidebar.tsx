import { type ComponentProps, Suspense, useRef } from "react";
import { SheetHandle } from "#ui/SheetHandle.tsx";
import { useSheetHeight } from "#ui/sheet-height.ts";
import { AnnotationSidebar } from "./lazy-parts.ts";
import classes from "./SlideWorkspace.module.css";

interface SlideSidebarProps extends ComponentProps<typeof AnnotationSidebar> {
  readonly isSmall: boolean;
}

/** Annotations and notes: beside the slide; on small screens in a sheet below it. */
export function SlideSidebar({ isSmall, ...annotations }: SlideSidebarProps) {
  const [height, setHeight] = useSheetHeight();
  const sheet = useRef<HTMLElement>(null);
  return (
    <aside ref={sheet} className={classes.sidebar} data-height={height}>
      {isSmall && <SheetHandle height={height} onChange={setHeight} sheet={sheet} />}
      <Suspense fallback={null}>{annotations.viewer && <AnnotationSidebar {...annotations} />}</Suspense>
    </aside>
  );
}
