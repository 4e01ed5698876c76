/** The "Add" menu: it is loaded when the page has settled, or on first use. */
import { Button } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLaterPart } from "#ui/later-part.ts";
import { fetchWithTexts } from "#ui/lazy-part-with-texts.ts";
import type { AddMenuProps } from "./AddMenu.tsx";

const fetchAddMenu = () => fetchWithTexts(() => import("./AddMenu.tsx"));

export function LaterAddMenu(props: AddMenuProps) {
  const { t } = useTranslation();
  const { part, isRequested, buttonProps } = useLaterPart(fetchAddMenu);
  if (part !== null) return <part.AddMenu {...props} isOpenAtFirst={isRequested} />;
  return (
    <Button
      variant={props.isPrimary ? "filled" : "default"}
      leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
      {...buttonProps}
    >
      {t("item.add")}
    </Button>
  );
}
