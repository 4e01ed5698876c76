/** Share links as a list: the user's own, or, for administrators, those of all users. */
import { Anchor, Button, Group, Pagination, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ListedShare, SHARES_A_PAGE } from "@parfocal/core/share/share.contract.ts";
import { SHARE_TYPES } from "@parfocal/core/share/share-types.ts";
import { IconCopy, IconListSearch, IconPlugConnectedX, IconSearch, IconSettings, IconShare } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { openShareDialog } from "#ui/share-request.ts";
import { copyText } from "./copy-text.ts";
import { LinkState } from "./LinkState.tsx";
import { RevokeLink } from "./RevokeLink.tsx";
import styles from "./Share.module.css";
import { useShares } from "./share.api.ts";

const SEARCH_PAUSE_MS = 250;

export function SharesPanel({ scope }: { readonly scope: "mine" | "all" }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS);
  const { data, isError, refetch } = useShares({ scope, q, page });
  if (isError)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("share.loadFailed")}
        text={t("share.loadFailedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={() => void refetch()}>{t("ui.tryAgain")}</Button>
      </StateMessage>
    );
  if (!data) return <PageSkeleton />;
  const { shares, total } = data;
  const isSearching = q !== "";
  const emptyText = scope === "all" ? "share.emptyTextAll" : "share.emptyText";
  return (
    <section className={styles.screen} aria-label={t(scope === "all" ? "share.section" : "share.myLinks")}>
      <TextInput
        type="search"
        className={styles.search}
        label={t("share.search")}
        description={t(scope === "all" ? "share.searchHintAll" : "share.searchHint")}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPage(1);
        }}
      />
      <Text c="dimmed" role="status">
        {t("share.count", { count: total })}
      </Text>
      {shares.length === 0 ? (
        <StateMessage
          icon={isSearching ? IconListSearch : IconShare}
          title={t(isSearching ? "share.nothingTitle" : "share.emptyTitle")}
          text={t(isSearching ? "share.nothingText" : emptyText)}
          isWholePage={false}
        />
      ) : (
        <ul className={styles.list}>
          {shares.map((share) => (
            <ShareRow key={share.id} share={share} isOfAll={scope === "all"} />
          ))}
        </ul>
      )}
      {total > SHARES_A_PAGE && (
        <Pagination
          total={Math.ceil(total / SHARES_A_PAGE)}
          value={page}
          onChange={setPage}
          aria-label={t("share.pages")}
        />
      )}
    </section>
  );
}

function ShareRow({ share, isOfAll }: { readonly share: ListedShare; readonly isOfAll: boolean }) {
  const { t } = useTranslation();
  const { site, user } = useSession();
  const { id, shareType, item, url, creator } = share;
  const { title } = item;
  const Icon = ITEM_ICONS[SHARE_TYPES[shareType]];
  const path = item.path.length === 0 ? null : pathTo(site.id, stepsOf(item.path));
  const facts = [
    t(`share.kind_${shareType}`),
    path === null ? t("share.gone") : null,
    isOfAll ? t("share.createdBy", { name: creator.name }) : null,
  ];
  return (
    <li className={styles.share}>
      <Icon size={22} stroke={1.5} aria-hidden />
      <div className={styles.facts}>
        {path === null ? (
          <Text fw={550}>{title}</Text>
        ) : (
          <Anchor component={Link} to={path} fw={550}>
            {title}
          </Anchor>
        )}
        <LinkState share={share} facts={facts} />
      </div>
      <Group gap="xs">
        {url !== null && (
          <Button
            variant="default"
            leftSection={<IconCopy size={18} stroke={1.5} aria-hidden />}
            aria-label={t("share.copyNamed", { title })}
            onClick={() => copyText(url, t("share.copied"))}
          >
            {t("share.copyLink")}
          </Button>
        )}
        {creator.id === user?.id && (
          <Button
            variant="default"
            leftSection={<IconSettings size={18} stroke={1.5} aria-hidden />}
            aria-label={t("share.changeNamed", { title })}
            onClick={() => openShareDialog({ shareType, itemId: item.id, title, shareId: id })}
          >
            {t("share.change")}
          </Button>
        )}
        <RevokeLink share={share} />
      </Group>
    </li>
  );
}
