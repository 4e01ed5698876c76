/** QR code and key for the app, the first code of the app, then the recovery codes. */
import { Alert, Button, Code, Group, Text, TextInput, Title } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { SECOND_FACTOR_CODE_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PrintOnly } from "#ui/PrintOnly.tsx";
import { QrCode } from "#ui/QrCode.tsx";
import forms from "#ui/StackedForm.module.css";
import { saveTextFile } from "#ui/save-file.ts";
import styles from "./SecondFactor.module.css";
import { useConfirmSecondFactor } from "./second-factor.api.ts";

interface ConfirmFormProps {
  readonly secret: string;
  readonly uri: string;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

export function ConfirmForm({ secret, uri, onCancel, onDone }: ConfirmFormProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const confirming = useConfirmSecondFactor();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (confirming.isPending) return;
    const isMissing = code.trim() === "";
    setError(isMissing ? t("secondFactor.codeMissing") : null);
    if (!isMissing) {
      try {
        await confirming.mutateAsync({ code: code.trim() });
        return;
      } catch (cause) {
        if (!(cause instanceof AppError)) setError(t("platform.failed"));
        else if (cause.codes.includes("secondFactorWrong")) setError(t("secondFactor.codeWrong"));
        else setError(cause.kind === "tooManyRequests" ? t("secondFactor.tooMany") : cause.message);
      }
    }
    field.current?.focus();
  }

  if (confirming.data) return <RecoveryCodes codes={confirming.data.recoveryCodes} onDone={onDone} />;
  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate className={forms.form}>
      <Text>{t("secondFactor.scanText")}</Text>
      <QrCode text={uri} label={t("secondFactor.qrLabel")} />
      <Text>
        {t("secondFactor.key")}: <Code className={styles.key}>{secret.match(/.{1,4}/g)?.join(" ")}</Code>
      </Text>
      <TextInput
        ref={field}
        label={t("secondFactor.code")}
        description={t("secondFactor.codeHint")}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={error}
        maxLength={SECOND_FACTOR_CODE_MAX_CHARACTERS}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      <Group gap="sm">
        <Button type="submit" loading={confirming.isPending}>
          {t("secondFactor.confirm")}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t("secondFactor.cancel")}
        </Button>
      </Group>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { site, user } = useSession();

  const handleDownload = () =>
    saveTextFile({ name: "recovery-codes.txt", text: `${codes.join("\n")}\n`, type: "text/plain" });
  const list = (
    <ul className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );

  return (
    <div className={forms.form}>
      <Alert color="teal" role="status">
        {t("secondFactor.isOn")}
      </Alert>
      <Title order={3}>{t("secondFactor.recoveryTitle")}</Title>
      <Text>{t("secondFactor.recoveryText")}</Text>
      {list}
      <PrintOnly>
        <Title order={1}>{t("secondFactor.printTitle", { site: site.title })}</Title>
        <Text>{user?.email}</Text>
        {list}
      </PrintOnly>
      <Group gap="sm">
        <Button variant="default" onClick={handleDownload}>
          {t("secondFactor.download")}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {t("secondFactor.print")}
        </Button>
        <Button onClick={onDone}>{t("secondFactor.stored")}</Button>
      </Group>
    </div>
  );
}
