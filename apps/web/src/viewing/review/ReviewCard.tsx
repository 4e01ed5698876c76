/** For experts on the home page: the number of annotations to review. */
import { Text } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import classes from "./ReviewCard.module.css";
import { useReviewCount } from "./review.api.ts";
import { startReviewAddress, toReviewPath } from "./review-address.ts";

/** Renders nothing if there is nothing to review. */
export function ReviewCard() {
  const { t } = useTranslation();
  const { site } = useSession();
  const { data } = useReviewCount();
  if (!data || data.annotations === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="to-review">
      <IconChecklist size={28} stroke={1.5} aria-hidden />
      <div className={classes.text}>
        <h2 id="to-review" className={classes.title}>
          {t("review.title")}
        </h2>
        <Text c="dimmed">
          {t("review.summary", {
            annotations: t("review.annotations", { count: data.annotations }),
            slides: t("review.slides", { count: data.slides }),
          })}
        </Text>
      </div>
      <div className={classes.buttons}>
        <ButtonLink to={toReviewPath(site.id)} variant="default">
          {t("review.all")}
        </ButtonLink>
        <ButtonLink {...startReviewAddress(site.id)}>{t("review.start")}</ButtonLink>
      </div>
    </section>
  );
}
