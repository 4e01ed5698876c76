/** Deployments that a learning platform has reported; nobody is signed in from them before they are accepted. */
import { Button, Text } from "@mantine/core";
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import styles from "./Lti.module.css";
import { useDecideLtiDeployment } from "./lti.api.ts";

interface WaitingDeploymentsProps {
  readonly platform: LtiPlatform;
  readonly deploymentIds: readonly string[];
}

export function WaitingDeployments({
  platform: { id, name, deploymentIds: accepted },
  deploymentIds,
}: WaitingDeploymentsProps) {
  const { t } = useTranslation();
  const deciding = useDecideLtiDeployment();
  const decide = (deploymentId: string, isAccepted: boolean) =>
    mutateAlways(
      deciding,
      { id, deploymentId, isAccepted },
      {
        onSuccess: () => showSuccess(t(isAccepted ? "lti.deploymentAccepted" : "lti.deploymentDismissed")),
        onError: () => showProblem(t("lti.decisionFailed")),
      },
    );
  if (deploymentIds.length === 0)
    return accepted.length === 0 ? <Text className={styles.facts}>{t("lti.noDeployment")}</Text> : null;
  return (
    <ul className={styles.waiting} aria-label={t("lti.waitingOf", { name })}>
      {deploymentIds.map((deploymentId) => (
        <li key={deploymentId} className={styles.waitingRow}>
          <span className={styles.what}>{t("lti.deploymentWaits", { deployment: deploymentId })}</span>
          <Button
            size="compact-md"
            disabled={deciding.isPending}
            aria-label={t("lti.acceptNamed", { deployment: deploymentId, name })}
            onClick={() => decide(deploymentId, true)}
          >
            {t("lti.accept")}
          </Button>
          <Button
            size="compact-md"
            variant="default"
            disabled={deciding.isPending}
            aria-label={t("lti.dismissNamed", { deployment: deploymentId, name })}
            onClick={() => decide(deploymentId, false)}
          >
            {t("lti.dismiss")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
