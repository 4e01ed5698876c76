/** The options of a site: who reads and changes them, rejected values, and their effects. */
import { changeProfile } from "@parfocal/core/account/account.contract.ts";
import { createCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import { getSession } from "@parfocal/core/session/session.contract.ts";
import { createShare } from "@parfocal/core/share/share.contract.ts";
import { getEmbedHosts, getTileSourceHosts } from "@parfocal/core/site/site.contract.ts";
import { getSiteOptions, putSiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import { OPTION_NAMES, SITE_OPTIONS } from "@parfocal/core/site/site-options.ts";
import { createUser } from "@parfocal/core/user/manage-users.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { languageOfMails } from "#account/account-mails.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildAdministered() {
  const site = await buildSite(server);
  return { site, administrator: await buildUser(site, { role: "administrator" }) };
}

const put = (as: TestUser, values: Readonly<Record<string, unknown>>) => {
  const body = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  return sendCall(server, putSiteOptions, { as, body: body as never });
};
const optionsOf = async (as: TestUser) => (await sendCall(server, getSiteOptions, { as })).answer;

describe("the options of a site", () => {
  it("are the defaults of the table until they are changed", async () => {
    const { administrator } = await buildAdministered();
    const answer = await optionsOf(administrator);
    expect(Object.keys(answer)).toEqual(OPTION_NAMES);
    for (const name of OPTION_NAMES) {
      const { initial } = SITE_OPTIONS[name];
      if (initial !== null) expect(answer[name].value, name).toEqual(initial);
    }
  });

  it("are unchanged if omitted, also those of other sites", async () => {
    const [first, second] = [await buildAdministered(), await buildAdministered()];
    await put(first.administrator, { title: " Anatomy ", supportContact: "help@example.org" });
    const { answer } = await put(first.administrator, { privacyUrl: "https://example.org/privacy" });
    expect(answer).toMatchObject({
      title: { value: "Anatomy" },
      supportContact: { value: "help@example.org" },
      privacyUrl: { value: "https://example.org/privacy" },
    });
    expect(await optionsOf(first.administrator)).toEqual(answer);
    expect((await optionsOf(second.administrator)).supportContact.value).toBe("");
  });

  const rejected: [what: string, values: Readonly<Record<string, unknown>>][] = [
    ["an empty title", { title: "  " }],
    ["a time zone that nobody has", { timeZone: "Europe/Atlantis" }],
    ["an imprint that is a script", { imprintUrl: "javascript:alert(1)" }],
    ["an origin with a path", { origins: ["https://slides.example.edu/a"] }],
    ["a text for a switch", { publicContent: "yes" }],
    ["an unknown option", { logo: "x" }],
  ];
  for (const [what, values] of rejected) {
    it(`reject ${what}, and store no part of the call`, async () => {
      const { administrator } = await buildAdministered();
      const before = await optionsOf(administrator);
      const { status } = await put(administrator, { supportContact: "help@example.org", ...values });
      expect(status).toBe(400);
      expect(await optionsOf(administrator)).toEqual(before);
    });
  }

  it("of another site cannot be changed, enforced by the database", async () => {
    const [first, second] = [await buildAdministered(), await buildAdministered()];
    await put(first.administrator, { title: "First" });
    const { rows } = await sql<{ title: string }>`SELECT title FROM site WHERE id = ${second.site.id}`.execute(
      server.owner,
    );
    expect(rows[0]?.title).not.toBe("First");
  });
});

describe("effects of options", () => {
  it("title and links are in every response about the session, for guests too", async () => {
    const { site, administrator } = await buildAdministered();
    await put(administrator, {
      title: "Anatomy",
      supportContact: "help@example.org",
      imprintUrl: "https://example.org/imprint",
    });
    const expected = {
      id: site.id,
      title: "Anatomy",
      isContentPublic: false,
      isRegistrationOpen: false,
      canStaySignedIn: true,
      languages: ["en", "de"],
      links: { support: "help@example.org", imprint: "https://example.org/imprint", privacy: "" },
      logo: null,
      trackingUrl: "",
    };
    expect((await sendCall(server, getSession, { as: administrator })).answer.site).toEqual(expected);
    const asGuest = await server.app.inject({ url: "/api/session", headers: { "x-site-id": String(site.id) } });
    expect(asGuest.json().site).toEqual(expected);
  });

  it("languages: emails and accounts have one of them; a removed choice is restored with its language", async () => {
    const { site, administrator } = await buildAdministered();
    const learner = await buildUser(site);
    await sendCall(server, changeProfile, { as: learner, body: { language: "de" } });
    const shown = async () => (await sendCall(server, getSession, { as: learner })).answer;
    expect(await shown()).toMatchObject({ user: { language: "de" }, site: { languages: ["en", "de"] } });
    await put(administrator, { languages: ["en"] });
    expect(await shown()).toMatchObject({ user: { language: null }, site: { languages: ["en"] } });
    expect(languageOfMails({ languages: ["en"] }, "de", "de-AT,de;q=0.9")).toBe("en");
    expect(languageOfMails({ languages: ["de"] }, null, "fr-FR")).toBe("de");
    for (const languages of [[], ["fr"], ["en", "de", "fr"]])
      expect((await put(administrator, { languages })).status, String(languages)).toBe(400);
    await put(administrator, { languages: ["en", "de"] });
    expect((await shown()).user?.language).toBe("de");
  });

  it("expertsManageContent: experts manage content while it is on, learners and people never", async () => {
    const { site, administrator } = await buildAdministered();
    const [expert, learner] = [await buildUser(site, { role: "expert" }), await buildUser(site)];
    const addCourse = async (as: TestUser) =>
      (await sendCall(server, createCourse, { as, body: { title: "Nephrology" } })).status;
    const capabilitiesOf = async (as: TestUser) =>
      (await sendCall(server, getSession, { as })).answer.user?.capabilities;
    expect(await addCourse(expert)).toBe(403);
    await put(administrator, { expertsManageContent: true });
    expect(await addCourse(expert)).toBe(200);
    expect(await capabilitiesOf(expert)).toContain("manageContent");
    expect(await addCourse(learner)).toBe(403);
    expect((await sendCall(server, getSiteOptions, { as: expert })).status).toBe(403);
    await put(administrator, { expertsManageContent: false });
    expect(await addCourse(expert)).toBe(403);
  });

  it("origins: IIIF and Deep Zoom use the first of them, whatever host was requested", async () => {
    const { site, administrator } = await buildAdministered();
    const slide = await buildSlide(site);
    const headers = { host: "evil.example", "x-site-token": administrator.token };
    const origin = "https://slides.example.edu";
    await put(administrator, { origins: [`${origin}/`] });
    const iiif = await server.app.inject({ url: `/iiif/3/${slide.id}/info.json`, headers });
    expect(iiif.json().id).toBe(`${origin}/iiif/3/${slide.id}`);
    const deepZoom = await server.app.inject({ url: `/deepzoom/${slide.id}.dzi`, headers });
    expect(deepZoom.body).not.toContain("evil.example");
  });

  it("origins: a share link uses the first of them, whatever host was requested", async () => {
    const { site, administrator } = await buildAdministered();
    const slide = await buildSlide(site);
    await put(administrator, { origins: ["https://slides.example.edu"] });
    const { statusCode, body } = await server.app.inject({
      method: "POST",
      url: `/api${createShare.path}`,
      headers: { host: "evil.example", "x-site-token": administrator.token },
      payload: { shareType: "slide", itemId: slide.id },
    });
    expect(statusCode).toBe(200);
    expect(JSON.parse(body).url).toMatch(/^https:\/\/slides\.example\.edu\/share\//);
  });

  it("publicContent: guests read the list of courses while it is on", async () => {
    const { site, administrator } = await buildAdministered();
    const asGuest = () =>
      server.app.inject({ url: `/api${listCourses.path}`, headers: { "x-site-id": String(site.id) } });
    expect((await asGuest()).statusCode).toBe(401);
    await put(administrator, { publicContent: true });
    expect((await asGuest()).statusCode).toBe(200);
    await put(administrator, { publicContent: false });
    expect((await asGuest()).statusCode).toBe(401);
  });

  it("timeZone: dates are interpreted in it, and stored instants shown in it", async () => {
    const { administrator } = await buildAdministered();
    const body = {
      displayName: "Ada",
      email: "ada@example.test",
      role: "learner",
      password: "twelve characters",
    } as const;
    const until = "2030-07-01 12:00:00";
    const { answer } = await sendCall(server, createUser, { as: administrator, body: { ...body, validUntil: until } });
    expect(answer.validUntil).toBe(until);
    await put(administrator, { timeZone: "Europe/Vienna" });
    const { body: listed } = await server.app.inject({
      url: "/api/v2/user?q=ada",
      headers: { "x-site-token": administrator.token },
    });
    expect(JSON.parse(listed).users[0].validUntil).toBe("2030-07-01 14:00:00");
  });

  it("embedHosts and tileHosts: the same lists as for adding an embedded page or a slide of another server", async () => {
    const { administrator } = await buildAdministered();
    await put(administrator, { embedHosts: ["Videos.example.org"], tileHosts: ["slides.example.org:8443"] });
    const as = { as: administrator };
    expect((await sendCall(server, getEmbedHosts, as)).answer.hosts).toEqual(["videos.example.org"]);
    expect((await sendCall(server, getTileSourceHosts, as)).answer.hosts).toEqual(["slides.example.org:8443"]);
  });
});
