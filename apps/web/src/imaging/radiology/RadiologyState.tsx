/** Shown instead of the images while there are none: the state, and the next step. */
import { Button, Progress, Text } from "@mantine/core";
import type { Radiology } from "@parfocal/core/radiology/radiology.contract.ts";
import { IconAlertTriangle, IconHourglass } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatPercent } from "#ui/quantity-text.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./Radiology.module.css";
import { useRetryCheck } from "./radiology.api.ts";

export function RadiologyState({ radiology }: { readonly radiology: Radiology }) {
  const { t, i18n } = useTranslation();
  const { state, progress, userCanEdit } = radiology;
  if (state === "failed") return <FailedState radiology={radiology} />;
  return (
    <div aria-live="polite">
      <StateMessage
        icon={IconHourglass}
        title={t("radiology.checkingTitle")}
        text={userCanEdit ? t("radiology.checkingText") : t("radiology.checkingLearner")}
        isWholePage={false}
      >
        <div className={styles.progress}>
          <Progress value={progress * 100} animated size="md" aria-label={t("radiology.checkingTitle")} />
          <Text size="sm" c="dimmed" className="tabular">
            {formatPercent(progress, i18n.language)}
          </Text>
        </div>
      </StateMessage>
    </div>
  );
}

function FailedState({ radiology: { fault, error, failedJobId, userCanEdit } }: { readonly radiology: Radiology }) {
  const { t, i18n } = useTranslation();
  const retry = useRetryCheck();
  const meant = fault === null ? t("radiology.fault_ours") : t(`radiology.fault_${fault}`);
  // The server's message has details, in English.
  const text = error === null ? meant : i18n.language.startsWith("en") ? error : `${meant} (${error})`;
  return (
    <StateMessage
      icon={IconAlertTriangle}
      title={t("radiology.failedTitle")}
      text={userCanEdit ? text : t("radiology.failedLearner")}
      isAlert
      isWholePage={false}
    >
      {userCanEdit && failedJobId !== null && (
        <Button loading={retry.isPending} onClick={() => retry.mutate(failedJobId)}>
          {t("radiology.tryAgain")}
        </Button>
      )}
    </StateMessage>
  );
}
