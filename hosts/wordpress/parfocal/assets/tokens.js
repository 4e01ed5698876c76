/**
 * SPDX-License-Identifier: GPL-2.0-or-later
 * Gives each <parfocal-slide> of the page its tokens, then loads the element from Parfocal.
 */

/** Cached pages carry an old nonce, or one of a visitor. */
async function renewNonce(element) {
  const answer = await fetch(element.dataset.nonceUrl, { credentials: "same-origin" });
  const nonce = answer.ok ? (await answer.text()).trim() : "";
  element.dataset.nonce = /^[0-9a-f]{5,}$/i.test(nonce) ? nonce : "";
}

const askToken = ({ dataset }) =>
  fetch(dataset.tokenUrl, {
    method: "POST",
    credentials: "same-origin",
    headers: { "X-WP-Nonce": dataset.nonce },
  });

async function tokenFor(element) {
  if (element.dataset.nonce === "") await renewNonce(element);
  if (element.dataset.nonce === "") return null;
  let answer = await askToken(element);
  if (answer.status === 401 || answer.status === 403) {
    await renewNonce(element);
    if (element.dataset.nonce === "") return null;
    answer = await askToken(element);
  }
  return answer.ok ? (await answer.json()).token : null;
}

const elements = [...document.querySelectorAll("parfocal-slide[data-token-url]")];
const addresses = new Set(elements.map(({ dataset }) => dataset.address));
// The element must be known before it is given its tokens, which its class would hide; it asks only later.
for (const address of addresses) await import(`${address}/parfocal-slide.js`);
for (const element of elements) element.tokenProvider = () => tokenFor(element);
