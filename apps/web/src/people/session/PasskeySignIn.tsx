import { Button } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { beginPasskeySignIn, signInWithPasskey } from "@parfocal/core/passkey/passkey.contract.ts";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { useSession } from "#platform/session.tsx";
import { canUsePasskeys, NoPasskey, signOnDevice } from "./device-passkey.ts";

interface PasskeySignInProps {
  readonly staysSignedIn: boolean;
  readonly onSignedIn: (() => void) | undefined;
  /** Null: none. */
  readonly onFailure: (text: string | null) => void;
}

/** Renders nothing in browsers without passkeys. */
export function PasskeySignIn({ staysSignedIn, onSignedIn, onFailure }: PasskeySignInProps) {
  const { t } = useTranslation();
  const { acceptSession } = useSession();
  const [isBusy, setBusy] = useState(false);
  if (!canUsePasskeys()) return null;

  async function handleClick() {
    onFailure(null);
    setBusy(true);
    try {
      const credential = await signOnDevice(await call(beginPasskeySignIn, {}));
      await acceptSession(await call(signInWithPasskey, { body: { credential, staySignedIn: staysSignedIn } }));
      onSignedIn?.();
    } catch (error) {
      if (error instanceof NoPasskey) onFailure(t("session.passkeyCancelled"));
      else if (!(error instanceof AppError)) onFailure(t("platform.failed"));
      else onFailure(error.codes.includes("passkeyRefused") ? t("session.passkeyRefused") : error.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={isBusy}
      leftSection={<IconKey size={20} stroke={1.5} aria-hidden />}
      onClick={() => void handleClick()}
    >
      {t("session.withPasskey")}
    </Button>
  );
}
