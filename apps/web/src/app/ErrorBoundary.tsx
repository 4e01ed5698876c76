/** Shown instead of a screen that threw. */
import { Button } from "@mantine/core";
import { IconMoodConfuzed } from "@tabler/icons-react";
import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StateMessage } from "#ui/StateMessage.tsx";

export function CrashedPage() {
  const { t } = useTranslation();
  return (
    <StateMessage icon={IconMoodConfuzed} title={t("app.crashTitle")} text={t("app.crashText")} isAlert>
      <Button onClick={() => window.location.reload()}>{t("app.reload")}</Button>
    </StateMessage>
  );
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <CrashedPage /> : this.props.children;
  }
}
