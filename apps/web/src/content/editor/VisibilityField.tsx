/** The visibility switch at the top of every editor. A hidden course is a draft that can be published. */
import { Badge, Button, Switch } from "@mantine/core";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { IconEyeOff } from "@tabler/icons-react";
import { use } from "react";
import { useTranslation } from "react-i18next";
import styles from "./EditorFrame.module.css";
import { VisibilityContext } from "./visibility.ts";

export function VisibilityField({ kind }: { readonly kind: ItemKind }) {
  const { t } = useTranslation();
  const visibility = use(VisibilityContext);
  if (!visibility) return null;
  const { isVisible, isHiddenAbove, change } = visibility;
  const isDraft = kind === "course" && !isVisible;
  return (
    <div className={styles.visibility}>
      <Switch
        label={t("editor.visible")}
        description={isHiddenAbove && t("editor.hiddenAbove")}
        checked={isVisible}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {isDraft && (
        <>
          <Badge variant="default" leftSection={<IconEyeOff size={14} stroke={1.5} aria-hidden />}>
            {t("editor.draft")}
          </Badge>
          <Button size="compact-md" onClick={() => change(true)}>
            {t("editor.publish")}
          </Button>
        </>
      )}
    </div>
  );
}
