import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./StainPanel.module.css";
import { stainNames } from "./stain-settings.ts";
import type { StainControl } from "./useStainLab.ts";

/** Instructions for picking on the slide, and why the last point was rejected. */
export function StainPicking({ control: { look, picking, pick, pickFailure } }: { readonly control: StainControl }) {
  const { t } = useTranslation();
  const names = stainNames(look);
  return (
    <div role="status">
      {picking !== null && (
        <p className={classes.picking}>
          {picking === "background"
            ? t("stain.pickingBackground")
            : t("stain.picking", { name: t(`stain.${names[picking]}`) })}
          <Button size="compact-sm" variant="default" onClick={() => pick(null)}>
            {t("stain.cancel")}
          </Button>
        </p>
      )}
      {pickFailure && <p className={classes.failure}>{t(`stain.${pickFailure}`)}</p>}
    </div>
  );
}
