/** SPDX-License-Identifier: GPL-2.0-or-later. The block in the editor: its three fields; the page shows the slide. */
(({ blocks, element, blockEditor, components, i18n }) => {
  const { createElement } = element;
  const { __ } = i18n;
  blocks.registerBlockType("parfocal/slide", {
    edit({ attributes, setAttributes }) {
      const field = (name, label, help, type = "text") =>
        createElement(components.TextControl, {
          key: name,
          label,
          help,
          type,
          value: attributes[name],
          onChange: (value) => setAttributes({ [name]: type === "number" ? Number(value) : value }),
          __next40pxDefaultSize: true,
          __nextHasNoMarginBottom: true,
        });
      return createElement(
        "div",
        blockEditor.useBlockProps(),
        createElement(components.Placeholder, { icon: "format-gallery", label: "Parfocal" }, [
          field("src", __("Address", "parfocal"), __("For example /s1/course2/i9/ or a share link", "parfocal")),
          field("label", __("Title for screen readers", "parfocal"), ""),
          field("height", __("Height (pixels)", "parfocal"), "", "number"),
        ]),
      );
    },
    save: () => null,
  });
})(window.wp);
