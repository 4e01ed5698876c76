/** Pages that fetch all their data themselves, for tests in which a call fails or is late. */
import type { Page } from "@playwright/test";

const FIRST_ANSWERS = /<script type="application\/json" id="first-answers">.*?<\/script>/s;

/** From the next load on, the page comes without the API responses that the server embeds in it. */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  await page.route(
    (url) => /^\/s\d+\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(FIRST_ANSWERS, "") });
    },
  );
}
