/** A user sent by a learning platform chooses the content of an activity there (Deep Linking). */
import { Button, Select, Skeleton, Text, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { formatPublicPath } from "@parfocal/core/item/public-path.ts";
import { CHOSEN_KINDS, type ChosenKind } from "@parfocal/core/lti/chooser-path.ts";
import { IconAlertTriangle, IconClockX, IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { requestIdentity } from "#platform/request-identity.ts";
import { PageHeading } from "#ui/PageHeading.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { useIdInAddress } from "#ui/useIdInAddress.ts";
import styles from "./ChooseContent.module.css";
import { useChoice, useChoosable, useMakeChoice } from "./choice.api.ts";
import { CHOOSABLE_SHOWN, type ChoosableItem, matchingItems } from "./chosen-content.ts";

export function ChooseContentPage() {
  const { t } = useTranslation();
  const choiceId = useIdInAddress("choice");
  const choice = useChoice(choiceId);
  const isEnded = choiceId === null || (choice.error instanceof AppError && choice.error.kind !== "unavailable");
  if (isEnded) return <StateMessage icon={IconClockX} title={t("lti.choiceEnded")} text={t("lti.choiceEndedText")} />;
  if (choice.isError)
    return (
      <StateMessage icon={IconAlertTriangle} title={t("lti.choiceFailed")} text={t("lti.choiceFailedText")} isAlert>
        <Button onClick={() => void choice.refetch()}>{t("ui.tryAgain")}</Button>
      </StateMessage>
    );
  if (!choice.data) return <Skeleton height={240} />;
  return <Chooser choiceId={choiceId} platform={choice.data.platform} />;
}

function Chooser({ choiceId, platform }: { readonly choiceId: number; readonly platform: string }) {
  const { t } = useTranslation();
  const { data: items, isError, refetch } = useChoosable();
  const [q, setQ] = useState("");
  const [kind, setKind] = useState<ChosenKind | null>(null);
  const making = useMakeChoice(choiceId);
  const found = useMemo(() => matchingItems(items ?? [], q, kind), [items, q, kind]);
  const choose = ({ steps }: ChoosableItem) =>
    making.mutate(formatPublicPath({ siteId: requestIdentity().siteId ?? 0, steps }), {
      onSuccess: ({ address }) => window.location.assign(address),
    });
  return (
    <div className={styles.page}>
      <PageHeading title={t("lti.chooseTitle")} text={t("lti.chooseText", { platform })} />
      <div className={styles.filters}>
        <TextInput
          type="search"
          className={styles.search}
          aria-label={t("lti.chooseSearch")}
          placeholder={t("lti.chooseSearch")}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={q}
          maxLength={200}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        <Select
          aria-label={t("lti.chooseKind")}
          placeholder={t("lti.allKinds")}
          clearable
          clearButtonProps={{ "aria-label": t("lti.allKinds") }}
          value={kind}
          data={CHOSEN_KINDS.map((value) => ({ value, label: t(`lti.kind_${value}`) }))}
          onChange={(value) => setKind(value as ChosenKind | null)}
        />
      </div>
      {making.isError && (
        <Text role="alert" c="red">
          {t("lti.chooseFailed")}
        </Text>
      )}
      {isError && !items && (
        <>
          <Text role="alert">{t("lti.contentFailed")}</Text>
          <Button variant="default" className={styles.again} onClick={() => void refetch()}>
            {t("ui.tryAgain")}
          </Button>
        </>
      )}
      {!items && !isError && <Skeleton height={240} />}
      {items && (
        <>
          <div role="status" className={styles.status}>
            {found.length === 0 && t(items.length === 0 ? "lti.noContent" : "lti.nothingFound")}
            {found.length > CHOOSABLE_SHOWN && t("lti.firstShown", { count: CHOOSABLE_SHOWN, total: found.length })}
          </div>
          <ul className={styles.items} aria-label={t("lti.chooseTitle")}>
            {found.slice(0, CHOOSABLE_SHOWN).map((item) => (
              <ItemRow
                key={item.id}
                item={item}
                // After the response the browser navigates away.
                isBusy={making.isPending || making.isSuccess}
                onChoose={() => choose(item)}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface ItemRowProps {
  readonly item: ChoosableItem;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

function ItemRow({ item: { kind, title, way }, isBusy, onChoose }: ItemRowProps) {
  const { t } = useTranslation();
  const KindIcon = ITEM_ICONS[kind];
  return (
    <li>
      <button type="button" className={styles.item} disabled={isBusy} onClick={onChoose}>
        <KindIcon size={20} stroke={1.5} aria-hidden />
        <span className={styles.what}>
          <span className={styles.title}>{title}</span>
          <span className={styles.way}>{[t(`lti.kind_${kind}`), way.join(" › ")].filter(Boolean).join(" · ")}</span>
        </span>
      </button>
    </li>
  );
}
