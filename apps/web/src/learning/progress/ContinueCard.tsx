/** On the home page: the item opened last. */
import { Title } from "@mantine/core";
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import type { LastOpened } from "@parfocal/core/progress/progress.contract.ts";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";
import { CardGrid, PictureCard } from "#ui/PictureCard.tsx";
import styles from "./progress.module.css";

export function ContinueCard({ last }: { readonly last: LastOpened }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { type, title, thumbnail, colour, path } = last;
  const above = path.slice(0, -1).map((step) => step.title);
  return (
    <section className={styles.goOn} aria-labelledby="go-on">
      <Title order={2} id="go-on" className={styles.goOnTitle}>
        {t("course.goOn")}
      </Title>
      <CardGrid displayStyle="list">
        <li>
          <PictureCard
            title={title}
            href={pathTo(site.id, stepsOf(path))}
            picture={thumbnail}
            filter={colour ? cssFilterOf(colour) : undefined}
            icon={ITEM_ICONS[type]}
            text={above.join(" › ")}
          />
        </li>
      </CardGrid>
    </section>
  );
}
