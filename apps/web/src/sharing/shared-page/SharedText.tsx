/** A page or an embedded site in a shared folder. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { EmbeddedSite, OpenElsewhere } from "#embed/EmbedPage.tsx";
import { useEmbed } from "#embed/embed.api.ts";
import { usePage } from "#page/page.api.ts";
import { RichText } from "#rich-text/RichText.tsx";
import { NotYet } from "./NotYet.tsx";
import type { SharedItemProps } from "./shared-item.ts";
import { TextFrame } from "./TextFrame.tsx";

export function SharedText({ kind, ...props }: SharedItemProps & { readonly kind: "page" | "embed" }) {
  return kind === "page" ? <SharedStaticPage {...props} /> : <SharedEmbed {...props} />;
}

function SharedStaticPage({ place, id, parentId }: SharedItemProps) {
  const { t } = useTranslation();
  const { data: page, error, refetch } = usePage(id, parentId);
  if (!page) return <NotYet error={error} onRetry={() => void refetch()} />;
  return (
    <TextFrame place={place} content={page} text={page.subtitle}>
      {page.content === "" ? <Text c="dimmed">{t("page.empty")}</Text> : <RichText text={page.content} />}
    </TextFrame>
  );
}

function SharedEmbed({ place, id, parentId }: SharedItemProps) {
  const { data: embed, error, refetch } = useEmbed(id, parentId);
  if (!embed) return <NotYet error={error} onRetry={() => void refetch()} />;
  return (
    <TextFrame
      place={place}
      content={embed}
      text={embed.description || embed.subtitle}
      actions={<OpenElsewhere url={embed.url} />}
    >
      <EmbeddedSite embed={embed} />
    </TextFrame>
  );
}
