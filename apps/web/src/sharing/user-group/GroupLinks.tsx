/** The content that a user group gives access to, and what adds people to it, each with a link. */
import { Button, Group, Text } from "@mantine/core";
import type { Assignment } from "@parfocal/core/assignment/assignment.contract.ts";
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { IconTicket } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { useGroupEntries, useUnassign } from "./manage-groups.api.ts";
import styles from "./UserGroup.module.css";
import { WhyButton } from "./WhyDialog.tsx";

export function GroupPlaces({ group }: { readonly group: Assignment }) {
  const { t } = useTranslation();
  const unassign = useUnassign(group.id);
  const [unconfirmedId, setUnconfirmedId] = useState<number | null>(null);
  return (
    <section className={styles.members} aria-label={t("userGroup.opens")}>
      <div>
        <Text fw={600}>{t("userGroup.opens")}</Text>
        <Text size="sm" c="dimmed">
          {t("userGroup.opensHint")}
        </Text>
      </div>
      {group.resources.length === 0 && <Text size="sm">{t("userGroup.opensNothing")}</Text>}
      <ul className={styles.people}>
        {group.resources.map((place) => (
          <ItemRow key={place.id} item={place}>
            {group.userCanEdit && unconfirmedId !== place.id && (
              <Button
                size="xs"
                variant="default"
                aria-label={t("userGroup.takeOutNamed", { name: place.title })}
                onClick={() => setUnconfirmedId(place.id)}
              >
                {t("userGroup.takeOut")}
              </Button>
            )}
            {unconfirmedId === place.id && (
              <div role="alert" className={styles.askHere}>
                <Text size="sm">{t("userGroup.removeAsk", { title: group.title })}</Text>
                <Group gap="xs" mt="xs">
                  <Button variant="default" autoFocus onClick={() => setUnconfirmedId(null)}>
                    {t("userGroup.cancel")}
                  </Button>
                  <Button
                    color="red"
                    loading={unassign.isPending}
                    onClick={() => unassign.mutate(place.id, { onSettled: () => setUnconfirmedId(null) })}
                  >
                    {t("userGroup.remove")}
                  </Button>
                </Group>
              </div>
            )}
          </ItemRow>
        ))}
      </ul>
      {group.resourceCount > group.resources.length && (
        <Text size="sm" c="dimmed">
          {t("userGroup.opensMore", { count: group.resources.length, all: group.resourceCount })}
        </Text>
      )}
      {group.resources.length > 0 && (
        <div>
          <WhyButton places={group.resources} />
        </div>
      )}
    </section>
  );
}

export function GroupEntries({ groupId }: { readonly groupId: number }) {
  const { t } = useTranslation();
  const { site, can } = useSession();
  const { data, isError, refetch } = useGroupEntries(groupId);
  const voucherCount = data?.voucherCount ?? 0;
  return (
    <section className={styles.members} aria-label={t("userGroup.entries")}>
      <div>
        <Text fw={600}>{t("userGroup.entries")}</Text>
        <Text size="sm" c="dimmed">
          {t("userGroup.entriesHint")}
        </Text>
      </div>
      {isError && (
        <Button variant="default" onClick={() => void refetch()}>
          {t("userGroup.tryAgain")}
        </Button>
      )}
      {data?.items.length === 0 && voucherCount === 0 && <Text size="sm">{t("userGroup.entriesNone")}</Text>}
      <ul className={styles.people}>
        {data?.items.map((item) => (
          <ItemRow key={item.id} item={item} />
        ))}
        {voucherCount > 0 && (
          <li className={styles.place}>
            <IconTicket size={20} stroke={1.5} aria-hidden />
            <span className={styles.name}>{t("userGroup.vouchers", { count: voucherCount })}</span>
            {can("managePeople") && (
              <ButtonLink
                to="/$site/manage/$section"
                params={{ site: `s${site.id}`, section: "codes" }}
                search={{ tab: "vouchers", group: groupId }}
                size="xs"
                variant="default"
              >
                {t("userGroup.showVouchers")}
              </ButtonLink>
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

function ItemRow({ item: { id, type, title }, children }: { readonly item: Crumb; readonly children?: ReactNode }) {
  const { site } = useSession();
  const Icon = ITEM_ICONS[type];
  return (
    <li className={styles.place}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <Link to="/$site/manage" params={{ site: `s${site.id}` }} search={{ item: id }} className={styles.name}>
        {title}
      </Link>
      {children}
    </li>
  );
}
