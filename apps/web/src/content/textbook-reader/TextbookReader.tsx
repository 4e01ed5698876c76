/** Shows the PDF of a textbook in the page. */
import { Button, Group, PasswordInput, Text } from "@mantine/core";
import { IconAlertTriangle, IconDownload, IconExternalLink, IconLock } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "#ui/quantity-text.ts";
import { BookWorkspace, type BookWorkspaceProps } from "./BookWorkspace.tsx";
import type { BookFailure, OpenBook } from "./book.ts";
import { openPdf } from "./pdf-book.ts";
import styles from "./Reader.module.css";
import { useOpenBook } from "./useOpenBook.ts";

interface TextbookReaderProps extends Omit<BookWorkspaceProps, "book"> {
  /** Replaceable for tests. */
  readonly openBook?: OpenBook;
}

export function TextbookReader({ openBook = openPdf, ...props }: TextbookReaderProps) {
  const { t, i18n } = useTranslation();
  const { state, retry } = useOpenBook(props.documentUrl, openBook);
  if (state.name === "open") return <BookWorkspace {...props} book={state.book} />;
  return (
    <section className={styles.reader} aria-label={t("textbookReader.reader")} aria-busy={state.name === "opening"}>
      <div className={styles.state}>
        {state.name === "opening" && (
          <p role="status">
            {state.totalBytes === null
              ? t("textbookReader.opening")
              : t("textbookReader.openingBytes", {
                  loaded: formatBytes(state.loadedBytes, i18n.language),
                  total: formatBytes(state.totalBytes, i18n.language),
                })}
          </p>
        )}
        {state.name === "password" && <PasswordForm wasWrong={state.wasWrong} onAnswer={state.answer} />}
        {state.name === "failed" && (
          <Failure reason={state.reason} url={props.documentUrl} filename={props.filename} onRetry={retry} />
        )}
      </div>
    </section>
  );
}

interface PasswordFormProps {
  readonly wasWrong: boolean;
  readonly onAnswer: (password: string) => void;
}

function PasswordForm({ wasWrong, onAnswer }: PasswordFormProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== "") onAnswer(password);
  };
  return (
    <form className={styles.password} onSubmit={handleSubmit}>
      <IconLock size={32} stroke={1.5} aria-hidden />
      <PasswordInput
        label={t("textbookReader.password")}
        description={t("textbookReader.passwordHint")}
        error={wasWrong && t("textbookReader.passwordWrong")}
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit" disabled={password === ""}>
        {t("textbookReader.openBook")}
      </Button>
    </form>
  );
}

interface FailureProps {
  readonly reason: BookFailure;
  readonly url: string;
  readonly filename: string;
  readonly onRetry: () => void;
}

function Failure({ reason, url, filename, onRetry }: FailureProps) {
  const { t } = useTranslation();
  return (
    <>
      <IconAlertTriangle size={32} stroke={1.5} aria-hidden />
      <Text role="alert">{t(`textbookReader.failed_${reason}`)}</Text>
      {reason === "damaged" ? (
        <Group justify="center">
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink size={18} stroke={1.5} aria-hidden />}
          >
            {t("textbookReader.openDocument")}
          </Button>
          <Button
            component="a"
            href={url}
            download={filename}
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          >
            {t("textbookReader.saveDocument")}
          </Button>
        </Group>
      ) : (
        <Button onClick={onRetry}>{t("ui.tryAgain")}</Button>
      )}
    </>
  );
}
