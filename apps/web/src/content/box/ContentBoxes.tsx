/** The content boxes of an item: tabs, each with its pages. */
import { Button, Pagination, Skeleton, Tabs, Text } from "@mantine/core";
import type { BoxTab } from "@parfocal/core/box/box.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { RichText } from "#rich-text/RichText.tsx";
import { useBox } from "./box.api.ts";
import classes from "./ContentBoxes.module.css";

const LOADING_HEIGHT_PX = 96;

interface ContentBoxesProps {
  readonly id: number;
  readonly kind: ItemKind;
  /** Shows nothing while loading. */
  readonly isQuiet?: boolean;
}

/** Renders nothing for an item without content boxes. */
export function ContentBoxes({ id, kind, isQuiet = false }: ContentBoxesProps) {
  const { t } = useTranslation();
  const { data, isError, isPending, isRefetching, refetch } = useBox(id, kind);
  if (isError)
    return (
      <div role="alert" className={classes.failure}>
        <p>{t("box.loadFailed")}</p>
        <Button size="sm" variant="default" loading={isRefetching} onClick={() => void refetch()}>
          {t("box.tryAgain")}
        </Button>
      </div>
    );
  if (isPending && isQuiet) return null;
  if (isPending) return <Skeleton height={LOADING_HEIGHT_PX} aria-label={t("box.loading")} />;
  const [first] = data.tabs;
  if (!first) return null;
  if (data.tabs.length === 1)
    return (
      <section aria-label={first.title}>
        <h3>{first.title}</h3>
        <Pages tab={first} />
      </section>
    );
  return (
    <Tabs defaultValue="0" keepMounted={false} className={classes.tabs}>
      <Tabs.List>
        {data.tabs.map(({ title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tabs have no number of their own, and come as a whole
          <Tabs.Tab key={index} value={String(index)} className={classes.tab}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {data.tabs.map((tab, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Tabs.Panel key={index} value={String(index)} pt="sm">
          <Pages tab={tab} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Pages({ tab }: { readonly tab: BoxTab }) {
  const { t } = useTranslation();
  const [number, setNumber] = useState(1);
  const { contentPages: pages } = tab;
  const page = pages[number - 1];
  if (!page) return null;
  return (
    <>
      {page.title && <h4 className={classes.pageTitle}>{page.title}</h4>}
      {!page.isActive && (
        <Text size="sm" className={classes.inactive}>
          {t("box.inactive")}
        </Text>
      )}
      <RichText text={page.content} />
      {pages.length > 1 && (
        <nav aria-label={t("box.pages", { title: tab.title })}>
          <Pagination
            mt="sm"
            classNames={{ control: classes.pageButton }}
            total={pages.length}
            value={number}
            onChange={setNumber}
            withControls={false}
            getItemProps={(item) => ({ "aria-label": pages[item - 1]?.title || t("box.page", { number: item }) })}
          />
        </nav>
      )}
    </>
  );
}
