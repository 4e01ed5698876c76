/** A page or an embedded site in a shared folder. */
import { Text } from "@mantine/core";
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import type { SharedPlace } from "@parfocal/core/share/share-path.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmbeddedSite, OpenElsewhere } from "#embed/EmbedPage.tsx";
import { useEmbed } from "#embed/embed.api.ts";
import { usePage } from "#page/page.api.ts";
import { useSharedLink } from "#platform/shared-link.ts";
import { RichText } from "#rich-text/RichText.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { SharedFailure } from "./SharedFailure.tsx";
import type { SharedItemProps } from "./shared-item.ts";
import { crumbsBelow } from "./shared-place.ts";

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

function NotYet({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const isEmbedded = useSharedLink()?.isEmbedded ?? false;
  return error ? <SharedFailure error={error} isEmbedded={isEmbedded} onRetry={onRetry} /> : <PageSkeleton />;
}

interface TextFrameProps {
  readonly place: SharedPlace;
  readonly content: { readonly title: string; readonly path: readonly Crumb[] };
  readonly text: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

function TextFrame({ place, content: { title, path }, text, actions, children }: TextFrameProps) {
  const { t } = useTranslation();
  usePagePlace({ title, crumbs: crumbsBelow(t, place, path) });
  return (
    <article>
      <PageHeading title={title} text={text}>
        {actions}
      </PageHeading>
      {children}
    </article>
  );
}
