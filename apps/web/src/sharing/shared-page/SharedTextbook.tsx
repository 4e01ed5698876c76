/** A textbook in a shared folder: its PDF to read, without marks, notes and bookmarks. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import pageStyles from "#item-page/ItemPageFrame.module.css";
import { useSession } from "#platform/session.tsx";
import { useSharedLink } from "#platform/shared-link.ts";
import { textbookDocumentUrl, useTextbook } from "#textbook/textbook.api.ts";
import { TextbookReader } from "#textbook-reader/TextbookReader.tsx";
import { NotYet } from "./NotYet.tsx";
import classes from "./SharedPage.module.css";
import type { SharedItemProps } from "./shared-item.ts";
import { TextFrame } from "./TextFrame.tsx";

export function SharedTextbook({ place, id, parentId }: SharedItemProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const link = useSharedLink();
  const { data: textbook, error, refetch } = useTextbook(id, parentId);
  if (!textbook) return <NotYet error={error} onRetry={() => void refetch()} />;
  const { title, subtitle, summary, diagnosis, attachmentId, attachmentFilename } = textbook;
  return (
    <TextFrame place={place} content={textbook} text={subtitle}>
      {attachmentId === null ? (
        <Text c="dimmed">{t("textbook.noDocument")}</Text>
      ) : (
        <div className={classes.book}>
          <TextbookReader
            title={title}
            documentUrl={textbookDocumentUrl(id, link)}
            filename={attachmentFilename}
            bookKey={`${site.id}-0-${id}`}
          />
        </div>
      )}
      {summary && <p className={pageStyles.text}>{summary}</p>}
      {diagnosis && (
        <>
          <h2 className={pageStyles.label}>{t("textbook.diagnosis")}</h2>
          <p className={pageStyles.text}>{diagnosis}</p>
        </>
      )}
    </TextFrame>
  );
}
