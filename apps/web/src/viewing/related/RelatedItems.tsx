/** Cases and slides related to a slide, each with its reason. */
import { Skeleton } from "@mantine/core";
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import { formatPublicPath } from "@parfocal/core/item/public-path.ts";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "./RelatedItems.module.css";
import { useRelatedItems } from "./related.api.ts";

const LOADING_HEIGHT_PX = 56;

/** Renders nothing for a slide without related items. */
export function RelatedItems({ siteId, imageId }: { readonly siteId: number; readonly imageId: number }) {
  const { t } = useTranslation();
  const { data, isPending, isError } = useRelatedItems(imageId);
  if (isPending) return <Skeleton height={LOADING_HEIGHT_PX} mt="md" aria-label={t("related.loading")} />;
  if (isError)
    return (
      <p role="status" className={classes.failure}>
        {t("related.failed")}
      </p>
    );
  if (data.length === 0) return null;
  return (
    <section aria-label={t("related.title")}>
      <h3>{t("related.title")}</h3>
      <ul className={classes.list}>
        {data.map(({ id, type, title, thumbnail, colour, reason, because }) => (
          <li key={id}>
            <Link to={formatPublicPath({ siteId, steps: [{ kind: type, id }] })} className={classes.item}>
              {thumbnail ? (
                <img
                  src={thumbnail}
                  alt=""
                  loading="lazy"
                  style={colour ? { filter: cssFilterOf(colour) } : undefined}
                />
              ) : (
                <span className={classes.noPicture} />
              )}
              <span>
                <span className={classes.name}>{title}</span>
                <span className={classes.reason}>{t(`related.${reason}`, { because })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
