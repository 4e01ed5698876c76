/** Shown in a frame of another site instead of the sign-in page, which cannot be framed: where to sign in again. */
import { Button } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";

interface SignedOutInFrameProps {
  /** Path of the requested page; undefined: unknown. */
  readonly next: string | undefined;
}

export function SignedOutInFrame({ next }: SignedOutInFrameProps) {
  const { t } = useTranslation();
  usePagePlace({ title: t("session.signedOut") });
  return (
    <StateMessage icon={IconLogout} title={t("session.signedOut")} text={t("session.signedOutText")} isAlert>
      {next !== undefined && (
        <Button component="a" href={next} variant="default">
          {t("ui.tryAgain")}
        </Button>
      )}
    </StateMessage>
  );
}
