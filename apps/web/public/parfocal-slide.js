/**
 * The element <parfocal-slide>: shows a slide, a case or other content of Parfocal in a page of another site. Usage:
 * docs/hosts.md. It is served unchanged, and exchanges messages only with the page in its frame
 * (web/app/frame/frame-messages.ts).
 */
const PROTOCOL = "parfocal-frame-1";
const VIEW = /^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){2,3}$/;
const ANNOTATION = /^[1-9]\d{0,14}$/;
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]{1,60}$/;
const MEDIA_TYPES_MAX = 40;
const TITLE_MAX_CHARACTERS = 300;
/** A path within the frame's origin, because the parent page may use it as a link. */
const PATH = /^\/(?!\/)[^\s\\]{0,2000}$/;
const VIEWS_MAX = 64;

const isPath = (path) => typeof path === "string" && PATH.test(path);
/** Null: the view with which it opened. */
const isView = (view) =>
  view === null ||
  (typeof view === "object" &&
    Array.isArray(view.center) &&
    view.center.length === 2 &&
    [...view.center, view.zoom, view.rotation].every(Number.isFinite));
const areViews = (views) => Array.isArray(views) && views.length <= VIEWS_MAX && views.every(isView);
const isTitle = (title) => typeof title === "string" && title.length <= TITLE_MAX_CHARACTERS;
const areMediaTypes = (types) =>
  Array.isArray(types) &&
  types.length <= MEDIA_TYPES_MAX &&
  types.every((type) => typeof type === "string" && MEDIA_TYPE.test(type));
const isAnnotationId = (id) => id === null || (Number.isSafeInteger(id) && id > 0);

class ParfocalSlide extends HTMLElement {
  static observedAttributes = ["src", "view", "annotation", "label", "sign-in", "media-library"];

  /** Set by the page: resolves with a token of the user who is signed in there; null: nobody is. */
  tokenProvider = null;
  /**
   * Set by the page, in addition to the attribute `media-library`: lets its user choose a file of its media library, of
   * the `types` in `{ title, types }`; resolves with its `provider`, `id`, `mimeType` and `token`; null: nothing was
   * chosen.
   */
  mediaPicker = null;

  #frame = null;
  /** Origin of the page in the frame; messages of others are ignored. */
  #origin = "";
  #isDue = false;
  #listen = (event) => this.#hear(event);

  connectedCallback() {
    window.addEventListener("message", this.#listen);
    if (getComputedStyle(this).display === "inline") this.style.display = "block";
    this.#show();
  }

  disconnectedCallback() {
    window.removeEventListener("message", this.#listen);
    this.#frame?.remove();
    this.#frame = null;
  }

  attributeChangedCallback() {
    if (!this.isConnected || this.#isDue) return;
    this.#isDue = true;
    // Several attributes that change together load the frame once.
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.isConnected) this.#show();
    });
  }

  #address() {
    const src = this.getAttribute("src") ?? "";
    if (!URL.canParse(src, location.href)) return null;
    const url = new URL(src, location.href);
    if (url.protocol !== "https:" && url.protocol !== "http:") return null;
    url.searchParams.set("embed", "1");
    const view = this.getAttribute("view") ?? "";
    const annotation = this.getAttribute("annotation") ?? "";
    if (VIEW.test(view)) url.searchParams.set("view", view);
    if (ANNOTATION.test(annotation)) url.searchParams.set("annotation", annotation);
    return url;
  }

  #show() {
    const url = this.#address();
    this.#frame?.remove();
    this.#frame = null;
    this.#origin = url?.origin ?? "";
    if (!url) return;
    const frame = document.createElement("iframe");
    // The page in the frame reads from it with which origin to communicate; the name survives a reload.
    const signedIn = this.#hasLibrary() ? "library" : "token";
    frame.name = `parfocal-frame ${this.hasAttribute("sign-in") ? signedIn : "guest"} ${location.origin}`;
    frame.src = url.href;
    frame.title = this.getAttribute("label") ?? "Parfocal";
    frame.allow = "fullscreen";
    frame.style.cssText = "border:0;width:100%;height:100%;min-height:320px;display:block";
    this.#frame = frame;
    this.append(frame);
  }

  #hasLibrary() {
    return this.hasAttribute("sign-in") && this.hasAttribute("media-library");
  }

  #hear({ source, origin, data }) {
    const target = this.#frame?.contentWindow;
    if (!target || source !== target || origin !== this.#origin) return;
    if (typeof data !== "object" || data === null || data.protocol !== PROTOCOL) return;
    const { type, path, views, annotationId, id, title, types } = data;
    if (type === "view" && isPath(path) && areViews(views)) this.#announce("view", { path, views });
    else if (type === "select" && isPath(path) && isAnnotationId(annotationId))
      this.#announce("select", { path, annotationId });
    else if (type === "tokenWanted" && Number.isSafeInteger(id) && this.hasAttribute("sign-in"))
      void this.#giveToken(target, origin, id);
    else if (type === "mediaWanted" && Number.isSafeInteger(id) && isTitle(title) && areMediaTypes(types))
      void this.#giveMedia(target, origin, { id, title, types });
  }

  #announce(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  async #giveToken(target, origin, id) {
    let token = null;
    try {
      const given = await this.tokenProvider?.();
      if (typeof given === "string" && given.trim() !== "") token = given.trim();
    } catch (error) {
      console.error("parfocal-slide: no token", error);
    }
    target.postMessage({ protocol: PROTOCOL, type: "token", id, token }, origin);
  }

  async #giveMedia(target, origin, { id, ...wanted }) {
    if (!this.#hasLibrary()) return;
    // Any error is reported to the user as a failure.
    let media = "failed";
    try {
      const given = await this.mediaPicker(wanted);
      const { provider, id: mediaId, mimeType, token } = given ?? {};
      media = given && { provider, id: String(mediaId), mimeType, token };
    } catch (error) {
      console.error("parfocal-slide: no file", error);
    }
    target.postMessage({ protocol: PROTOCOL, type: "media", id, media }, origin);
  }
}

if (!customElements.get("parfocal-slide")) customElements.define("parfocal-slide", ParfocalSlide);
