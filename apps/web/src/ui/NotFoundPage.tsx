/** For an unknown URL, or an item that does not exist. */

import { IconZoomQuestion } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "./ButtonLink.tsx";
import { usePagePlace } from "./page-place.ts";
import { StateMessage } from "./StateMessage.tsx";

export function NotFoundPage() {
  const { t } = useTranslation();
  usePagePlace({ title: t("ui.notFoundTitle") });
  return (
    <StateMessage icon={IconZoomQuestion} title={t("ui.notFoundTitle")} text={t("ui.notFoundText")}>
      <ButtonLink to="/">{t("ui.toCourses")}</ButtonLink>
    </StateMessage>
  );
}
