// Sets the colour scheme and the language before the first paint, so that nothing flashes. A separate file, because the
// page allows no inline scripts. The keys are those of src/app/theme.ts and src/app/i18n.ts.
(() => {
  let scheme = null;
  let language = null;
  try {
    scheme = localStorage.getItem("parfocal-colour-scheme");
    language = localStorage.getItem("parfocal-language");
  } catch {
    // Storage is unavailable: the system's colour scheme is used.
  }
  if (scheme !== "light" && scheme !== "dark") {
    scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
  if (language) document.documentElement.lang = language;
  // The texts of a language other than English are loaded in parallel with the scripts, not after them.
  const wanted = (language ?? navigator.languages[0] ?? "").slice(0, 2).toLowerCase();
  const texts = document.querySelector(`meta[name="texts-${wanted}"]`)?.content;
  if (texts) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = texts;
    document.head.append(link);
  }
})();
