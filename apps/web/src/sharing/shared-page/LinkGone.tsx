import { IconLinkOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";

/** The same page for links that are unknown, inactive, deleted or expired, so that they cannot be distinguished. */
export function LinkGone({ isEmbedded }: { readonly isEmbedded: boolean }) {
  const { t } = useTranslation();
  usePagePlace({ title: t("sharedPage.goneTitle") });
  return (
    <StateMessage icon={IconLinkOff} title={t("sharedPage.goneTitle")} text={t("sharedPage.goneText")}>
      {!isEmbedded && (
        <ButtonLink to="/" variant="default">
          {t("sharedPage.toStart")}
        </ButtonLink>
      )}
    </StateMessage>
  );
}
