/** The link and its embed code, with copy buttons. */
import { Button, Textarea, TextInput } from "@mantine/core";
import { IconCode, IconCopy } from "@tabler/icons-react";
import type { FocusEvent } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "./copy-text.ts";
import { embedCodeOf } from "./embed-code.ts";
import styles from "./Share.module.css";

interface LinkTextsProps {
  readonly url: string;
  /** Title of the item; null: the link hides it. */
  readonly title: string | null;
}

const selectAll = (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => event.currentTarget.select();

export function LinkTexts({ url, title }: LinkTextsProps) {
  const { t } = useTranslation();
  const code = embedCodeOf(url, title);
  return (
    <>
      <div className={styles.copied}>
        <TextInput label={t("share.link")} value={url} readOnly onFocus={selectAll} />
        <Button
          data-autofocus
          leftSection={<IconCopy size={18} stroke={1.5} aria-hidden />}
          onClick={() => copyText(url, t("share.copied"))}
        >
          {t("share.copyLink")}
        </Button>
      </div>
      <div className={styles.copied}>
        <Textarea
          label={t("share.embed")}
          description={t("share.embedHint")}
          value={code}
          readOnly
          rows={4}
          onFocus={selectAll}
        />
        <Button
          variant="default"
          leftSection={<IconCode size={18} stroke={1.5} aria-hidden />}
          onClick={() => copyText(code, t("share.codeCopied"))}
        >
          {t("share.copyEmbed")}
        </Button>
      </div>
    </>
  );
}
