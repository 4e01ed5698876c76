/** In the page header: links to the previous and next item of the course or folder. */
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { NeighbourLink } from "./NeighbourLink.tsx";
import { NEXT_KEY, PREVIOUS_KEY } from "./neighbour-keys.ts";

interface Titled {
  readonly title: string;
}

interface NeighbourLinksProps<Neighbour extends Titled> {
  /** Null: this is the first item. */
  readonly previous: Neighbour | null;
  /** Null: this is the last item. */
  readonly next: Neighbour | null;
  /** Null: it has no page. */
  readonly pathOf: (neighbour: Neighbour) => string | null;
}

export function NeighbourLinks<Neighbour extends Titled>({ previous, next, pathOf }: NeighbourLinksProps<Neighbour>) {
  const { t } = useTranslation();
  return (
    <>
      <NeighbourLink
        icon={IconChevronLeft}
        path={previous && pathOf(previous)}
        label={previous ? t("ui.previousItem", { title: previous.title }) : t("ui.noPreviousItem")}
        shortcut={PREVIOUS_KEY}
      />
      <NeighbourLink
        icon={IconChevronRight}
        path={next && pathOf(next)}
        label={next ? t("ui.nextItem", { title: next.title }) : t("ui.noNextItem")}
        shortcut={NEXT_KEY}
      />
    </>
  );
}
