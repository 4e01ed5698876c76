import { Radio, Stack } from "@mantine/core";
import { CURSOR_STYLES, isCursorStyle } from "@parfocal/core/cursor/cursor-styles.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import { createCursor, type SlideCursor } from "./create-cursor.ts";
import { readCursorStyle, saveCursorStyle } from "./cursor-cookie.ts";

/** Cursor settings over the slide; they stay in effect while the panel is closed. */
export function CursorFeature({ viewer, isOpen, onClose }: SlideFeatureProps) {
  const { t } = useTranslation();
  const [style, setStyle] = useState(() => readCursorStyle(document.cookie));
  const [cursor, setCursor] = useState<SlideCursor | null>(null);
  useEffect(() => {
    const created = viewer.use(createCursor);
    setCursor(created);
    return () => created.destroy();
  }, [viewer]);
  useEffect(() => cursor?.show(style), [cursor, style]);
  if (!isOpen) return null;
  return (
    <SlidePanel title={t("cursor.title")} onClose={onClose}>
      <Radio.Group
        aria-label={t("cursor.title")}
        description={t("cursor.hint")}
        value={style}
        onChange={(next) => {
          if (!isCursorStyle(next)) return;
          setStyle(next);
          saveCursorStyle(next);
        }}
      >
        <Stack mt="md" gap="sm">
          {CURSOR_STYLES.map((name) => (
            <Radio key={name} value={name} label={t(`cursor.style_${name}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </SlidePanel>
  );
}
