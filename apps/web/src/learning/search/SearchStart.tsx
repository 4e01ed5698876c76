/** Before a query is entered: what can be found, and recent searches. */
import { Button } from "@mantine/core";
import { IconHistory, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StateMessage } from "#ui/StateMessage.tsx";
import { forgetSearches, readRecentSearches } from "./recent-searches.ts";
import styles from "./Search.module.css";
import { useSearcher } from "./searcher.ts";

export function SearchStart({ onChoose }: { readonly onChoose: (query: string) => void }) {
  const { t } = useTranslation();
  const who = useSearcher();
  const [recent, setRecent] = useState(() => readRecentSearches(who));
  return (
    <>
      <StateMessage icon={IconSearch} title={t("search.startTitle")} text={t("search.startText")} isWholePage={false} />
      {recent.length > 0 && (
        <section className={styles.recent} aria-labelledby="recent-searches">
          <h2 id="recent-searches">{t("search.recent")}</h2>
          <ul>
            {recent.map((query) => (
              <li key={query}>
                <Button
                  variant="default"
                  leftSection={<IconHistory size={18} stroke={1.5} aria-hidden />}
                  onClick={() => onChoose(query)}
                >
                  {query}
                </Button>
              </li>
            ))}
            <li>
              <Button
                variant="subtle"
                onClick={() => {
                  forgetSearches(who);
                  setRecent([]);
                }}
              >
                {t("search.clearRecent")}
              </Button>
            </li>
          </ul>
        </section>
      )}
    </>
  );
}
