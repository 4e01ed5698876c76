/** The root of every screen: theme, queries, session, router. */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { SessionProvider } from "#platform/session.tsx";
import { SitePageSearchContext } from "#rich-text/site-page-search.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { UploadProvider } from "#upload/upload-context.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { createQueryClient } from "./query-client.ts";
import { router } from "./routes.tsx";
import { StartFailure } from "./StartFailure.tsx";
import { StartSkeleton } from "./StartSkeleton.tsx";
import { ToastHost } from "./ToastHost.tsx";
import { colourSchemeManager, cssVariables, theme } from "./theme.ts";

const queryClient = createQueryClient();

const SitePageSearch = lazyPartWithTexts(
  () => import("#search/SitePageSearch.tsx"),
  (part) => part.SitePageSearch,
);

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colourSchemeManager}
      defaultColorScheme="auto"
    >
      <ToastHost />
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <SessionProvider
            waiting={<StartSkeleton />}
            renderFailure={(error, retry) => <StartFailure error={error} onRetry={retry} />}
          >
            <UploadProvider>
              <SitePageSearchContext value={SitePageSearch}>
                <RouterProvider router={router} />
              </SitePageSearchContext>
            </UploadProvider>
          </SessionProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
