/**
 * SPDX-License-Identifier: GPL-2.0-or-later
 * Gives each <parfocal-slide> of the page its tokens, and what is chosen in the media library, then loads the element from
 * Parfocal.
 */

/** Cached pages carry an old nonce, or one of a visitor. */
async function renewNonce(element) {
  const answer = await fetch(element.dataset.nonceUrl, { credentials: "same-origin" });
  const nonce = answer.ok ? (await answer.text()).trim() : "";
  element.dataset.nonce = /^[0-9a-f]{5,}$/i.test(nonce) ? nonce : "";
}

const post = (url, { dataset }) =>
  fetch(url, {
    method: "POST",
    credentials: "same-origin",
    headers: { "X-WP-Nonce": dataset.nonce },
  });

/** @returns what this site answers whoever is signed in; null: nobody is, or it is refused. */
async function ask(url, element) {
  if (element.dataset.nonce === "") await renewNonce(element);
  if (element.dataset.nonce === "") return null;
  let answer = await post(url, element);
  if (answer.status === 401 || answer.status === 403) {
    await renewNonce(element);
    if (element.dataset.nonce === "") return null;
    answer = await post(url, element);
  }
  return answer.ok ? answer.json() : null;
}

const tokenFor = async (element) => (await ask(element.dataset.tokenUrl, element))?.token ?? null;

/** @returns ID of the file that is chosen; null: the library was closed. */
const chooseMedia = ({ title, types }) =>
  new Promise((resolve) => {
    const library = window.wp.media({ title, library: { type: types }, multiple: false });
    // It would show its form for uploads first.
    library.on("open", () => library.content.mode("browse"));
    library.on("select", () => resolve(library.state().get("selection").first()?.id ?? null));
    // Choosing closes it before it says what was chosen. One that stayed in the page would name the next one after itself.
    library.on("close", () =>
      setTimeout(() => {
        library.modal.remove();
        resolve(null);
      }),
    );
    library.open();
  });

async function pickMedia(element, wanted) {
  const id = await chooseMedia(wanted);
  if (id === null) return null;
  const media = await ask(element.dataset.mediaUrl + id, element);
  if (media === null) throw new Error("WordPress does not give this file.");
  return media;
}

const elements = [...document.querySelectorAll("parfocal-slide[data-token-url]")];
const addresses = new Set(elements.map(({ dataset }) => dataset.address));
// The element must be known before it is given its tokens, which its class would hide; it asks only later.
for (const address of addresses) await import(`${address}/parfocal-slide.js`);
for (const element of elements) {
  element.tokenProvider = () => tokenFor(element);
  if (element.dataset.mediaUrl) element.mediaPicker = (wanted) => pickMedia(element, wanted);
}
